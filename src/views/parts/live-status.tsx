/** The banner of the live connection. */
import { useSocketStatus } from '../../app/core/hooks/use-socket-status.ts';
import { ConnectionBanner } from '../../ui/connection-banner.tsx';
import { useIsOnline } from '../../ui/use-online.ts';

/** The banner of the live connection; nothing while it works or is just starting. */
export function LiveStatus() {
  const { status, tries, retry } = useSocketStatus();
  const isOnline = useIsOnline();
  const shown = !isOnline ? 'offline' : status === 'connecting' ? 'open' : status;
  return <ConnectionBanner status={shown} tries={tries} onRetry={retry} />;
}

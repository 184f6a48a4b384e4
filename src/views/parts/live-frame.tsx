/** The frame of pages with live figures, and their banner of a lost network or socket. */
import type { ReactNode } from 'react';
import { useSocketStatus } from '../../app/core/hooks/use-socket-status.ts';
import { ConnectionBanner } from '../../ui/connection-banner.tsx';
import { useIsOnline } from '../../ui/use-online.ts';

/** A page below the banner, which shows nothing while the socket works or is just starting. */
export function LiveFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      <LiveStatus />
      <div className="min-h-0 flex-1">{children}</div>
    </div>
  );
}

function LiveStatus() {
  const { status, tries, retry } = useSocketStatus();
  const isOnline = useIsOnline();
  const shown = !isOnline ? 'offline' : status === 'connecting' ? 'open' : status;
  return <ConnectionBanner status={shown} tries={tries} onRetry={retry} />;
}

/** The frame of pages without live figures, which need no socket. */
import type { ReactNode } from 'react';
import { ConnectionBanner } from '../../ui/connection-banner.tsx';
import { useIsOnline } from '../../ui/use-online.ts';

/** A page below the banner of a lost network: what the page shows may be old then. */
export function OfflineFrame({ children }: { readonly children: ReactNode }) {
  const isOnline = useIsOnline();
  return (
    <div className="flex h-full flex-col">
      <ConnectionBanner status={isOnline ? 'open' : 'offline'} />
      <div className="min-h-0 flex-1">{children}</div>
    </div>
  );
}

/** The frame of the tabs, which keeps Home mounted behind the others. */
import { Activity, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../../app/identity/use-session.ts';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';
import { LiveFrame } from '../parts/live-frame.tsx';
import { ScreenLoading } from '../parts/screen-loading.tsx';
import { TabBar } from './tab-bar.tsx';
import type { ShellTab } from './tabs.ts';
import { TradeGateDialog } from './trade-gate-dialog.tsx';

interface MainLayoutProps {
  readonly home: ComponentType;
  /** Catches errors of Home, so that the rest stays on screen. */
  readonly boundary: ComponentType<{ readonly children: ReactNode }>;
}

/** Tabs, connection banner and the page of the chosen tab. Home stays mounted behind the others. */
export function MainLayout({ home: HomeScreen, boundary: Boundary }: MainLayoutProps) {
  const { isVerified } = useSession();
  const { pathname } = useLocation();
  const [isGateShown, setGateShown] = useState(false);
  const isHome = pathname === '/home';
  const wasHome = useOpenedOnce(isHome);
  const selectTab = (tab: ShellTab): boolean => {
    const isShut = tab.isGated === true && !isVerified;
    if (isShut) setGateShown(true);
    return isShut;
  };
  return (
    <div className="flex h-full flex-col md:flex-row short:flex-row">
      <div className="min-h-0 min-w-0 flex-1">
        <LiveFrame>
          <Suspense fallback={<ScreenLoading />}>
            {wasHome && (
              <Activity mode={isHome ? 'visible' : 'hidden'}>
                <Boundary>
                  <HomeScreen />
                </Boundary>
              </Activity>
            )}
            {!isHome && <Outlet />}
          </Suspense>
        </LiveFrame>
      </div>
      <TabBar onSelect={selectTab} />
      <TradeGateDialog isOpen={isGateShown} onClose={() => setGateShown(false)} />
    </div>
  );
}

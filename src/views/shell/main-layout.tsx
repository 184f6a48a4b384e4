import { Activity, lazy, Suspense, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../../app/hooks/use-session.ts';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';
import type { LaterFeature } from './later-feature.ts';
import { LiveStatus } from './live-status.tsx';
import { NotYetSheet } from './not-yet-sheet.tsx';
import { ScreenLoading } from './screen-loading.tsx';
import { TabBar } from './tab-bar.tsx';
import type { ShellTab } from './tabs.ts';

const HomeScreen = lazy(async () => ({
  default: (await import('../home/home-screen.tsx')).HomeScreen,
}));

/** Tabs, connection line and the page of the chosen tab. Home stays alive behind the others. */
export function MainLayout() {
  const t = useText('common');
  const { isVerified } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [later, setLater] = useState<LaterFeature | null>(null);
  const isHome = pathname === '/home';
  const wasHome = useOpenedOnce(isHome);
  const selectTab = (tab: ShellTab): boolean => {
    if (tab.isGated && !isVerified) {
      showToast(t('user.gateHint'));
      void navigate('/user-center');
      return true;
    }
    if (tab.later) setLater(tab.later);
    return tab.later !== undefined;
  };
  return (
    <div className="flex h-full flex-col md:flex-row">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <LiveStatus />
        <main className="min-h-0 flex-1">
          <Suspense fallback={<ScreenLoading />}>
            {wasHome && (
              <Activity mode={isHome ? 'visible' : 'hidden'}>
                <HomeScreen />
              </Activity>
            )}
            {!isHome && <Outlet />}
          </Suspense>
        </main>
      </div>
      <TabBar onSelect={selectTab} />
      <NotYetSheet feature={later} onClose={() => setLater(null)} />
    </div>
  );
}

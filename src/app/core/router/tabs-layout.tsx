/** The main layout with tab bar, which keeps prices subscribed on its live tabs. */
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { MainLayout } from '../../../views/shell/main-layout.tsx';
import { FillNotices } from '../../spot/fill-notices.tsx';
import { liveDataOf } from '../live/live-data.ts';
import { VerificationNews } from '../../verification/verification-news.tsx';
import { useRuntime } from '../runtime-context.ts';
import { CrashBoundary } from './crash-boundary.tsx';

const HomeScreen = lazy(async () => ({
  default: (await import('../../../views/home/home-screen.tsx')).HomeScreen,
}));

// Without its script the page does without these notices.
const FiatNotices = lazy(() =>
  import('../../fiat/fiat-notices.tsx').then(
    (script) => ({ default: script.FiatNotices }),
    () => ({ default: () => <></> }),
  ),
);

/** Tabs that show live prices of all markets. */
const LIVE_TABS: readonly string[] = ['/home', '/market'];

/**
 * The main layout. While it shows, the verification state is kept fresh; while a tab with prices
 * shows, the socket is open and subscribed, before the first row is there (SPEC 4). Executed orders
 * are said on every tab.
 */
export function TabsLayout() {
  const runtime = useRuntime();
  const { session } = runtime;
  const { feed } = liveDataOf(runtime);
  const isLive = LIVE_TABS.includes(useLocation().pathname);
  useEffect(() => {
    session.send({ type: 'verification.watch' });
    return () => session.send({ type: 'verification.unwatch' });
  }, [session]);
  useEffect(() => {
    if (!isLive) return;
    const markets = feed.allMarkets$.subscribe();
    return () => markets.unsubscribe();
  }, [feed, isLive]);
  return (
    <>
      <MainLayout home={HomeScreen} boundary={CrashBoundary} />
      <Notices />
    </>
  );
}

/**
 * Around the pages outside the main layout with the socket open: executed orders and the outcome of a verification
 * are said there too.
 */
export function LiveLayout() {
  return (
    <>
      <Outlet />
      <Notices />
    </>
  );
}

/** What happened elsewhere, said on whatever screen shows. */
function Notices() {
  return (
    <>
      <FillNotices />
      <VerificationNews />
      <Suspense fallback={null}>
        <FiatNotices />
      </Suspense>
    </>
  );
}

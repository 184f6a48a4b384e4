/** The main layout with tab bar, which keeps prices subscribed on its live tabs. */
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MainLayout } from '../../views/shell/main-layout.tsx';
import { FillNotices } from '../spot/fill-notices.tsx';
import { liveDataOf } from '../core/live/live-data.ts';
import { VerificationUpdates } from '../verification/verification-updates.tsx';
import { useRuntime } from '../core/runtime-context.ts';
import { CrashBoundary } from '../core/crash-boundary.tsx';

const HomeScreen = lazy(async () => ({
  default: (await import('../../views/home/home-screen.tsx')).HomeScreen,
}));

const RecordNotices = lazyPart(
  async () => (await import('./record-notices.tsx')).RecordNotices,
  () => null,
);

/** Tabs that show live prices of all markets. */
const LIVE_TABS: readonly string[] = ['/home', '/market'];

/**
 * The main layout. While it is open, the verification state is refreshed. On a tab with prices, the
 * socket is opened and subscribed before the first row exists (SPEC 4). Executed orders are
 * announced on every tab.
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
 * Wraps the pages outside the main layout that have an open socket; it announces executed orders
 * and verification results there, too.
 */
export function LiveLayout() {
  return (
    <>
      <Outlet />
      <Notices />
    </>
  );
}

/** Toasts about events on other screens. */
function Notices() {
  return (
    <>
      <FillNotices />
      <VerificationUpdates />
      <Suspense fallback={null}>
        <RecordNotices />
      </Suspense>
    </>
  );
}

import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { MainLayout } from '../../views/shell/main-layout.tsx';
import { FillNotices } from '../live/fill-notices.tsx';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

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
      <MainLayout />
      <FillNotices />
    </>
  );
}

/** Around the pages of a market outside the main layout: executed orders are said there too. */
export function LiveLayout() {
  return (
    <>
      <Outlet />
      <FillNotices />
    </>
  );
}

/** The pages by route, each loaded lazily inside its own error boundary. */
import { lazy, Suspense } from 'react';
import { matchPath, Navigate, useRoutes, type RouteObject } from 'react-router-dom';
import { ScreenLoading } from '../../views/parts/screen-loading.tsx';
import { CrashBoundary } from '../core/crash-boundary.tsx';
import { START_PATH } from './redirect-path.ts';
import { ROUTES, type AppRoute } from './routes.ts';

const loadLayouts = () => import('./tabs-layout.tsx');
const TabsLayout = lazy(async () => ({ default: (await loadLayouts()).TabsLayout }));
const LiveLayout = lazy(async () => ({ default: (await loadLayouts()).LiveLayout }));

/** Each page has its own boundary, so that a broken one leaves the others usable. */
function pageOf({ path, load, isTab }: AppRoute): RouteObject {
  const Page = lazy(async () => ({ default: await load() }));
  const element = (
    <CrashBoundary key={path} hasWayBack={isTab !== true}>
      <Page />
    </CrashBoundary>
  );
  return { path, element };
}

const PAGES: RouteObject[] = [
  { element: <TabsLayout />, children: ROUTES.filter(({ isTab }) => isTab).map(pageOf) },
  { element: <LiveLayout />, children: ROUTES.filter(({ isLive }) => isLive).map(pageOf) },
  ...ROUTES.filter(({ isTab, isLive }) => !isTab && !isLive).map(pageOf),
  { path: '/', element: <Navigate to={START_PATH} replace /> },
  { path: '*', element: <Navigate to="/" replace /> },
];

/** The page of the address; its script is loaded with the first visit. */
export function Pages() {
  return <Suspense fallback={<ScreenLoading />}>{useRoutes(PAGES)}</Suspense>;
}

/** Starts to load the script of a page before it is rendered. */
export function preloadPage(pathname: string): void {
  const route = ROUTES.find(({ path }) => matchPath(path, pathname) !== null);
  // A script that did not load is retried, and its error shown, when the page is rendered.
  const ignore = () => undefined;
  if (route?.isTab || route?.isLive) loadLayouts().catch(ignore);
  route?.load().catch(ignore);
}

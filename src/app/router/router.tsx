import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom';
import { ScreenLoading } from '../../views/shell/screen-loading.tsx';
import type { Runtime } from '../runtime.ts';
import { CrashScreen } from './crash-screen.tsx';
import { guardOf } from './guards.ts';
import { redirectTarget, START_PATH } from './redirect-path.ts';
import { RootLayout } from './root-layout.tsx';
import { ROUTES, type AppRoute } from './routes.ts';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

const routeObject = (route: AppRoute, runtime: Runtime): RouteObject => ({
  path: route.path,
  loader: guardOf(route, runtime),
  // The guard runs with every navigation, also one that only changes the query.
  shouldRevalidate: () => true,
  lazy: async () => ({ Component: await route.load() }),
});

function routeObjects(runtime: Runtime): RouteObject[] {
  const objectOf = (route: AppRoute) => routeObject(route, runtime);
  return [
    {
      Component: RootLayout,
      ErrorBoundary: CrashScreen,
      HydrateFallback: ScreenLoading,
      children: [
        {
          id: 'tabs',
          lazy: async () => ({ Component: (await import('./tabs-layout.tsx')).TabsLayout }),
          children: ROUTES.filter(({ isTab }) => isTab).map(objectOf),
        },
        ...ROUTES.filter(({ isTab }) => !isTab).map(objectOf),
        { path: '/', loader: () => redirect(START_PATH) },
        { path: '*', loader: () => redirect('/') },
      ],
    },
  ];
}

/** The pages of the app. It follows the session: who signs in leaves the sign-in pages, who is signed out goes there. */
export function createAppRouter(runtime: Runtime): AppRouter {
  const router = createBrowserRouter(routeObjects(runtime));
  runtime.session.on('login.requested', () => void router.navigate('/login'));
  let wasLoggedIn = false;
  runtime.session.subscribe(({ context }) => {
    const isNow = context.tokens !== null;
    const { pathname, search } = router.state.location;
    const isAtSignIn = ROUTES.some(
      ({ path, audience }) => audience === 'anonymous' && path === pathname,
    );
    if (isNow && !wasLoggedIn && isAtSignIn)
      void router.navigate(redirectTarget(search), { replace: true });
    wasLoggedIn = isNow;
  });
  return router;
}

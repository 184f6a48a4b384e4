import { Suspense } from 'react';
import { RouterProvider } from 'react-router-dom';
import { ScreenLoading } from '../views/shell/screen-loading.tsx';
import type { AppRouter } from './router/router.tsx';
import { RuntimeContext } from './runtime-context.ts';
import type { Runtime } from './runtime.ts';

export function App({
  runtime,
  router,
}: {
  readonly runtime: Runtime;
  readonly router: AppRouter;
}) {
  return (
    <RuntimeContext value={runtime}>
      <Suspense fallback={<ScreenLoading />}>
        <RouterProvider router={router} />
      </Suspense>
    </RuntimeContext>
  );
}

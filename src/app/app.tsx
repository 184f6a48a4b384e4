/** The root component of the user app: providers, router, guard, and the page of the address. */
import { BrowserRouter } from 'react-router-dom';
import { FormatProvider } from '../format/format-provider.tsx';
import { PreferencesContext } from './core/preferences/preferences-context.ts';
import { CrashBoundary } from './core/router/crash-boundary.tsx';
import { Guard } from './core/router/guard.tsx';
import { LoginRedirect } from './core/router/login-redirect.tsx';
import { PageStepsRouter } from './core/router/page-steps-router.tsx';
import { Pages } from './core/router/pages.tsx';
import { SessionDialogs } from './core/router/session-dialogs.tsx';
import { RuntimeContext } from './core/runtime-context.ts';
import type { Runtime } from './core/runtime.ts';

export function App({ runtime }: { readonly runtime: Runtime }) {
  return (
    <RuntimeContext value={runtime}>
      <PreferencesContext value={runtime.preferences}>
        <CrashBoundary>
          <FormatProvider>
            <BrowserRouter>
              <PageStepsRouter>
                <Guard>
                  <Pages />
                </Guard>
                <LoginRedirect />
                <SessionDialogs />
              </PageStepsRouter>
            </BrowserRouter>
          </FormatProvider>
        </CrashBoundary>
      </PreferencesContext>
    </RuntimeContext>
  );
}

/** The root component of the user app: providers, router, guard, and the page of the address. */
import { BrowserRouter } from 'react-router-dom';
import { LocaleProvider } from '../i18n/locale-provider.tsx';
import { PreferencesContext } from './core/preferences/preferences-context.ts';
import { CrashBoundary } from './core/crash-boundary.tsx';
import { Guard } from './router/guard.tsx';
import { LoginRedirect } from './router/login-redirect.tsx';
import { PageStepsRouter } from './core/page-steps-router.tsx';
import { Pages } from './router/pages.tsx';
import { SessionDialogs } from './router/session-dialogs.tsx';
import { RuntimeContext } from './core/runtime-context.ts';
import type { Runtime } from './core/runtime.ts';

export function App({ runtime }: { readonly runtime: Runtime }) {
  return (
    <RuntimeContext value={runtime}>
      <PreferencesContext value={runtime.preferences}>
        <CrashBoundary>
          <LocaleProvider>
            <BrowserRouter>
              <PageStepsRouter>
                <Guard>
                  <Pages />
                </Guard>
                <LoginRedirect />
                <SessionDialogs />
              </PageStepsRouter>
            </BrowserRouter>
          </LocaleProvider>
        </CrashBoundary>
      </PreferencesContext>
    </RuntimeContext>
  );
}

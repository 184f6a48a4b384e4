/** The root component of the operator console: sign-in, or the page of the address. */
import { Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { CrashBoundary } from '../app/core/crash-boundary.tsx';
import { PageStepsRouter } from '../app/core/page-steps-router.tsx';
import { PreferencesContext } from '../app/core/preferences/preferences-context.ts';
import { LocaleProvider } from '../i18n/locale-provider.tsx';
import { ScreenLoading } from '../views/parts/screen-loading.tsx';
import { useOperatorSession } from './hooks/use-operator-session.ts';
import { ConsolePages } from './pages.tsx';
import { ConsoleContext } from './core/runtime-context.ts';
import type { ConsoleRuntime } from './core/runtime.ts';
import { SignInScreen } from './views/operator/sign-in-screen.tsx';

export function Console({ runtime }: { readonly runtime: ConsoleRuntime }) {
  return (
    <ConsoleContext value={runtime}>
      <PreferencesContext value={runtime.preferences}>
        <CrashBoundary>
          <LocaleProvider>
            <BrowserRouter>
              <PageStepsRouter>
                <Suspense fallback={<ScreenLoading />}>
                  <SignedInOrNot />
                </Suspense>
              </PageStepsRouter>
            </BrowserRouter>
          </LocaleProvider>
        </CrashBoundary>
      </PreferencesContext>
    </ConsoleContext>
  );
}

/** The address stays during the sign-in, so that its page is shown afterwards. */
function SignedInOrNot() {
  const { access } = useOperatorSession();
  return access === null ? <SignInScreen /> : <ConsolePages />;
}

import { BrowserRouter } from 'react-router-dom';
import { FormatProvider } from '../format/format-provider.tsx';
import { PreferencesContext } from './preferences/preferences-context.ts';
import { CrashBoundary } from './router/crash-boundary.tsx';
import { Guard } from './router/guard.tsx';
import { LoginRedirect } from './router/login-redirect.tsx';
import { PageStepsRouter } from './router/page-steps-router.tsx';
import { Pages } from './router/pages.tsx';
import { SessionDialogs } from './router/session-dialogs.tsx';
import { RuntimeContext } from './runtime-context.ts';
import type { Runtime } from './runtime.ts';

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

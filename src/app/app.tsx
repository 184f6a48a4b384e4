import { BrowserRouter } from 'react-router-dom';
import { FormatProvider } from '../format/format-provider.tsx';
import { CrashBoundary } from './router/crash-boundary.tsx';
import { Guard } from './router/guard.tsx';
import { LoginRedirect } from './router/login-redirect.tsx';
import { Pages } from './router/pages.tsx';
import { SessionDialogs } from './router/session-dialogs.tsx';
import { RuntimeContext } from './runtime-context.ts';
import type { Runtime } from './runtime.ts';

export function App({ runtime }: { readonly runtime: Runtime }) {
  return (
    <RuntimeContext value={runtime}>
      <CrashBoundary>
        <FormatProvider>
          <BrowserRouter>
            <Guard>
              <Pages />
            </Guard>
            <LoginRedirect />
            <SessionDialogs />
          </BrowserRouter>
        </FormatProvider>
      </CrashBoundary>
    </RuntimeContext>
  );
}

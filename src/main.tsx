/** The entry of the user app. */
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ensure } from '../contract/assert.ts';
import { App } from './app/app.tsx';
import { applyLooks } from './app/core/preferences/apply-looks.ts';
import { noteMissingScripts, reloadForWords } from './i18n/missing-script.ts';
import { endPushWithSession, registerWorker } from './app/core/register-worker.ts';
import { preloadPage } from './app/router/pages.tsx';
import { createRuntime } from './app/core/runtime.ts';
import { startI18n } from './i18n/i18n.ts';

noteMissingScripts(window);
preloadPage(location.pathname);
const runtime = createRuntime(window);
// Server answers are in the language of their request, so a new language needs a reload.
applyLooks(window, runtime.preferences, () => runtime.queries.refreshAll());
await startI18n(runtime.preferences.get().locale, () => void reloadForWords(window));
createRoot(ensure(document.getElementById('root'), 'the element #root')).render(
  <StrictMode>
    <App runtime={runtime} />
  </StrictMode>,
);
registerWorker(window, () => runtime.queries.refreshAll());
endPushWithSession(window, runtime.session);

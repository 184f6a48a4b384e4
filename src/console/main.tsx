/** The entry of the operator console. */
import '../styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ensure } from '../../contract/assert.ts';
import { noteMissingScripts, reloadForWords } from '../i18n/missing-script.ts';
import { applyLooks } from '../app/core/preferences/apply-looks.ts';
import { startI18n } from '../i18n/i18n.ts';
import { Console } from './console.tsx';
import { createConsoleRuntime } from './core/runtime.ts';

noteMissingScripts(window);
const runtime = createConsoleRuntime(window);
applyLooks(window, runtime.preferences);
await startI18n(runtime.preferences.get().locale, () => void reloadForWords(window));
createRoot(ensure(document.getElementById('root'), 'the element #root')).render(
  <StrictMode>
    <Console runtime={runtime} />
  </StrictMode>,
);

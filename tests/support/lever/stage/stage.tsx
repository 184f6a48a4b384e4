/** Puts the app on the stage: the whole client with ports of its own, at the address in the hash. */
import '../../../../src/styles.css';
import { createRoot } from 'react-dom/client';
import { ensure } from '../../../../contract/assert.ts';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import type { Locale } from '../../../../contract/languages.ts';
import { App } from '../../../../src/app/app.tsx';
import { createRuntime } from '../../../../src/app/core/runtime.ts';
import { startI18n } from '../../../../src/i18n/i18n.ts';
import { createStage, markMessage, type Stage } from './stage-ports.ts';

declare global {
  interface Window {
    stage: Stage & { markMessage: typeof markMessage };
  }
}

const {
  path = '/lever',
  locale = 'en-US',
  lost,
} = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
history.replaceState(null, '', path);
const stage = createStage();
if (lost !== undefined) stage.answer(lost as EndpointName, 'lost');
window.stage = { ...stage, markMessage };
await startI18n(locale as Locale, () => undefined);
createRoot(ensure(document.getElementById('root'), 'the element #root')).render(
  <App runtime={createRuntime(window, stage.ports)} />,
);

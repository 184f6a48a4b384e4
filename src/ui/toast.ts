/** Shows toasts; the script of their host loads with the first one. */
import { LIMITS } from '../../contract/limits.ts';
import { SECOND_MS } from '../../contract/time.ts';
import type { ToastKind, ToastOptions } from './toast.types.ts';
import { whenShown } from './when-shown.ts';

/** Factor on the time of a plain toast. */
const ACTION_PATIENCE = 3;

/**
 * A browser may never report the result of a script load; after this time the sentence is shown
 * without the script.
 */
const SCRIPT_PATIENCE_MS = 5 * SECOND_MS;

/**
 * Shows a sentence for two seconds (SPEC 9); on a hidden page, from when it becomes visible. The
 * toast's script is loaded with the first one.
 */
export function showToast(
  message: string,
  kind: ToastKind = 'plain',
  options: ToastOptions = {},
): void {
  const durationMs = LIMITS.toast_ms * (options.action ? ACTION_PATIENCE : 1);
  void whenShown()
    .then(toastHost)
    .then(
      ({ presentToast }) => presentToast(message, kind, durationMs, options),
      () => sayPlainly(message, durationMs, options.isReadOut),
    );
}

const toastHost = () =>
  Promise.race([
    import('./toast-host.tsx'),
    new Promise<never>((_, reject) => {
      setTimeout(reject, SCRIPT_PATIENCE_MS);
    }),
  ]);

/** Shows the sentence if the script of the toasts did not load. */
function sayPlainly(message: string, durationMs: number, isReadOut = true): void {
  const line = document.createElement('p');
  if (isReadOut) line.role = 'alert';
  else line.ariaHidden = 'true';
  line.textContent = message;
  line.className =
    'fixed inset-x-4 top-4 z-50 mx-auto max-w-sm rounded-control border border-line bg-raised px-4 py-3 text-center text-ink';
  document.body.append(line);
  setTimeout(() => line.remove(), durationMs);
}

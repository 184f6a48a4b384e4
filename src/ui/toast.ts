import { LIMITS } from '../../contract/limits.ts';

export type ToastKind = 'plain' | 'success' | 'problem';

/** Shows a sentence for two seconds (SPEC 9). The toast's script is loaded with the first one. */
export function showToast(message: string, kind: ToastKind = 'plain'): void {
  void import('./toast-host.tsx').then(({ presentToast }) =>
    presentToast(message, kind, LIMITS.toast_ms),
  );
}

import { useMachine } from '@xstate/react';
import { useState } from 'react';
import type { PasswordResetFields } from '../../../machines/app/password-reset.rules.ts';
import { providePasswordReset } from '../forms/provide-forms.ts';
import { useRuntime } from '../runtime-context.ts';

/**
 * The form for a forgotten password. `snapshot.context.resendAtMs` is the deadline after which
 * another code may be asked for (`useCountdown`); `requestCode` asks for one. In state `done` the
 * password is changed and the view leads to /login.
 */
export function usePasswordResetForm(initial: Partial<PasswordResetFields> = {}) {
  const runtime = useRuntime();
  const [machine] = useState(() => providePasswordReset(runtime));
  const [input] = useState(initial);
  const [snapshot, send] = useMachine(machine, { input });
  const requestCode = () => send({ type: 'code.request', nowMs: runtime.clock.now() });
  return { snapshot, send, requestCode };
}

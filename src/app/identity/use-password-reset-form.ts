/** The hook of the form for a forgotten password. */
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { providePasswordReset } from './provide-password-reset.ts';
import { useRuntime } from '../core/runtime-context.ts';

/**
 * The form for a forgotten password. `snapshot.context.resendAtMs` is the time at which the next
 * code can be requested. In state `done` the password is changed and the view leads to /login.
 */
export function usePasswordResetForm() {
  const runtime = useRuntime();
  const [machine] = useState(() => providePasswordReset(runtime));
  const [snapshot, send] = useMachine(machine, { input: {} });
  return { snapshot, send };
}

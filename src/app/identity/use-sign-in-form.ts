/** The hook of the sign-in form, prefilled with the last account. */
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { provideSignIn } from './provide-sign-in.ts';
import { useRuntime } from '../core/runtime-context.ts';

/**
 * The sign-in form: `snapshot.context` has fields and problems, tag `busy` is set during the call.
 * It starts with the account of the last sign-in. After success the app leaves the screen.
 */
export function useSignInForm() {
  const runtime = useRuntime();
  const [machine] = useState(() => provideSignIn(runtime));
  const [input] = useState(() => {
    const { loginUserName, loginType } = runtime.session.getSnapshot().context;
    return { account: loginUserName, loginType };
  });
  const [snapshot, send] = useMachine(machine, { input });
  return { snapshot, send };
}

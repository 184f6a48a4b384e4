import { useMachine } from '@xstate/react';
import { useState } from 'react';
import type { RegistrationFields } from '../../../machines/app/registration.rules.ts';
import { provideRegistration } from '../forms/provide-forms.ts';
import { useRuntime } from '../runtime-context.ts';

/**
 * The registration form. `snapshot.context.resendAtMs` is the deadline after which another code may
 * be asked for (`useCountdown`); `requestCode` asks for one. `initial`: fields filled in beforehand,
 * such as the invite code of a share link. After success the app leaves the screen by itself.
 */
export function useRegistrationForm(initial: Partial<RegistrationFields> = {}) {
  const runtime = useRuntime();
  const [machine] = useState(() => provideRegistration(runtime));
  const [input] = useState(initial);
  const [snapshot, send] = useMachine(machine, { input });
  const requestCode = () => send({ type: 'code.request', nowMs: runtime.clock.now() });
  return { snapshot, send, requestCode };
}

/** The hook of the registration form, with the invite code of a share link. */
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { provideRegistration } from './provide-registration.ts';
import { useRuntime } from '../core/runtime-context.ts';

/**
 * The registration form. `snapshot.context.resendAtMs` is the time at which the next code can be
 * requested. `inviteCode` comes from a share link, or is empty. After success the app leaves the
 * screen.
 */
export function useRegistrationForm(inviteCode: string) {
  const runtime = useRuntime();
  const [machine] = useState(() => provideRegistration(runtime));
  const [input] = useState({ inviteCode });
  const [snapshot, send] = useMachine(machine, { input });
  return { snapshot, send };
}

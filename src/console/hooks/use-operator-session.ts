/** The hook of the operator session. */
import { useSelector } from '@xstate/react';
import type { OperatorAccess } from '../../../machines/app/operator/operator-session.machine.ts';
import { useConsole } from '../core/runtime-context.ts';

/**
 * Returns the signed-in operator, or the reason for which there is none, with functions to change
 * it.
 */
export function useOperatorSession() {
  const { session } = useConsole();
  const access = useSelector(session, ({ context }) => context.access);
  const absence = useSelector(session, ({ context }) => context.absence);
  return {
    access,
    absence,
    open: (opened: OperatorAccess) => session.send({ type: 'session.opened', access: opened }),
    signOut: () => session.send({ type: 'session.signOut' }),
  };
}

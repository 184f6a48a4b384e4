/** The hook of the Web Push opt-in of this browser. */
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import {
  pushOptInMachine,
  type PushOptInContext,
  type PushStanding,
} from '../../../../machines/app/core/push-opt-in.machine.ts';
import type { CallAnswer } from '../../../../machines/app/core/problem.ts';
import { callAnswer } from '../api/call-answer.ts';
import { settlePush } from '../push/settle-push.ts';
import { useRuntime } from '../runtime-context.ts';

export interface PushOptInView {
  readonly standing: PushStanding | 'settling';
  /** What is being done, or was done last. */
  readonly wish: PushOptInContext['wish'];
  /** Why the last wish did not come true. */
  readonly problem: ProblemName | null;
  readonly turnOn: () => void;
  readonly turnOff: () => void;
  /** Asks again: the settings of the browser were changed. */
  readonly look: () => void;
}

/** Whether this browser is told by Web Push, and the switch for it. */
export function usePushOptIn(): PushOptInView {
  const { page, api } = useRuntime();
  const [machine] = useState(() =>
    pushOptInMachine.provide({
      actors: {
        settle: fromPromise<CallAnswer<PushStanding>, { readonly wish: PushOptInContext['wish'] }>(
          ({ input }) => callAnswer(settlePush(input.wish, { page, api })),
        ),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  return {
    standing: snapshot.value,
    wish: snapshot.context.wish,
    problem: snapshot.context.problem,
    turnOn: () => send({ type: 'push.turnOn' }),
    turnOff: () => send({ type: 'push.turnOff' }),
    look: () => send({ type: 'push.look' }),
  };
}

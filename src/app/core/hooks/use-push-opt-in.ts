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

interface PushOptInView {
  readonly standing: PushStanding | 'settling';
  /** The change that is running, or ran last. */
  readonly wish: PushOptInContext['wish'];
  /** Reason for which the last change failed. */
  readonly problem: ProblemName | null;
  readonly turnOn: () => void;
  readonly turnOff: () => void;
  /** Rereads the status after a change of the browser's settings. */
  readonly look: () => void;
}

/** Returns whether this browser gets push notifications, with functions to change it. */
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

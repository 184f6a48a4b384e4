import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import type {
  OperatorRequestInput,
  OperatorResponseOf,
} from '../../../contract/operator/routes.ts';
import type { CallAnswer, ProblemName } from '../../../machines/app/problem.ts';
import { createQueryMachine } from '../../../machines/app/query.machine.ts';
import { callAnswer } from '../../app/api/call-answer.ts';
import type { OperatorCallName } from '../api/operator-api.ts';
import { useConsole } from '../runtime-context.ts';

export interface OperatorQueryView<Data> {
  readonly status: 'loading' | 'success' | 'failure';
  /** The last answer; kept while it is asked for again. */
  readonly data: Data | null;
  readonly error: ProblemName | null;
  readonly isRefreshing: boolean;
  /** Asks again. */
  readonly retry: () => void;
}

/**
 * The answer of one reading call, read again after each change this operator makes. It belongs to the component: give the component another `key` for
 * another request.
 */
export function useOperatorQuery<N extends OperatorCallName>(
  name: N,
  request: OperatorRequestInput<N>,
): OperatorQueryView<OperatorResponseOf<N>> {
  const { api, changes } = useConsole();
  const [machine] = useState(() =>
    createQueryMachine<OperatorResponseOf<N>>().provide({
      actors: {
        load: fromPromise<CallAnswer<OperatorResponseOf<N>>>(({ signal }) =>
          callAnswer(api.call(name, request, signal)),
        ),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  useEffect(() => changes.listen(() => send({ type: 'query.refresh' })), [changes, send]);
  const { data, isKnown, refusal } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  return {
    status: isKnown ? 'success' : isBusy ? 'loading' : 'failure',
    data,
    error: refusal?.error ?? null,
    isRefreshing: isBusy && isKnown,
    retry: () => send({ type: 'query.retry' }),
  };
}

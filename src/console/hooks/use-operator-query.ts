/** The hook of a console GET call, with optional polling. */
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import type {
  OperatorRequestInput,
  OperatorResponseOf,
} from '../../../contract/operator/routes.ts';
import type { CallAnswer, ProblemName } from '../../../machines/app/core/problem.ts';
import { createQueryMachine } from '../../../machines/app/core/query.machine.ts';
import { callAnswer } from '../../app/core/api/call-answer.ts';
import { useInterval } from '../../ui/use-interval.ts';
import type { OperatorApi, OperatorCallName } from '../core/operator-api.ts';
import { useConsole } from '../core/runtime-context.ts';

export interface OperatorQueryView<Data> {
  readonly status: 'loading' | 'success' | 'failure';
  /** The last answer; kept during a reload. */
  readonly data: Data | null;
  readonly error: ProblemName | null;
  readonly isRefreshing: boolean;
  /** Reloads. */
  readonly retry: () => void;
}

/** Reload intervals of data on screen, so that it shows the changes of others. */
export const FOLLOW_MS = { list: 30_000, record: 5_000 } as const;

/**
 * Returns the answer of one reading call, reloaded after each change by this operator and every
 * `everyMs`. The latter does not count as activity, so that an idle session ends. The query belongs
 * to the component: another request needs another `key` of the component.
 */
export function useOperatorQuery<N extends OperatorCallName>(
  name: N,
  request: OperatorRequestInput<N>,
  everyMs: number | null = null,
): OperatorQueryView<OperatorResponseOf<N>> {
  const { api, changes } = useConsole();
  const [{ machine, setUnbidden }] = useState(() => createFollowing(api, name, request));
  const [snapshot, send] = useMachine(machine);
  useEffect(
    () =>
      changes.listen(() => {
        setUnbidden(false);
        send({ type: 'query.refresh' });
      }),
    [changes, send, setUnbidden],
  );
  const ask = (isByItself: boolean) => {
    setUnbidden(isByItself);
    send({ type: 'query.retry' });
  };
  useInterval(() => ask(true), everyMs);
  const { data, isKnown, refusal } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  return {
    status: isKnown ? 'success' : isBusy ? 'loading' : 'failure',
    data,
    error: refusal?.error ?? null,
    isRefreshing: isBusy && isKnown,
    retry: () => ask(false),
  };
}

/** Creates the query of one call, with a flag whether the operator causes the next request. */
function createFollowing<N extends OperatorCallName>(
  api: OperatorApi,
  name: N,
  request: OperatorRequestInput<N>,
) {
  let isUnbidden = false;
  const machine = createQueryMachine<OperatorResponseOf<N>>().provide({
    actors: {
      load: fromPromise<CallAnswer<OperatorResponseOf<N>>>(({ signal }) =>
        callAnswer(api.call(name, request, { signal, isUnbidden })),
      ),
    },
  });
  return {
    machine,
    setUnbidden: (isByItself: boolean) => {
      isUnbidden = isByItself;
    },
  };
}

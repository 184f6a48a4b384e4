/** The hook of a cached GET call: status, data, error, retry and refresh. */
import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import type { TextEndpointName } from '../../../../contract/endpoints.ts';
import type { RequestInput, ResponseOf } from '../../../../contract/routes.ts';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import type { Telling } from '../api/api-client.ts';
import { useRuntime } from '../runtime-context.ts';

export type QueryView<Data> = {
  /** Asks again; a call that is on its way already goes on. */
  readonly retry: () => void;
  /** Asks again also while a call is on its way: its answer may be out of date already. */
  readonly refresh: () => void;
  /** A call is on its way while an older answer shows. */
  readonly isRefreshing: boolean;
} & (
  | { readonly status: 'loading'; readonly data: null; readonly error: null }
  | { readonly status: 'success'; readonly data: Data; readonly error: null }
  | { readonly status: 'failure'; readonly data: null; readonly error: ProblemName }
);

/**
 * The answer of a reading call, shared by all screens that ask the same. An answer older than half
 * a minute is asked for again when a screen shows it, and all of them when the language changes.
 * @param telling nobody: the person has not asked for it. Otherwise the screen shows a refusal.
 */
export function useQuery<N extends TextEndpointName>(
  name: N,
  request: RequestInput<N>,
  telling?: Telling,
): QueryView<ResponseOf<N>> {
  const { queries } = useRuntime();
  const actor = queries.get(name, request, telling);
  useEffect(() => queries.hold(actor), [queries, actor]);
  const retry = useCallback(() => actor.send({ type: 'query.retry' }), [actor]);
  const refresh = useCallback(() => actor.send({ type: 'query.refresh' }), [actor]);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const data = useSelector(actor, ({ context }) => context.data) as ResponseOf<N> | null;
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const isKnown = useSelector(actor, ({ context }) => context.isKnown);

  const common = { retry, refresh, isRefreshing: isBusy && isKnown };
  if (isKnown) return { ...common, status: 'success', data: data as ResponseOf<N>, error: null };
  return isBusy || refusal === null
    ? { ...common, status: 'loading', data: null, error: null }
    : { ...common, status: 'failure', data: null, error: refusal.error };
}

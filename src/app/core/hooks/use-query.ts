/** The hook of a cached GET call: status, data, error, retry and refresh. */
import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import type { TextEndpointName } from '../../../../contract/endpoints.ts';
import type { RequestInput, ResponseOf } from '../../../../contract/routes.ts';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import type { Reporting } from '../api/api-client.ts';
import { useRuntime } from '../runtime-context.ts';

export type QueryView<Data> = {
  /** Reloads; a running call goes on. */
  readonly retry: () => void;
  /** Reloads even during a call, whose answer may be outdated already. */
  readonly refresh: () => void;
  /** Whether a call is running while an older answer is shown. */
  readonly isRefreshing: boolean;
} & (
  | { readonly status: 'loading'; readonly data: null; readonly error: null }
  | { readonly status: 'success'; readonly data: Data; readonly error: null }
  | { readonly status: 'failure'; readonly data: null; readonly error: ProblemName }
);

/**
 * Returns the answer of a reading call, shared by all screens with the same request. A screen that
 * opens reloads an answer older than half a minute, and a change of language reloads all.
 * @param reporting silent: the user has not requested it. Otherwise the screen shows a refusal.
 */
export function useQuery<N extends TextEndpointName>(
  name: N,
  request: RequestInput<N>,
  reporting?: Reporting,
): QueryView<ResponseOf<N>> {
  const { queries } = useRuntime();
  const actor = queries.get(name, request, reporting);
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

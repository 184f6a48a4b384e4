/** The hooks of the lists of spot and forex pairs. */
import { useMemo } from 'react';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import { useQuery } from '../../../app/core/hooks/use-query.ts';
import { forexPair, spotPairs, type ForexPair, type SpotPair } from './pair.ts';

/** A list of pairs with the state of its call. */
export interface PairsView<P> {
  readonly status: 'loading' | 'success' | 'failure';
  /** The same array until the answer changes; empty unless `success`. */
  readonly pairs: readonly P[];
  readonly error: ProblemName | null;
  readonly retry: () => void;
}

/** Returns every spot market, the most popular first, and the codes of the quote currencies. */
export function useSpotPairs(): PairsView<SpotPair> & { readonly quoteCodes: readonly string[] } {
  const { status, data, error, retry } = useQuery('listCurrencyMatches', {});
  const pairs = useMemo(() => spotPairs(data ?? []), [data]);
  const quoteCodes = useMemo(() => (data ?? []).map(({ code }) => code), [data]);
  return { status, pairs, quoteCodes, error, retry };
}

/** Returns every forex symbol, in the server's order. */
export function useForexPairs(): PairsView<ForexPair> {
  const { status, data, error, retry } = useQuery('listForexTickers', {});
  const pairs = useMemo(() => (data ?? []).map(forexPair), [data]);
  return { status, pairs, error, retry };
}

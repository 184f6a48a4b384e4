/** The hooks of the contract markets and of their live marks. */
import { useMemo, useSyncExternalStore } from 'react';
import { ensure } from '../../../contract/assert.ts';
import type { LeverMarketInfo } from '../../../contract/lever/lever.ts';
import type { KnownMark } from '../../../machines/app/lever/order-waits.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import { useQuery } from '../core/hooks/use-query.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { createMarksStore, type MarksById } from './marks-store.ts';

export interface LeverMarketsView {
  readonly status: 'loading' | 'success' | 'failure';
  /** The same array until the answer changes; empty unless `success`. */
  readonly markets: readonly LeverMarketInfo[];
  readonly error: ProblemName | null;
  readonly retry: () => void;
}

const NONE: readonly LeverMarketInfo[] = [];

/** Returns every contract market with its terms. */
export function useLeverMarkets(): LeverMarketsView {
  const { status, data, error, retry } = useQuery('listLeverMarkets', {});
  return { status, markets: data ?? NONE, error, retry };
}

/** Returns the live marks of these markets by id. `markets` must be the same array until it changes. */
export function useLeverMarks(markets: readonly LeverMarketInfo[]): MarksById {
  const { feed } = liveDataOf(useRuntime());
  const store = useMemo(() => createMarksStore(feed, markets), [feed, markets]);
  return useSyncExternalStore(store.subscribe, store.get);
}

/**
 * Acts that a market allows now. apart: its sources disagree, so that openings, closes and take-profits wait;
 * stop-losses and liquidations do not.
 */
type MarketCondition = 'live' | 'apart' | 'frozen' | 'closed' | 'closeOnly' | 'halted';

/** Returns the condition of a market at its mark. */
export function marketCondition(mark: KnownMark): MarketCondition {
  const { status, state, isCloseOnly, isAgreed } = mark;
  if (status === 'halted') return 'halted';
  if (state !== 'live') return state;
  if (status === 'close_only' || isCloseOnly) return 'closeOnly';
  return isAgreed ? 'live' : 'apart';
}

/** Whether an order may be placed at the mark: a market order waits a moment for sources that agree. */
export function takesOrders(mark: KnownMark): boolean {
  const condition = marketCondition(mark);
  return (condition === 'live' || condition === 'apart') && mark.price !== null;
}

/** Whether the mark is live, but its sources disagree. */
export const isApart = ({ status, state, isAgreed }: KnownMark): boolean =>
  status !== 'halted' && state === 'live' && !isAgreed;

/** Returns the live mark of one market. */
export function useLeverMark(market: LeverMarketInfo): KnownMark {
  const alone = useMemo(() => [market], [market]);
  return ensure(useLeverMarks(alone).get(market.id), 'the mark of a followed market');
}

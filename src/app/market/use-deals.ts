/** The hook of the latest trades of a market, loaded once, then live. */
import { useMemo, useSyncExternalStore } from 'react';
import type { Deal } from '../../../contract/market/market.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { mergeDeals } from './merged-deals.ts';
import { createValueStore } from '../core/live/value-store.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadAfterGap } from '../core/hooks/use-reload-after-gap.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';

type DealsView = QueryView<readonly Deal[]>;

const NONE: readonly Deal[] = [];

/** Returns the newest trades of a market, newest first, at most 50: the list by call, then live. */
export function useDeals(matchId: number): DealsView {
  const live = liveDataOf(useRuntime());
  const history = useQuery('listDeals', { currency_match_id: String(matchId) });
  const store = useMemo(() => createValueStore(live.feed.deals$(matchId), NONE), [live, matchId]);
  const arrived = useSyncExternalStore(store.subscribe, store.get);
  useReloadWhenShown(history.retry);
  useReloadAfterGap(history.refresh, { alsoFirst: true });

  const listed = history.data;
  const deals = useMemo(() => mergeDeals(arrived, listed ?? NONE), [arrived, listed]);
  return history.status === 'success' ? { ...history, data: deals } : history;
}

/** The hook of candles: history once and after a gap, then the forming candle. */
import { useEffect, useMemo, useRef } from 'react';
import { map, take, type Observable } from 'rxjs';
import type { Candle, KlinePeriod } from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import type { Instrument } from '../../../streams/feed.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useReloadAfterGap } from '../core/hooks/use-reload-after-gap.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useQuery } from '../core/hooks/use-query.ts';

/**
 * Calls the listener with the forming candle, at most once a frame and period, until unsubscribed.
 */
interface LiveCandles {
  subscribe(listener: (candle: Candle) => void): { unsubscribe(): void };
}

interface KlineView {
  readonly status: 'loading' | 'success' | 'failure';
  /** History, oldest first; the last one may still be forming. Empty unless `success`. */
  readonly candles: readonly Candle[];
  readonly error: ProblemName | null;
  readonly live$: LiveCandles;
  readonly retry: () => void;
}

const NONE: readonly Candle[] = [];

/**
 * Candles of a market and period: history when they are opened (and after a gap in the connection
 * or in the frames), then the forming candle.
 */
export function useKline(instrument: Instrument, period: KlinePeriod): KlineView {
  const { feed } = liveDataOf(useRuntime());
  const isSpot = instrument.kind === 'spot';
  const key = isSpot ? instrument.id : instrument.symbol;
  const { status, data, error, retry, refresh } = useQuery(
    isSpot ? 'listCandles' : 'listForexCandles',
    isSpot ? { currency_match_id: String(key), period } : { symbol: String(key), period },
  );
  useReloadAfterGap(refresh);
  // Periods that ended without a subscriber are unfinished in the cached history.
  useReloadWhenShown(retry);
  useEffect(() => {
    const losses = feed.candlesLost$.subscribe(refresh);
    return () => losses.unsubscribe();
  }, [feed, refresh]);

  const live$ = useMemo(() => {
    const target: Instrument =
      typeof key === 'number' ? { kind: 'spot', id: key } : { kind: 'forex', symbol: key };
    return feed.candle$(target, period).pipe(map(({ value }) => value));
  }, [feed, key, period]);
  useReloadWhereLiveIsAhead(data?.at(-1)?.time, live$, retry);
  return { status, candles: data ?? NONE, error, live$, retry };
}

/** Reloads the history once if its newest candle may have ended before the first live one. */
function useReloadWhereLiveIsAhead(
  newestMs: EpochMs | undefined,
  live$: Observable<Candle>,
  reload: () => void,
): void {
  const reloadedMs = useRef<EpochMs>(undefined);
  useEffect(() => {
    if (newestMs === undefined) return undefined;
    const first = live$.pipe(take(1)).subscribe(({ time }) => {
      // Once for each history, because a market may start a candle that no history lists.
      if (time <= newestMs || reloadedMs.current === newestMs) return;
      reloadedMs.current = newestMs;
      reload();
    });
    return () => first.unsubscribe();
  }, [newestMs, live$, reload]);
}

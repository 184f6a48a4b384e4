/** The hook of the live index of one instrument: its points, and whether they still arrive. */
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { IndexTickInfo } from '../../../contract/price-index/price-index.ts';
import type { LastPrice } from '../../../machines/app/micro/order-progress.ts';
import { indexPulseMachine } from '../../../machines/app/micro/index-pulse.machine.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { createIndexStore } from './index-store.ts';

export interface LiveIndex {
  /** The oldest first. */
  readonly points: readonly IndexTickInfo[];
  /** waiting: none has come yet. silent: they stay away. */
  readonly pulse: 'waiting' | 'live' | 'silent';
  /** Time of the last point; null before it. */
  readonly atMs: EpochMs | null;
  /** The last point with a price. */
  readonly last: LastPrice | null;
}

/** Returns the last point of an instrument, with or without a price. */
export function useLastPoint(instrument: string): Pick<LiveIndex, 'atMs' | 'last'> {
  const points = useIndexPoints(instrument);
  const last = useMemo(() => lastPriceOf(points), [points]);
  return { atMs: points.at(-1)?.time ?? null, last };
}

export function useIndex(instrument: string): LiveIndex {
  const points = useIndexPoints(instrument);
  const [snapshot, send] = useMachine(indexPulseMachine);
  const atMs = points.at(-1)?.time ?? null;
  useEffect(() => {
    if (atMs !== null) send({ type: 'point.arrive' });
  }, [atMs, send]);
  const last = useMemo(() => lastPriceOf(points), [points]);
  return { points, pulse: snapshot.value, atMs, last };
}

function useIndexPoints(instrument: string): readonly IndexTickInfo[] {
  const { feed } = liveDataOf(useRuntime());
  const store = useMemo(() => createIndexStore(feed, instrument), [feed, instrument]);
  return useSyncExternalStore(store.subscribe, store.get);
}

function lastPriceOf(points: readonly IndexTickInfo[]): LastPrice | null {
  const point = points.findLast(({ price }) => price !== null);
  return point === undefined || point.price === null
    ? null
    : { atMs: point.time, price: point.price };
}

/** The hooks of the live index of one instrument. Each renders its caller only when its own value changes. */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useSyncExternalStore } from 'react';
import type { EpochMs } from '../../../contract/time.ts';
import { indexPulseMachine } from '../../../machines/app/micro/index-pulse.machine.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { indexStoreOf, type IndexNow } from './index-store.ts';

/**
 * waiting: no point has come yet. live: prices arrive. frozen: points arrive without a price. closed: the market is
 * closed. silent: points stay away.
 */
export type IndexPulse = 'waiting' | 'live' | 'frozen' | 'closed' | 'silent';

/** Returns the whole index; it changes with each point. */
export const useIndexNow = (instrument: string): IndexNow => useIndexValue(instrument, itself);

/** Returns the last price; null before the first. */
export const useLastPrice = (instrument: string): string | null =>
  useIndexValue(instrument, ({ last }) => last?.price ?? null);

/**
 * @param select returns a value that equals itself while nothing has changed: a text, a number or a stored object. It gets
 *   the time by the clock while points stay away, and null while they arrive.
 */
export function useIndexValue<T>(
  instrument: string,
  select: (now: IndexNow, silentMs: EpochMs | null) => T,
): T {
  const store = useIndexStore(instrument);
  return useSyncExternalStore(store.subscribe, () => select(store.get(), store.silentMs()));
}

export function useIndexPulse(instrument: string): IndexPulse {
  const store = useIndexStore(instrument);
  const actor = useActorRef(indexPulseMachine);
  useEffect(() => {
    const tell = () => {
      if (store.silentMs() !== null) return;
      const { points, atMs, last } = store.get();
      const point = points.at(-1);
      if (atMs === null || point === undefined) return;
      const gapMs = last === null ? Number.POSITIVE_INFINITY : atMs - last.atMs;
      actor.send({ type: 'point.arrive', gap: point.gap, gapMs });
    };
    tell();
    return store.subscribe(tell);
  }, [store, actor]);
  return useSelector(actor, ({ value }) => value);
}

function useIndexStore(instrument: string) {
  const runtime = useRuntime();
  const { feed } = liveDataOf(runtime);
  return indexStoreOf({ feed, device: runtime.clock }, instrument);
}

const itself = (now: IndexNow): IndexNow => now;

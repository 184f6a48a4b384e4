/** The store of the points of the index of one instrument: one for all its readers on the page. */
import type { IndexTickInfo } from '../../../contract/micro/index/price-index.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LastPrice } from '../../../machines/app/micro/order-progress.ts';
import type { Feed } from '../../../streams/feed.ts';

/** The index as it is now. */
export interface IndexNow {
  /** The oldest first. */
  readonly points: readonly IndexTickInfo[];
  /** Time of the last point; null before it. */
  readonly atMs: EpochMs | null;
  /** The last point with a price. */
  readonly last: LastPrice | null;
}

/** The shape of `useSyncExternalStore`. */
interface IndexStore {
  subscribe(onChange: () => void): () => void;
  /** Returns the same object until a point arrives. */
  get(): IndexNow;
}

const NOTHING: IndexNow = { points: [], atMs: null, last: null };

const stores = new WeakMap<Pick<Feed, 'index$'>, Map<string, IndexStore>>();

/** Returns the store of the instrument; it follows the feed while it has readers. */
export function indexStoreOf(feed: Pick<Feed, 'index$'>, instrument: string): IndexStore {
  const known = stores.get(feed) ?? new Map<string, IndexStore>();
  stores.set(feed, known);
  const store = known.get(instrument) ?? createIndexStore(feed, instrument);
  known.set(instrument, store);
  return store;
}

function createIndexStore(feed: Pick<Feed, 'index$'>, instrument: string): IndexStore {
  const readers = new Set<() => void>();
  let now = NOTHING;
  let stop: (() => void) | null = null;
  const follow = () => {
    const listening = feed.index$(instrument).subscribe(({ points }) => {
      now = { points, atMs: points.at(-1)?.time ?? null, last: lastPriceOf(points) };
      for (const onChange of readers) onChange();
    });
    return () => listening.unsubscribe();
  };
  return {
    get: () => now,
    subscribe(onChange) {
      readers.add(onChange);
      stop ??= follow();
      return () => {
        readers.delete(onChange);
        if (readers.size > 0) return;
        stop?.();
        stop = null;
        // A later reader begins with the points of its time.
        now = NOTHING;
      };
    },
  };
}

function lastPriceOf(points: readonly IndexTickInfo[]): LastPrice | null {
  const point = points.findLast(({ price }) => price !== null);
  return point === undefined || point.price === null
    ? null
    : { atMs: point.time, price: point.price };
}

/** The store of the points of the index of one instrument: one for all its readers on the page. */
import type { IndexTickInfo } from '../../../contract/micro/index/price-index.ts';
import { INDEX_AGE_MS } from '../../../contract/figures/index-record.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
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
  /** Returns the time of the last point and the time since it came, while points stay away; null while they arrive. */
  silentMs(): EpochMs | null;
}

const NOTHING: IndexNow = { points: [], atMs: null, last: null };

/** A step of a countdown while points stay away. */
const TICK_MS = 250;

/** The feed, and the clock for the time without its points. */
interface IndexSource {
  readonly feed: Pick<Feed, 'index$'>;
  /** Only its differences count, so that it may be wrong. */
  readonly device: Clock;
}

const stores = new WeakMap<Pick<Feed, 'index$'>, Map<string, IndexStore>>();

/** Returns the store of the instrument; it follows the feed while it has readers. */
export function indexStoreOf(source: IndexSource, instrument: string): IndexStore {
  const { feed } = source;
  const known = stores.get(feed) ?? new Map<string, IndexStore>();
  stores.set(feed, known);
  const store = known.get(instrument) ?? createIndexStore(source, instrument);
  known.set(instrument, store);
  return store;
}

function createIndexStore({ feed, device }: IndexSource, instrument: string): IndexStore {
  const readers = new Set<() => void>();
  let now = NOTHING;
  /** The newest point ever, and the time of the device then. It outlives the readers, who may leave without a connection. */
  let newest: { readonly atMs: EpochMs; readonly heardMs: EpochMs } | null = null;
  let silentMs: EpochMs | null = null;
  let stop: (() => void) | null = null;
  const tell = () => {
    for (const onChange of readers) onChange();
  };
  const follow = () => {
    const listening = feed.index$(instrument).subscribe(({ points }) => {
      now = { points, atMs: points.at(-1)?.time ?? null, last: lastPriceOf(points) };
      silentMs = null;
      if (now.atMs !== null && now.atMs > (newest?.atMs ?? 0))
        newest = { atMs: now.atMs, heardMs: device.now() };
      tell();
    });
    const ticking = setInterval(() => {
      if (newest === null) return;
      const sinceMs = device.now() - newest.heardMs;
      if (sinceMs < INDEX_AGE_MS) return;
      silentMs = newest.atMs + sinceMs;
      tell();
    }, TICK_MS);
    return () => {
      clearInterval(ticking);
      listening.unsubscribe();
    };
  };
  return {
    get: () => now,
    silentMs: () => silentMs,
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
        silentMs = null;
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

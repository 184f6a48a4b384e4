/** The store of the points of the index of one instrument. */
import type { IndexTickInfo } from '../../../contract/price-index/price-index.ts';
import type { Feed } from '../../../streams/feed.ts';

/** The shape of `useSyncExternalStore`. */
interface IndexStore {
  subscribe(onChange: () => void): () => void;
  /** Returns the same list until a point arrives. */
  get(): readonly IndexTickInfo[];
}

export function createIndexStore(feed: Pick<Feed, 'index$'>, instrument: string): IndexStore {
  let points: readonly IndexTickInfo[] = [];
  return {
    get: () => points,
    subscribe(onChange) {
      const listening = feed.index$(instrument).subscribe((view) => {
        points = view.points;
        onChange();
      });
      return () => listening.unsubscribe();
    },
  };
}

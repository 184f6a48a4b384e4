/** Key and signed minutes of the index that this browser saw, kept beyond the page. */
import {
  seenHistory,
  withMinutes,
  type SeenHistory,
} from '../../../contract/micro/seen-history.ts';
import type { KeyValueStore } from '../core/key-value-store.ts';

const STORE_KEY = 'meridian.micro.seen';

/** Returns null for a browser that saw nothing, or keeps nothing. */
export function seenHistoryOf(store: Pick<KeyValueStore, 'get'>): SeenHistory | null {
  try {
    return seenHistory.parse(JSON.parse(store.get(STORE_KEY) ?? ''));
  } catch {
    return null;
  }
}

/** Adds minutes that are signed with the key. A key that was seen before stays. */
export function keepSeen(
  store: Pick<KeyValueStore, 'get' | 'set'>,
  { public_key: key, minutes }: SeenHistory,
): void {
  const seen = withMinutes(seenHistoryOf(store), key, minutes);
  store.set(STORE_KEY, JSON.stringify(seen));
}

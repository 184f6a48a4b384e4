/** The id by which the exchange knows a browser again, so that only a new one needs a code at its sign-in. */
import type { KeyValueStore } from '../core/key-value-store.ts';
import { newRandomId } from '../core/random-id.ts';

const STORAGE_KEY = 'meridian.device';

/** Returns the random id of this browser, which outlives sessions. Without storage, each page has its own. */
export function deviceIdIn(store: KeyValueStore): string {
  const kept = store.get(STORAGE_KEY);
  if (kept !== null && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const id = newRandomId();
  store.set(STORAGE_KEY, id);
  return id;
}

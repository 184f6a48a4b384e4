/** The id by which a reloaded page gets the key of the authenticator that it has shown before. */
import { newRandomId } from '../core/random-id.ts';

const STORAGE_KEY = 'meridian.googleBinding';

/** Returns a random id of this tab, which stays the same after a reload. Without storage, each call has another id. */
export function bindingIdOfTab(): string {
  try {
    const kept = sessionStorage.getItem(STORAGE_KEY) ?? newRandomId();
    sessionStorage.setItem(STORAGE_KEY, kept);
    return kept;
  } catch {
    return newRandomId();
  }
}

/** Text by key that outlives the page. Works without storage too (private windows, full disks): then it lives as long as the page. */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, text: string): void;
  remove(key: string): void;
  /** Tells what another tab wrote under `key`; null when it was removed. */
  watch(key: string, onChange: (text: string | null) => void): () => void;
}

export function createBrowserStore(page: Window): KeyValueStore {
  const memory = new Map<string, string>();
  // A browser that refuses storage throws already when it is asked for.
  const attempt = <T>(access: (storage: Storage) => T): T | null => {
    try {
      return access(page.localStorage);
    } catch {
      return null;
    }
  };

  return {
    // What could not be stored is newer than what is.
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    set(key, text) {
      const isStored = attempt((storage) => {
        storage.setItem(key, text);
        return true;
      });
      if (isStored) memory.delete(key);
      else memory.set(key, text);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    watch(key, onChange) {
      const listen = ({ key: changed, newValue }: StorageEvent) => {
        // A null key: another tab cleared everything.
        if (changed === key || changed === null) onChange(changed === null ? null : newValue);
      };
      page.addEventListener('storage', listen);
      return () => page.removeEventListener('storage', listen);
    },
  };
}

/** Text by key, stored beyond the page. Without storage (private windows, full disks) it lives as long as the page. */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, text: string): void;
  remove(key: string): void;
  /**
   * Calls `onChange` with the text that another tab wrote under `key`; null when it was removed.
   */
  watch(key: string, onChange: (text: string | null) => void): () => void;
}

export function createBrowserStore(page: Window): KeyValueStore {
  const memory = new Map<string, string>();
  // A browser that refuses storage throws on the access itself.
  const attempt = <T>(access: (storage: Storage) => T): T | null => {
    try {
      return access(page.localStorage);
    } catch {
      return null;
    }
  };

  return {
    // A value in memory could not be stored, so it is newer than the stored one.
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
        // A null key means that another tab cleared everything.
        if (changed === key || changed === null) onChange(changed === null ? null : newValue);
      };
      page.addEventListener('storage', listen);
      return () => page.removeEventListener('storage', listen);
    },
  };
}

/** The storage and the locks that the tabs of one browser share, in memory. */
import type { KeyValueStore } from '../../src/app/core/key-value-store.ts';
import type { ExclusiveLock } from '../../src/app/core/session/exclusive-lock.ts';

interface Watcher {
  readonly tab: KeyValueStore;
  readonly key: string;
  readonly onChange: (text: string | null) => void;
}

export interface MemoryBrowser {
  readonly texts: Map<string, string>;
  /** The storage as seen by a further tab, which gets events about writes of the others. */
  openTab(): KeyValueStore;
  readonly lock: ExclusiveLock;
}

export function createMemoryBrowser(): MemoryBrowser {
  const texts = new Map<string, string>();
  let watchers: readonly Watcher[] = [];
  let queue: Promise<unknown> = Promise.resolve();

  const tell = (writer: KeyValueStore, key: string) => {
    for (const { tab, key: watched, onChange } of watchers)
      if (tab !== writer && watched === key) onChange(texts.get(key) ?? null);
  };

  return {
    texts,
    openTab() {
      const tab: KeyValueStore = {
        get: (key) => texts.get(key) ?? null,
        set(key, text) {
          texts.set(key, text);
          tell(tab, key);
        },
        remove(key) {
          texts.delete(key);
          tell(tab, key);
        },
        watch(key, onChange) {
          const watcher = { tab, key, onChange };
          watchers = [...watchers, watcher];
          return () => {
            watchers = watchers.filter((other) => other !== watcher);
          };
        },
      };
      return tab;
    },
    lock: async (task, signal) => {
      const turn = queue.then(() => task(signal));
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
}

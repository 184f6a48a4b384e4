/** A store of the reading, which changes several times a second: only the values rerender, not the whole chart. */
import { useSyncExternalStore } from 'react';
import type { Reading } from './candle-chart-controller.ts';

export interface ReadingStore {
  readonly get: () => Reading | null;
  readonly set: (reading: Reading | null) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createReadingStore(): ReadingStore {
  const listeners = new Set<() => void>();
  let current: Reading | null = null;
  return {
    get: () => current,
    set(reading) {
      current = reading;
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Returns the reading of `store`; renders when it changes. */
export function useReading(store: ReadingStore): Reading | null {
  return useSyncExternalStore(store.subscribe, store.get);
}

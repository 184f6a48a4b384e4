/** The hook that hides amounts, stored in this browser. */
import { useCallback, useSyncExternalStore } from 'react';
import type { KeyValueStore } from '../core/key-value-store.ts';
import { useRuntime } from '../core/runtime-context.ts';

const KEY = 'meridian.hideAmounts';
const listeners = new Set<() => void>();

const isHiddenIn = (store: KeyValueStore): boolean => store.get(KEY) === 'true';

/** Returns whether amounts are hidden, stored in this browser, and a function that switches it. */
export function useAmountPrivacy(): readonly [boolean, () => void] {
  const { store } = useRuntime();
  const subscribe = useCallback(
    (onChange: () => void) => {
      listeners.add(onChange);
      const unwatch = store.watch(KEY, onChange);
      return () => {
        listeners.delete(onChange);
        unwatch();
      };
    },
    [store],
  );
  const isHidden = useSyncExternalStore(subscribe, () => isHiddenIn(store));
  const toggle = () => {
    store.set(KEY, String(!isHiddenIn(store)));
    for (const listener of listeners) listener();
  };
  return [isHidden, toggle];
}

/** Adapts an observable to `useSyncExternalStore`. */
import type { Observable } from 'rxjs';

/** The latest value of an observable in the shape of `useSyncExternalStore`. */
interface ValueStore<Value> {
  subscribe(onChange: () => void): () => void;
  get(): Value;
}

export function createValueStore<Value>(
  value$: Observable<Value>,
  initial: Value,
): ValueStore<Value> {
  let latest = initial;
  return {
    get: () => latest,
    subscribe(onChange) {
      const subscription = value$.subscribe((value) => {
        if (Object.is(value, latest)) return;
        latest = value;
        onChange();
      });
      return () => subscription.unsubscribe();
    },
  };
}

/** The store of running actions by record, for buttons that must not run twice. */
import { createActor, fromPromise } from 'xstate';
import type { CallAnswer } from '../../../../machines/app/core/problem.ts';
import { recordActionMachine } from '../../../../machines/app/core/record-action.machine.ts';

/** The running actions by record, in the shape of `useSyncExternalStore`. */
export interface PendingActions {
  subscribe(onChange: () => void): () => void;
  /** Keys of the records; the same set until one is added or removed. */
  get(): ReadonlySet<string>;
  /** Runs `act`, unless an action on this record is running already. */
  begin(key: string, act: () => Promise<CallAnswer<unknown>>): void;
}

export function createPendingActions(): PendingActions {
  const listeners = new Set<() => void>();
  let pending: ReadonlySet<string> = new Set();

  function put(keys: ReadonlySet<string>): void {
    pending = keys;
    for (const listener of listeners) listener();
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    get: () => pending,
    begin(key, act) {
      if (pending.has(key)) return;
      const machine = recordActionMachine.provide({ actors: { act: fromPromise(act) } });
      const action = createActor(machine);
      action.subscribe((snapshot) => {
        if (!snapshot.hasTag('busy')) put(new Set([...pending].filter((other) => other !== key)));
      });
      put(new Set(pending).add(key));
      action.start();
    },
  };
}

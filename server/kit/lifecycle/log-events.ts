/** Event log rows that are not events of a machine, and the event types that callers may not send. */
import type { EpochMs } from '../../../contract/time.ts';
import type { AfterId } from './after-ids.ts';
import type { StoredSnapshot } from './stored-snapshot.types.ts';

/** The start, with the machine's input. */
export const startedEvent = (input: unknown) => ({ type: 'lifecycle.started', input }) as const;
/** The end of a delay. */
export const delayPassedEvent = ({ stateId, delayName }: AfterId) =>
  ({ type: 'lifecycle.delayPassed', stateId, delayName }) as const;
/** A running delay with its end. */
interface RunningDelay extends AfterId {
  readonly dueAtMs: EpochMs;
}

/**
 * The result of a migration to a newer machine, with the delays that run after it; only the older machine can replay the
 * events before it.
 */
export const migratedEvent = (
  from: number,
  to: number,
  snapshot: StoredSnapshot,
  ends: readonly RunningDelay[],
) => ({ type: 'lifecycle.migrated', from, to, snapshot, ends }) as const;

export type LifecycleLogEvent =
  | ReturnType<typeof startedEvent>
  | ReturnType<typeof delayPassedEvent>
  | ReturnType<typeof migratedEvent>;

/** A row of the log as stored: one of the above, or an event of the machine. */
export type LoggedEvent = LifecycleLogEvent | { readonly type: `${string}.${string}` };

/** Events that only the runner creates; otherwise a caller could end a delay by hand. */
export const isReserved = (eventType: string): boolean => /^(?:xstate|lifecycle)\./.test(eventType);

/** The rows of the event log that are not events of a machine, and which events nobody may send. */
import type { AfterId } from './after-ids.ts';
import type { StoredSnapshot } from './stored-snapshot.types.ts';

/** The start, with what the machine was given. */
export const startedEvent = (input: unknown) => ({ type: 'lifecycle.started', input }) as const;
/** A delay has run out. */
export const delayPassedEvent = ({ stateId, delayName }: AfterId) =>
  ({ type: 'lifecycle.delayPassed', stateId, delayName }) as const;
/** What a newer machine made of the snapshot: what came before can be replayed by the older one only. */
export const migratedEvent = (from: number, to: number, snapshot: StoredSnapshot) =>
  ({ type: 'lifecycle.migrated', from, to, snapshot }) as const;

export type LifecycleLogEvent =
  | ReturnType<typeof startedEvent>
  | ReturnType<typeof delayPassedEvent>
  | ReturnType<typeof migratedEvent>;

/** A row of the log as it is stored: one of the above, or an event of the machine. */
export type LoggedEvent = LifecycleLogEvent | { readonly type: `${string}.${string}` };

/** Events that the runner alone makes: anybody else could end a delay by hand. */
export const isReserved = (eventType: string): boolean => /^(?:xstate|lifecycle)\./.test(eventType);

/**
 * Allows the end of a delay by the event log alone, which is append-only. One changed row of
 * `lifecycle_timers`, or one changed snapshot, would otherwise end a delay early or with another result.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { expectedTimers, type AfterId } from './after-ids.ts';
import type { LifecycleEventRow, LifecycleRow, LifecycleTimer } from './lifecycles.repo.ts';
import type { LifecycleSpec } from './lifecycles.types.ts';
import type { migratedEvent } from './log-events.ts';
import { replayedSteps } from './replay-lifecycle.ts';
import { restoreSnapshot, storedSnapshot } from './stored-snapshots.ts';

/** A due timer whose record does not allow its end. The timer stays as it is. */
class TimerNotAllowedError extends Error {}

interface DueTimer {
  readonly row: LifecycleRow;
  /** The whole log, oldest first. */
  readonly events: readonly LifecycleEventRow[];
  readonly timer: LifecycleTimer;
  readonly now: EpochMs;
}

/**
 * Compares a due timer and its locked record with the log. A delay may end later than the log says, because outages and
 * held releases postpone it, but never earlier.
 * @throws TimerNotAllowedError when the delay would end early, or the stored snapshot is not that of the log; Error when the
 *   machine refuses an event of the log.
 */
export function refuseEarlyEnd(spec: LifecycleSpec, { row, events, timer, now }: DueTimer): void {
  const record = `${timer.kind} ${timer.id}`;
  if (row.machineVersion !== spec.version)
    throw new TimerNotAllowedError(`${record} waits for the migration to its newer machine`);
  const { state, ends } = stateByLog(spec, events);
  if (!isDeepStrictEqual(storedSnapshot(restoreSnapshot(spec, row)), storedSnapshot(state)))
    throw new TimerNotAllowedError(`the snapshot of ${record} is not that of its log`);
  const end = ends.get(keyOf(timer));
  // The machine refuses the end of a delay that its state does not have.
  if (end === undefined || end <= now) return;
  throw new TimerNotAllowedError(
    `${timer.delayName} of ${record} is due at ${timer.dueAtMs}, but its log does not let it end before ${end}`,
  );
}

/** Replays the log. @returns its state, and the earliest end of each delay that runs in it. */
function stateByLog(spec: LifecycleSpec, events: readonly LifecycleEventRow[]) {
  const ends = new Map<string, EpochMs>();
  let state: SnapshotFrom<AnyStateMachine> | undefined;
  for (const { atMs, event, state: reached, timers } of replayedSteps(spec, events)) {
    state = reached;
    if (event.type === 'lifecycle.migrated')
      for (const timer of migratedEnds(spec, event as Migrated, reached, events))
        ends.set(keyOf(timer), timer.dueAtMs);
    for (const timer of timers)
      if (timer.delayMs === null) ends.delete(keyOf(timer));
      else ends.set(keyOf(timer), atMs + timer.delayMs);
  }
  return { state: ensure(state, 'event log'), ends };
}

type Migrated = ReturnType<typeof migratedEvent>;

/** Returns the ends that a migration stored. Older migrations stored none: their delays began with the record or later. */
function migratedEnds(
  spec: LifecycleSpec,
  { ends }: Partial<Migrated>,
  state: SnapshotFrom<AnyStateMachine>,
  [first]: readonly LifecycleEventRow[],
): readonly (AfterId & { readonly dueAtMs: EpochMs })[] {
  const fromMs = ensure(first, 'event log').atMs;
  const running = expectedTimers(spec.machine, state as AnyMachineSnapshot);
  return ends ?? running.map(({ delayMs, ...timer }) => ({ ...timer, dueAtMs: fromMs + delayMs }));
}

const keyOf = ({ stateId, delayName }: AfterId): string => `${stateId} ${delayName}`;

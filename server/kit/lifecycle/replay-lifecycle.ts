/** Replays a record's event log, which must lead to the stored snapshot and to the running timers. */
import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../db/database.ts';
import { afterEventOf, expectedTimers, type AfterId } from './after-ids.ts';
import {
  findEvents,
  findLifecycle,
  findTimers,
  type LifecycleEventRow,
  type LifecycleRow,
  type LifecycleTimer,
} from './lifecycles.repo.ts';
import type { LifecycleEffect, LifecycleSpec } from './lifecycles.types.ts';
import type { LoggedEvent, LifecycleLogEvent } from './log-events.ts';
import { beginLife, takeEvent, type TimerChange } from './machine-steps.ts';
import type { StoredSnapshot } from './stored-snapshot.types.ts';
import { restoreSnapshot, storedSnapshot } from './stored-snapshots.ts';

/** The stored lifecycle of one record. */
export interface LifecycleRecord {
  readonly row: LifecycleRow;
  /** Oldest first. */
  readonly events: readonly LifecycleEventRow[];
  readonly timers: readonly LifecycleTimer[];
}

export interface LifecycleReplayStep {
  readonly revision: number;
  readonly atMs: EpochMs;
  readonly event: LoggedEvent;
  /** The snapshot after the event. */
  readonly snapshot: StoredSnapshot;
  readonly effects: readonly LifecycleEffect[];
}

export interface LifecycleReplay {
  readonly steps: readonly LifecycleReplayStep[];
  /** Differences from the log, one line each; empty when the record is consistent. */
  readonly faults: readonly string[];
}

/** Undefined for a record without a lifecycle of this kind. */
export async function readLifecycleRecord(
  database: Executor,
  kind: string,
  id: number,
): Promise<LifecycleRecord | undefined> {
  const row = await findLifecycle(database, kind, id);
  if (row === undefined) return undefined;
  const events = await findEvents(database, kind, id);
  return { row, events, timers: await findTimers(database, kind, id) };
}

/**
 * Replays from the last migration on, or from the start if there was none. For the log of an older
 * machine without a migration, it reports the events as far as this machine accepts them, without
 * faults.
 */
export function replayLifecycle(spec: LifecycleSpec, record: LifecycleRecord): LifecycleReplay {
  const { row, events, timers } = record;
  const faults = events.flatMap(({ revision }, index) =>
    revision === index + 1 ? [] : [`event ${index + 1} of the log has revision ${revision}`],
  );
  const isOlder = row.machineVersion < spec.version;
  const steps: LifecycleReplayStep[] = [];
  try {
    let snapshot: SnapshotFrom<AnyStateMachine> | null = null;
    for (const step of replayedSteps(spec, events)) {
      ({ state: snapshot } = step);
      const { revision, atMs, event, effects } = step;
      steps.push({ revision, atMs, event, snapshot: storedSnapshot(snapshot), effects });
    }
    if (!isOlder) faults.push(...differences(spec, row, timers, { snapshot, steps }));
  } catch (error) {
    const problem = error instanceof Error ? error.message : error;
    if (!isOlder) faults.push(`after ${steps.length} steps: ${problem}`);
  }
  return { steps, faults };
}

/** A log entry without the record's identity. */
type LogEntry = Pick<LifecycleEventRow, 'revision' | 'event' | 'atMs'>;

/** One event of the log with the state it led to. */
interface ReplayedStep<M extends AnyStateMachine> {
  readonly revision: number;
  readonly atMs: EpochMs;
  readonly event: LoggedEvent;
  readonly state: SnapshotFrom<M>;
  readonly effects: readonly LifecycleEffect[];
  /** Delays that the event started or ended. */
  readonly timers: readonly TimerChange[];
}

/**
 * Replays the log through the machine, oldest first, from the last migration on.
 * @throws AssertionError when the machine refuses an event.
 */
export function* replayedSteps<M extends AnyStateMachine>(
  spec: LifecycleSpec<M>,
  log: readonly LogEntry[],
): Generator<ReplayedStep<M>> {
  let state: SnapshotFrom<M> | null = null;
  for (const { revision, atMs, event: stored } of log.slice(firstReplayable(log))) {
    const event = stored as LoggedEvent;
    const { snapshot, effects, timers } = stepOf(spec, state, event);
    const reached = snapshot as SnapshotFrom<M>;
    state = reached;
    yield { revision, atMs, event, state: reached, effects, timers };
  }
}

const firstReplayable = (events: readonly LogEntry[]): number =>
  Math.max(
    0,
    events.findLastIndex(({ event }) => (event as LoggedEvent).type === 'lifecycle.migrated'),
  );

function stepOf(
  spec: LifecycleSpec,
  present: SnapshotFrom<AnyStateMachine> | null,
  logged: LoggedEvent,
) {
  const entry = logged as LifecycleLogEvent;
  if (entry.type === 'lifecycle.started') return beginLife(spec.machine, entry.input);
  if (entry.type === 'lifecycle.migrated')
    return {
      snapshot: restoreSnapshot(spec, { machineVersion: entry.to, snapshot: entry.snapshot }),
      effects: [],
      timers: [],
    };
  const event = entry.type === 'lifecycle.delayPassed' ? afterEventOf(entry) : logged;
  const snapshot = ensure(present, 'start of the log');
  const step = takeEvent(spec.machine, snapshot, event as EventFromLogic<AnyStateMachine>);
  return ensure(step, `${logged.type}: the machine refuses it there`);
}

function differences(
  spec: LifecycleSpec,
  row: LifecycleRow,
  timers: readonly LifecycleTimer[],
  replayed: {
    readonly snapshot: SnapshotFrom<AnyStateMachine> | null;
    readonly steps: readonly LifecycleReplayStep[];
  },
): string[] {
  const last = ensure(replayed.steps.at(-1), 'event log');
  const faults: string[] = [];
  if (row.revision !== last.revision)
    faults.push(`revision ${row.revision} is stored, the log ends with ${last.revision}`);
  const stored = storedSnapshot(restoreSnapshot(spec, row));
  if (!isDeepStrictEqual(stored, last.snapshot))
    faults.push(
      `${JSON.stringify(stored)} is stored, the log leads to ${JSON.stringify(last.snapshot)}`,
    );
  const running = namesOf(timers);
  const expected = namesOf(expectedTimers(spec.machine, replayed.snapshot as AnyMachineSnapshot));
  if (!isDeepStrictEqual(running, expected))
    faults.push(`delays running: [${running.join(', ')}], expected: [${expected.join(', ')}]`);
  return faults;
}

const namesOf = (timers: readonly AfterId[]): string[] =>
  timers.map(({ stateId, delayName }) => `${delayName} of ${stateId}`).toSorted();

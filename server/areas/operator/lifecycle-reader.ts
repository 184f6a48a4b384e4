/** The event log of any record with a lifecycle, for operators. */
import type { StateValue } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { LifecycleKind } from '../../../contract/lifecycle-kinds.ts';
import type { LifecycleReport } from '../../../contract/operator/schemas/lifecycles.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { statePathOf } from '../../../machines/domain/explain/state-path.ts';
import {
  takenAtStart,
  takenTransitions,
} from '../../../machines/domain/explain/taken-transitions.ts';
import { spotOrderMachine } from '../../../machines/domain/spot/spot-order.machine.ts';
import { spotOrderSnapshot } from '../../../machines/domain/spot/spot-order.snapshot.ts';
import type { Database } from '../../kit/db/database.ts';
import { afterEventOf } from '../../kit/lifecycle/after-ids.ts';
import type { LifecycleRow } from '../../kit/lifecycle/lifecycles.repo.ts';
import type { LifecycleSpec } from '../../kit/lifecycle/lifecycles.types.ts';
import type { LifecycleLogEvent } from '../../kit/lifecycle/log-events.ts';
import {
  readLifecycleRecord,
  replayLifecycle,
  type LifecycleRecord,
  type LifecycleReplayStep,
} from '../../kit/lifecycle/replay-lifecycle.ts';
import type { StoredSnapshot } from '../../kit/lifecycle/stored-snapshot.types.ts';
import { restoreSnapshot, storedSnapshot } from '../../kit/lifecycle/stored-snapshots.ts';
import {
  createOrderRecordRepo,
  replayOrder,
  type OrderRecord,
  type ReplayStep,
} from '../spot/spot.area.ts';
import { createLeverRecordRepo } from '../lever/lever.area.ts';
import { contractOrderReport } from './contract-order-report.ts';
import { microOrderReport, readMicroRecord } from './micro-order-report.ts';
import { RECORD_LIFECYCLES, type LoggedKind } from './record-lifecycles.ts';
import { scalarsOf } from './report-scalars.ts';

export type LifecycleReader = (
  kind: LifecycleKind,
  id: number,
  now: EpochMs,
) => Promise<Result<LifecycleReport, 'record_not_found'>>;

export function createLifecycleReader(database: Database): LifecycleReader {
  const spotOrders = createOrderRecordRepo(database);
  const contractOrders = createLeverRecordRepo(database);
  return async (kind, id, now) => {
    if (kind === 'spot-order') {
      const [record] = await spotOrders.ofOrders([id]);
      return record === undefined ? refuse('record_not_found') : ok(spotOrderReport(record, now));
    }
    if (kind === 'contract-order') {
      const [record] = await contractOrders.ofOrders([id]);
      return record === undefined
        ? refuse('record_not_found')
        : ok(contractOrderReport(record, now));
    }
    if (kind === 'micro-order') {
      const record = await readMicroRecord(database, id);
      return record === undefined ? refuse('record_not_found') : ok(microOrderReport(record, now));
    }
    const record = await readLifecycleRecord(database, kind, id);
    return record === undefined ? refuse('record_not_found') : ok(recordReport(kind, record, now));
  };
}

/** Returns the stored state of a record of this kind, and the steps of its log. */
export function recordReport(
  kind: LoggedKind,
  record: LifecycleRecord,
  now: EpochMs,
): LifecycleReport {
  const { row, timers } = record;
  const spec = RECORD_LIFECYCLES[kind];
  const { steps, faults } = replayLifecycle(spec, record);
  const { snapshot, fault } = presentOf(spec, row);
  return {
    kind,
    id: String(row.id),
    machine_version: row.machineVersion,
    revision: row.revision,
    ...shownOf(snapshot),
    steps: steps.map((step, index) => ({
      ...toStep(step),
      taken: takenBy(spec, steps[index - 1], step),
    })),
    faults: fault === null ? [...faults] : [...faults, fault],
    timers: timers.map(({ stateId, delayName, dueAtMs }) => ({
      delay: delayName,
      state: stateId.slice(stateId.indexOf('.') + 1),
      due_at: dueAtMs,
    })),
    read_at: now,
  };
}

/**
 * Returns the snapshot as the present machine restores it, because that machine decides which events
 * are possible. If it cannot be restored, returns the stored snapshot and the fault.
 */
function presentOf(
  spec: LifecycleSpec,
  row: LifecycleRow,
): { readonly snapshot: unknown; readonly fault: string | null } {
  try {
    return { snapshot: storedSnapshot(restoreSnapshot(spec, row)), fault: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { snapshot: row.snapshot, fault: `the stored snapshot cannot be restored: ${problem}` };
  }
}

/** Returns state and context; a damaged snapshot may have neither. */
function shownOf(snapshot: unknown): Pick<LifecycleReport, 'state' | 'context'> {
  const { value, context } = Object(snapshot) as Partial<StoredSnapshot>;
  return {
    state: isStateValue(value) ? statePathOf(value) : 'unknown',
    context: scalarsOf(Object(context)),
  };
}

/** A state as XState stores it: a name, or the states of regions by their names. */
const isStateValue = (value: unknown): value is StateValue =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && Object.values(value).every(isStateValue));

/** Like {@link recordReport}, for a spot order. */
export function spotOrderReport(record: OrderRecord, now: EpochMs): LifecycleReport {
  const { steps, faults } = replayOrder(record);
  const last = ensure(steps.at(-1), 'placement of the order');
  return {
    kind: 'spot-order',
    id: String(record.order.id),
    machine_version: 1,
    revision: record.order.revision,
    state: spotOrderPath(last),
    context: scalarsOf(last.context),
    steps: steps.map((step, index) => ({
      revision: step.context.revision,
      at: step.atMs,
      event: step.event?.type ?? 'lifecycle.started',
      by: step.event?.by.role ?? null,
      delay: null,
      state: spotOrderPath(step),
      taken: takenBySpotOrder(steps[index - 1], step),
      effects: [],
    })),
    faults: [...faults],
    timers: [],
    read_at: now,
  };
}

function toStep({ revision, atMs, event, snapshot, effects }: LifecycleReplayStep) {
  return {
    revision,
    at: atMs,
    event: event.type,
    by: 'by' in event ? (event.by as { readonly role: string }).role : null,
    delay: 'delayName' in event ? event.delayName : null,
    state: statePathOf(snapshot.value as StateValue),
    effects: effects.map(({ type }) => type),
  };
}

function takenBy(
  spec: LifecycleSpec,
  before: LifecycleReplayStep | undefined,
  { event }: LifecycleReplayStep,
): string[] {
  const logged = event as LifecycleLogEvent;
  if (logged.type === 'lifecycle.started') return takenAtStart(spec.machine, logged.input);
  if (logged.type === 'lifecycle.migrated' || before === undefined) return [];
  const stored = { machineVersion: spec.version, snapshot: before.snapshot };
  const sent = logged.type === 'lifecycle.delayPassed' ? afterEventOf(logged) : event;
  return takenTransitions(spec.machine, restoreSnapshot(spec, stored), sent);
}

const takenBySpotOrder = (before: ReplayStep | undefined, { event }: ReplayStep): string[] =>
  before === undefined || event === null
    ? []
    : takenTransitions(spotOrderMachine, spotOrderSnapshot(before.context, before.state), event);

const spotOrderPath = ({ context, state }: ReplayStep): string =>
  statePathOf(spotOrderSnapshot(context, state).value);

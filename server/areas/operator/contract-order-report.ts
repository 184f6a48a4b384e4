/** The event log of a contract order, for operators: derived from the rows of its writer. */
import { ensure } from '../../../contract/assert.ts';
import type { LifecycleReport } from '../../../contract/operator/schemas/lifecycles.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { statePathOf } from '../../../machines/domain/explain/state-path.ts';
import { takenTransitions } from '../../../machines/domain/explain/taken-transitions.ts';
import { contractOrderMachine } from '../../../machines/domain/lever/contract-order.machine.ts';
import { replayLeverOrder } from '../lever/lever.area.ts';
import type { LeverRecord, LeverReplayStep } from '../lever/lever.area.ts';
import { scalarsOf } from './report-scalars.ts';

/** Returns the replayed state of a contract order, and its steps. */
export function contractOrderReport(record: LeverRecord, now: EpochMs): LifecycleReport {
  const { steps, faults } = replayLeverOrder(record);
  const last = ensure(steps.at(-1), 'placement of the order');
  return {
    kind: 'contract-order',
    id: String(record.order.id),
    machine_version: 1,
    revision: record.order.revision,
    state: statePathOf(last.snapshot.value),
    context: scalarsOf(last.snapshot.context),
    steps: steps.map((step, index) => ({
      revision: step.snapshot.context.revision,
      at: step.atMs,
      event: step.event?.type ?? 'lifecycle.started',
      by: step.event?.by.role ?? null,
      delay: null,
      state: statePathOf(step.snapshot.value),
      taken: takenBy(steps[index - 1], step),
      effects: [],
    })),
    faults: [...faults],
    timers: [],
    read_at: now,
  };
}

const takenBy = (before: LeverReplayStep | undefined, { event }: LeverReplayStep): string[] =>
  before === undefined || event === null
    ? []
    : takenTransitions(contractOrderMachine, before.snapshot, event);

/** The event log of an order whose steps are derived from the rows of its writer, for operators. */
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { LifecycleKind } from '../../../contract/lifecycle-kinds.ts';
import type { LifecycleReport } from '../../../contract/operator/schemas/lifecycles.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { statePathOf } from '../../../machines/domain/explain/state-path.ts';
import { takenTransitions } from '../../../machines/domain/explain/taken-transitions.ts';
import { scalarsOf } from './report-scalars.ts';

interface ReplayedStep {
  readonly atMs: EpochMs;
  /** Null for the acceptance. */
  readonly event: (EventObject & { readonly by: { readonly role: string } }) | null;
  readonly snapshot: AnyMachineSnapshot;
}

interface ReplayedOrder {
  readonly kind: LifecycleKind;
  readonly machine: AnyStateMachine;
  readonly order: { readonly id: number; readonly revision: number };
  readonly replay: {
    readonly steps: readonly ReplayedStep[];
    readonly faults: readonly string[];
  };
}

/** Returns the replayed state of the order, and its steps. */
export function replayedReport(
  { kind, machine, order, replay: { steps, faults } }: ReplayedOrder,
  now: EpochMs,
): LifecycleReport {
  const last = ensure(steps.at(-1), 'acceptance of the order');
  return {
    kind,
    id: String(order.id),
    machine_version: 1,
    revision: order.revision,
    state: statePathOf(last.snapshot.value),
    context: scalarsOf(last.snapshot.context as object),
    steps: steps.map(({ atMs, event, snapshot }, index) => ({
      revision: revisionOf(snapshot),
      at: atMs,
      event: event?.type ?? 'lifecycle.started',
      by: event?.by.role ?? null,
      delay: null,
      state: statePathOf(snapshot.value),
      taken: takenBy(machine, steps[index - 1], event),
      effects: [],
    })),
    faults: [...faults],
    timers: [],
    read_at: now,
  };
}

const revisionOf = ({ context }: AnyMachineSnapshot): number =>
  (context as { readonly revision: number }).revision;

const takenBy = (
  machine: AnyStateMachine,
  before: ReplayedStep | undefined,
  event: ReplayedStep['event'],
): string[] =>
  before === undefined || event === null ? [] : takenTransitions(machine, before.snapshot, event);

/** Formats the replay of a record for a terminal and for programs. */
import type { EpochMs } from '../../contract/time.ts';
import type {
  LifecycleRecord,
  LifecycleReplay,
} from '../../server/kit/lifecycle/replay-lifecycle.ts';

interface ShownStep {
  readonly revision: number;
  readonly atMs: EpochMs;
  readonly event: { readonly type: string };
  readonly snapshot: { readonly value: unknown; readonly context: unknown };
  readonly effects: readonly { readonly type: string }[];
}

/** A record and its replay, of any kind. */
export interface ShownReplay {
  readonly kind: string;
  readonly id: number;
  /** State and revision as they are stored. */
  readonly state: string;
  readonly revision: number;
  readonly steps: readonly ShownStep[];
  readonly faults: readonly string[];
}

export function shownRecord({ row }: LifecycleRecord, replay: LifecycleReplay): ShownReplay {
  const { value } = row.snapshot as { readonly value: unknown };
  const { kind, id, revision } = row;
  return { kind, id, revision, state: stateText(value), ...replay };
}

/** An order of a writer, and its replay. */
interface ReplayedOrder {
  readonly order: Pick<ShownReplay, 'id' | 'state' | 'revision'>;
  readonly replay: {
    readonly steps: readonly {
      readonly atMs: EpochMs;
      /** Null for the acceptance. */
      readonly event: { readonly type: string } | null;
      readonly snapshot: {
        readonly value: unknown;
        readonly context: { readonly revision: number };
      };
    }[];
    readonly faults: readonly string[];
  };
}

export function shownOrder(
  kind: string,
  { order: { id, state, revision }, replay: { steps, faults } }: ReplayedOrder,
): ShownReplay {
  return {
    kind,
    id,
    state,
    revision,
    steps: steps.map(({ atMs, event, snapshot }) => ({
      revision: snapshot.context.revision,
      atMs,
      event: event ?? { type: 'lifecycle.started' },
      snapshot,
      effects: [],
    })),
    faults,
  };
}

/** One line a step: time, event and sender, the state after it, and its effects. */
export function recordText({ kind, id, state, revision, steps, faults }: ShownReplay): string {
  const rows = steps.map((step) => [
    new Date(step.atMs).toISOString(),
    happening(step),
    stateText(step.snapshot.value),
    step.effects.map(({ type }) => type).join(', '),
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  );
  return [
    `${kind} ${id}`,
    ...rows.map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    faults.length === 0
      ? `${steps.length} steps, the same as stored: ${state}, revision ${revision}`
      : `${steps.length} steps, NOT the same as stored`,
    '',
  ].join('\n');
}

export function recordJson({ kind, id, steps, faults }: ShownReplay): string {
  const document = {
    kind,
    id: String(id),
    steps: steps.map(({ revision, atMs, event, snapshot, effects }) => ({
      revision,
      time: atMs,
      event,
      state: stateText(snapshot.value),
      context: snapshot.context,
      effects: effects.map(({ type }) => type),
    })),
    is_same_as_stored: faults.length === 0,
    faults,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function happening({ event }: ShownStep): string {
  if ('by' in event) {
    const { role, userId } = event.by as { readonly role: string; readonly userId: number };
    return `${event.type} by ${role} ${userId}`;
  }
  return 'delayName' in event ? `${event.type} ${String(event.delayName)}` : event.type;
}

/** Returns `paid.waiting` for a nested state. */
function stateText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([outer, inner]) => `${outer}.${stateText(inner)}`)
    .join(', ');
}

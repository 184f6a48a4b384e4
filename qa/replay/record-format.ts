/** Formats the replay of a record for a terminal and for programs. */
import type {
  LifecycleRecord,
  LifecycleReplay,
  LifecycleReplayStep,
} from '../../server/kit/lifecycle/replay-lifecycle.ts';

/** One line a step: time, event and sender, the state after it, and its effects. */
export function recordText({ row }: LifecycleRecord, { steps, faults }: LifecycleReplay): string {
  const rows = steps.map((step) => [
    new Date(step.atMs).toISOString(),
    happening(step),
    stateText(step.snapshot.value),
    step.effects.map(({ type }) => type).join(', '),
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  );
  const { value } = row.snapshot as { readonly value: unknown };
  return [
    `${row.kind} ${row.id}`,
    ...rows.map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    faults.length === 0
      ? `${steps.length} steps, the same as stored: ${stateText(value)}, revision ${row.revision}`
      : `${steps.length} steps, NOT the same as stored`,
    '',
  ].join('\n');
}

export function recordJson({ row }: LifecycleRecord, { steps, faults }: LifecycleReplay): string {
  const document = {
    kind: row.kind,
    id: String(row.id),
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

function happening({ event }: LifecycleReplayStep): string {
  if ('by' in event) {
    const { role, userId } = event.by as { readonly role: string; readonly userId: number };
    return `${event.type} by ${role} ${userId}`;
  }
  return 'delayName' in event ? `${event.type} ${event.delayName}` : event.type;
}

/** Returns `paid.waiting` for a nested state. */
function stateText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([outer, inner]) => `${outer}.${stateText(inner)}`)
    .join(', ');
}

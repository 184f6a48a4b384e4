/** The ledger rule that a record's row has the state of its lifecycle, which commands go by. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { RecordRule } from './verify-rule.types.ts';

interface RecordWithLife {
  readonly kind: string;
  readonly machine: AnyStateMachine;
  readonly table: string;
  /** Column of the row, and name in the `meta` of the machine's states. */
  readonly column: string;
}

/** Stored values of the machine's states as JSON, each with the value of the row. */
function rowValues(machine: AnyStateMachine, column: string): readonly string[] {
  const visit = (node: AnyStateNode, wrap: (value: unknown) => unknown): readonly string[] => {
    const meta = node.meta as Readonly<Record<string, unknown>> | undefined;
    if (node.type === 'compound')
      return Object.values(node.states).flatMap((child) =>
        visit(child, (value) => wrap({ [node.key]: value })),
      );
    return [`('${JSON.stringify(wrap(node.key))}'::jsonb, '${String(meta?.[column])}')`];
  };
  return Object.values(machine.root.states).flatMap((node) => visit(node, (value) => value));
}

/** Names rows that were changed without their lifecycles, and the other way round. */
export function lifecycleRowDiffers({ kind, machine, table, column }: RecordWithLife): RecordRule {
  const states = rowValues(machine, column).join(', ');
  return function rowsOfLifecycles(ids) {
    return `
      select 'lifecycle_row_differs' as fault, '${kind}' as kind, record.id,
        record.${column} as of_row, coalesce(state.name, life.snapshot ->> 'value', 'none') as of_lifecycle
      from ${table} record
      left join lifecycles life on life.kind = '${kind}' and life.id = record.id
      left join (values ${states}) state (value, name) on state.value = life.snapshot -> 'value'
      where record.id in ${ids} and record.${column} is distinct from state.name`;
  };
}

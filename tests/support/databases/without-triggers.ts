/** Changes that triggers of a table refuse, as the owner of the tables could make them. */
import { APPEND_ONLY_TABLES, RESULT_TRIGGERS } from '../../../server/kit/db/append-only-tables.ts';

const TRIGGERS: readonly (readonly [table: string, trigger: string])[] = [
  ...APPEND_ONLY_TABLES.map((table) => [table, `${table}_append_only`] as const),
  ...RESULT_TRIGGERS,
];

/** Statements that run while the triggers of the table are off, and switch them on again. */
export function withoutTriggers(table: string, statements: string): string {
  const switched = (how: string) =>
    TRIGGERS.filter(([name]) => name === table)
      .map(([, trigger]) => `alter table ${table} ${how} trigger ${trigger};`)
      .join(' ');
  return `${switched('disable')} ${statements}; ${switched('enable always')}`;
}

/** Statements of the hot path, written by hand and named: PostgreSQL parses and plans each once a connection. */
import type { QueryResult, QueryResultRow } from 'pg';
import type { Executor } from './database.ts';

export interface NamedStatement {
  /** Stands for `text` on every connection: no other statement has it. */
  readonly name: string;
  /** Parameters as `$1`, `$2` … */
  readonly text: string;
}

/** Runs the statement on the connection of `executor`, in its transaction where it is one. */
export function executeNamed<Row extends QueryResultRow>(
  executor: Executor,
  { name, text }: NamedStatement,
  params: readonly unknown[],
): Promise<QueryResult<Row>> {
  const query = { sql: text, params: [...params] };
  return executor._.session
    .prepareQuery<{ execute: QueryResult<Row>; all: unknown; values: unknown }>(
      query,
      undefined,
      name,
      false,
    )
    .execute();
}

/** Named, hand-written statements of the hot path: PostgreSQL parses and plans each once per connection. */
import type { QueryResult, QueryResultRow } from 'pg';
import type { Executor } from './database.ts';

export interface NamedStatement {
  /** Stands for `text` on every connection, so it must be unique. */
  readonly name: string;
  /** Parameters as `$1`, `$2` … */
  readonly text: string;
}

/** Runs the statement on the connection of `executor`, within its transaction if it is one. */
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

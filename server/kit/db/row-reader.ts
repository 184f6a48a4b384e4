/**
 * Reads rows of hand-written statements as drizzle would, because building a drizzle statement for
 * each call costs more than running it.
 */
import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

export class RowReader<T extends PgTable> {
  /** Select list: every column of the table, under names that {@link read} knows. */
  readonly list: string;
  readonly #columns: readonly (readonly [property: string, name: string, column: PgColumn])[];

  /** @param alias of the table in the statement. */
  constructor(table: T, alias: string) {
    this.#columns = Object.entries<PgColumn>(getTableColumns(table)).map(
      ([property, column]) => [property, `${alias}.${column.name}`, column] as const,
    );
    this.list = this.#columns
      .map(([, name, { name: own }]) => `${alias}."${own}" as "${name}"`)
      .join(', ');
  }

  /** @param row of a statement that selects {@link list}. */
  read(row: Readonly<Record<string, unknown>>): T['$inferSelect'] {
    const read: Record<string, unknown> = {};
    for (const [property, name, column] of this.#columns) {
      const value = row[name];
      read[property] = value === null ? null : column.mapFromDriverValue(value);
    }
    return read;
  }
}

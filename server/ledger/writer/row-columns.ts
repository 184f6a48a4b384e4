/** Rows as columns: one array parameter per column, so that a statement takes any number of rows. */

export interface Column<Row> {
  readonly name: string;
  /** SQL type of one value. */
  readonly type: string;
  of(row: Row): string | number | bigint | null;
}

/** Rows of one shape in a statement. One list defines the SQL and the parameters, so that they always agree. */
export class RowColumns<Row> {
  readonly #columns: readonly Column<Row>[];

  constructor(columns: readonly Column<Row>[]) {
    this.#columns = columns;
  }

  get count(): number {
    return this.#columns.length;
  }

  /** Returns `a, b, c`, each with `prefix`. */
  names(prefix = ''): string {
    return this.#columns.map(({ name }) => prefix + name).join(', ');
  }

  /** Returns `unnest($3::integer[], …)`. @param first number of the first parameter. */
  unnest(first: number): string {
    return `unnest(${this.#columns.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ')})`;
  }

  /** Returns the parameters: texts of PostgreSQL arrays. */
  values(rows: readonly Row[]): string[] {
    return this.#columns.map((column) => arrayText(rows, column));
  }
}

/** Joined and not added up: additions are strings of strings, which were a third of all memory that a commit took. */
function arrayText<Row>(rows: readonly Row[], { of, type }: Column<Row>): string {
  const quote = type === 'jsonb' ? quotedJson : quoted;
  let last: ReturnType<Column<Row>['of']> = null;
  let lastText = 'NULL';
  const texts = rows.map((row) => {
    const value = of(row);
    // Many columns have one value in all rows of a batch.
    if (value === last) return lastText;
    last = value;
    if (value === null) lastText = 'NULL';
    else lastText = typeof value === 'string' ? quote(value) : String(value);
    return lastText;
  });
  return `{${texts.join(',')}}`;
}

const quoted = (text: string): string =>
  `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`;

/** JSON has quotes and backslashes, but no bare control characters, so that JSON of it is what PostgreSQL reads. */
const quotedJson = (json: string): string => JSON.stringify(json);

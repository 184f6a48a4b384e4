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

function arrayText<Row>(rows: readonly Row[], { of }: Column<Row>): string {
  let text = '';
  for (const row of rows) {
    const value = of(row);
    text += text === '' ? '{' : ',';
    text += value === null ? 'NULL' : typeof value === 'string' ? quoted(value) : value;
  }
  return text === '' ? '{}' : `${text}}`;
}

const quoted = (text: string): string =>
  `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`;

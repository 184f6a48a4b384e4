/** Rows as columns: one array parameter per column, so that a statement takes any number of rows. */

export interface Column<Row> {
  readonly name: string;
  /** SQL type of one value. */
  readonly type: string;
  of(row: Row): string | number | bigint | null;
}

/**
 * In arrays up to this length, the search for a place costs less than an array that is unnested. An array of values of
 * several sizes or with a null is read from its begin for each place, so that longer ones take the square of their length.
 */
const SHORT_MAX = 128;

/** Whether a statement reads all values of this number of rows by place. @param count of the longest arrays. */
export const areFew = (count: number): boolean => count <= SHORT_MAX;

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

  /**
   * Returns a relation with the rows. PostgreSQL stores the values of each array that is unnested, which costs as
   * much as twenty values, so that columns are read by place where this is cheap.
   * @param first number of the first parameter. @param areFewRows see {@link areFew}.
   */
  unnest(first: number, areFewRows = false): string {
    return `(${this.#selected(first, areFewRows, '')})`;
  }

  /** Like {@link unnest}, with the place of each row from 1 on as a last column. */
  numbered(first: number, areFewRows = false): string {
    return `(${this.#selected(first, areFewRows, ', place')})`;
  }

  /** Returns the parameters: texts of PostgreSQL arrays. */
  values(rows: readonly Row[]): string[] {
    return this.#columns.map((column) => arrayText(rows, column));
  }

  #selected(first: number, areFewRows: boolean, more: string): string {
    const arrays = this.#columns.map(({ type }, index) => `$${first + index}::${type}[]`);
    const unnested = areFewRows ? [] : arrays.map((_, index) => index);
    const fields = this.#columns.map(({ name }, index) => {
      const value = unnested.includes(index) ? `value_${index}` : `(${arrays[index]})[place]`;
      return `${value} as ${name}`;
    });
    const sources = [
      ...unnested.map((index) => `unnest(${arrays[index]})`),
      `generate_subscripts(${arrays[0]}, 1)`,
    ];
    const names = [...unnested.map((index) => `value_${index}`), 'place'];
    return `select ${fields.join(', ')}${more} from rows from (${sources.join(', ')}) as each (${names.join(', ')})`;
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

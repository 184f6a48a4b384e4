/** Pages of lists: one row more than requested shows whether a next page exists. */

interface PageQuery {
  readonly before?: string | undefined;
  readonly size: number;
}

/** The filter of a desk's list of lifecycle records. */
export interface DeskQuery<State> {
  readonly state: State | undefined;
  readonly userId: number | undefined;
  readonly beyond: number | undefined;
  readonly count: number;
}

/** Returns the number of rows to read, and the record to start after. */
export const spanOf = ({ before, size }: PageQuery) => ({
  beyond: before === undefined ? undefined : Number(before),
  count: size + 1,
});

/** Returns the rows to show, and `next` of the page. */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { size }: PageQuery,
): { readonly shown: Row[]; readonly next: string | null } {
  const shown = rows.slice(0, size);
  return { shown, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null };
}

/** Search, order and rankings of the market lists. */
import type { Pair } from './pair.ts';

export const SORT_COLUMNS = ['name', 'price', 'change'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** Null: by popularity. */
export type PairOrder = {
  readonly column: SortColumn;
  readonly direction: 'ascending' | 'descending';
} | null;

export const RANKINGS = ['gainers', 'losers', 'volume'] as const;
export type Ranking = (typeof RANKINGS)[number];

/** The order after a tap on `column`: first the interesting end, then the other, then none. */
export function nextOrder(order: PairOrder, column: SortColumn): PairOrder {
  const first = column === 'name' ? 'ascending' : 'descending';
  if (order?.column !== column) return { column, direction: first };
  if (order.direction !== first) return null;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** Pairs whose label, symbol or name holds `query`; case and `/` do not count. */
export function matchingPairs<P extends Pair>(pairs: readonly P[], query: string): readonly P[] {
  const wanted = plain(query);
  if (wanted === '') return pairs;
  return pairs.filter(({ label, name }) =>
    [label, name].some((text) => plain(text).includes(wanted)),
  );
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s/_-]/g, '');

const KEYS: Record<SortColumn, (a: Pair, b: Pair) => number> = {
  name: (a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0),
  price: (a, b) => Number(a.day.close) - Number(b.day.close),
  change: (a, b) => Number(a.day.change) - Number(b.day.change),
};

/** `pairs` in `order`; equal ones keep their popularity. */
export function orderedPairs<P extends Pair>(pairs: readonly P[], order: PairOrder): readonly P[] {
  if (order === null) return pairs;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return pairs.toSorted((a, b) => sign * KEYS[order.column](a, b) || a.rank - b.rank);
}

/** Value traded in the quote currency, so that pairs of one group compare. */
const turnover = ({ day }: Pair) => Number(day.volume) * Number(day.close);

/** Rising pairs by gain, falling ones by loss, or all by value traded. */
export function rankedPairs<P extends Pair>(pairs: readonly P[], ranking: Ranking): readonly P[] {
  const change = ({ day }: Pair) => Number(day.change);
  switch (ranking) {
    case 'gainers':
      return pairs.filter((pair) => change(pair) > 0).toSorted((a, b) => change(b) - change(a));
    case 'losers':
      return pairs.filter((pair) => change(pair) < 0).toSorted((a, b) => change(a) - change(b));
    case 'volume':
      return pairs.toSorted((a, b) => turnover(b) - turnover(a));
  }
}

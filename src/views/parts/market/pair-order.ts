/** Search, order and rankings of the market lists. */
import { formatUnits, parseUnits, SCALE_MAX } from '../../../../contract/money/decimal.ts';
import { mulDiv } from '../../../../contract/money/rounding.ts';
import type { Pair, SpotPair } from './pair.ts';

export type SortColumn = 'name' | 'price' | 'change';

/** Null: by popularity. */
export type PairOrder = {
  readonly column: SortColumn;
  readonly direction: 'ascending' | 'descending';
} | null;

export const RANKINGS = ['gainers', 'losers', 'turnover'] as const;
export type Ranking = (typeof RANKINGS)[number];

/**
 * Returns the order after a tap on `column`: first the interesting end, then the other, then none.
 */
export function nextOrder(order: PairOrder, column: SortColumn): PairOrder {
  const first = column === 'name' ? 'ascending' : 'descending';
  if (order?.column !== column) return { column, direction: first };
  if (order.direction !== first) return null;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** Returns the pairs whose label, symbol or name contains `query`; case and `/` are ignored. */
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

/** Returns `pairs` in `order`; equal ones keep their order by popularity. */
export function orderedPairs<P extends Pair>(pairs: readonly P[], order: PairOrder): readonly P[] {
  if (order === null) return pairs;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return pairs.toSorted((a, b) => sign * KEYS[order.column](a, b) || a.rank - b.rank);
}

/** Returns rising pairs by gain, falling ones by loss, or all by turnover. */
export function rankedPairs(pairs: readonly SpotPair[], ranking: Ranking): readonly SpotPair[] {
  const change = ({ day }: Pair) => Number(day.change);
  switch (ranking) {
    case 'gainers':
      return pairs.filter((pair) => change(pair) > 0).toSorted((a, b) => change(b) - change(a));
    case 'losers':
      return pairs.filter((pair) => change(pair) < 0).toSorted((a, b) => change(a) - change(b));
    case 'turnover': {
      const { compare } = turnovers(pairs);
      return pairs.toSorted((a, b) => compare(b, a));
    }
  }
}

/**
 * Computes 24-hour turnovers in the most common quote currency, so that all pairs compare: turnover
 * × last price of the quote currency. A pair whose quote currency has no price counts as zero.
 */
export function turnovers(pairs: readonly SpotPair[]): {
  readonly code: string;
  /** Decimal text. */
  valueOf(pair: SpotPair): string;
  /** Negative if `a` has the lower turnover. */
  compare(a: SpotPair, b: SpotPair): number;
} {
  const quotedIn = new Map<string, number>();
  for (const { match } of pairs) {
    const { quote_currency_code: code } = match;
    quotedIn.set(code, (quotedIn.get(code) ?? 0) + 1);
  }
  const [code = ''] = [...quotedIn].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const rates = new Map([[code, '1']]);
  for (const { match, day } of pairs) {
    if (match.quote_currency_code === code) rates.set(match.base_currency_code, day.close);
  }
  const worthOf = ({ match, day }: SpotPair): bigint =>
    mulDiv(
      attos(day.turnover),
      attos(rates.get(match.quote_currency_code) ?? '0'),
      attos('1'),
      'floor',
    );
  return {
    code,
    valueOf: (pair) => formatUnits(worthOf(pair), SCALE_MAX),
    compare: (a, b) => {
      const difference = worthOf(a) - worthOf(b);
      return difference < 0n ? -1 : difference > 0n ? 1 : 0;
    },
  };
}

/** Returns units of 10^-18; 0 for text that is no number. */
const attos = (text: string): bigint => parseUnits(text, SCALE_MAX) ?? 0n;

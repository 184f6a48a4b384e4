/** A spot market or a forex symbol in the form that the market lists show. */
import type {
  CurrencyMatch,
  DayQuotation,
  ForexTicker,
  MarketGroup,
} from '../../../../contract/market/market.ts';

export interface Pair {
  /** Unique among all pairs. */
  readonly key: string;
  /** `BTC/USDT`. */
  readonly label: string;
  /** The base currency's name, for the search. */
  readonly name: string;
  readonly day: DayQuotation;
  /** A lower rank is more popular. */
  readonly rank: number;
  /** Address of its page. */
  readonly path: string;
}

export interface SpotPair extends Pair {
  readonly kind: 'spot';
  readonly match: CurrencyMatch;
}

export interface ForexPair extends Pair {
  readonly kind: 'forex';
  readonly ticker: ForexTicker;
}

export function spotPair(match: CurrencyMatch): SpotPair {
  const label = `${match.base_currency_code}/${match.quote_currency_code}`;
  return {
    kind: 'spot',
    key: `spot ${match.id}`,
    label,
    name: match.base_currency.name,
    day: match.currency_quotation,
    rank: match.popularity_rank,
    path: `/coinKline?${new URLSearchParams({ id: String(match.id), symbol: label }).toString()}`,
    match,
  };
}

/** `order`: its position in the server's list. */
export function forexPair(ticker: ForexTicker, order: number): ForexPair {
  return {
    kind: 'forex',
    key: `forex ${ticker.symbol}`,
    label: `${ticker.base_currency_code}/${ticker.quote_currency_code}`,
    name: ticker.symbol,
    day: ticker.currency_quotation,
    rank: order,
    path: `/forexKline?${new URLSearchParams({ symbol: ticker.symbol }).toString()}`,
    ticker,
  };
}

/** Returns all pairs of all groups, the most popular first. */
export function spotPairs(groups: readonly MarketGroup[]): SpotPair[] {
  return groups
    .flatMap((group) => group.matches)
    .map(spotPair)
    .toSorted((a, b) => a.rank - b.rank);
}

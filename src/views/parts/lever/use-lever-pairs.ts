/** The hook of the contract markets with the names and quotes of their instruments. */
import { useMemo } from 'react';
import type { LeverMarketInfo } from '../../../../contract/lever/lever.ts';
import { useLeverMarkets, type LeverMarketsView } from '../../../app/lever/use-lever-markets.ts';
import type { ForexPair, SpotPair } from '../market/pair.ts';
import { useForexPairs, useSpotPairs } from '../market/use-pairs.ts';

/** A contract market with its instrument. */
export interface LeverPair {
  readonly market: LeverMarketInfo;
  /** `BTC/USDT`. */
  readonly label: string;
  /** The name of the base currency, for the search. */
  readonly name: string;
  /** Code of one unit of the instrument. */
  readonly base: string;
  /** Currency of its prices. */
  readonly quote: string;
  /** Currency of margin and profit. */
  readonly code: string;
  /** The instrument's own market; null while it is unknown. */
  readonly pair: SpotPair | ForexPair | null;
}

export interface LeverPairsView extends LeverMarketsView {
  /** The coins first, each group by popularity. The same array until a list changes. */
  readonly pairs: readonly LeverPair[];
}

export function useLeverPairs(): LeverPairsView {
  const view = useLeverMarkets();
  const { pairs: spot } = useSpotPairs();
  const { pairs: forex } = useForexPairs();
  const pairs = useMemo(() => {
    const known = new Map<string, SpotPair | ForexPair>([
      ...spot.map((pair): [string, SpotPair] => [String(pair.match.id), pair]),
      ...forex.map((pair): [string, ForexPair] => [pair.ticker.symbol, pair]),
    ]);
    return view.markets
      .map((market) => leverPair(market, known.get(instrumentOf(market)) ?? null))
      .toSorted((a, b) => orderOf(a) - orderOf(b));
  }, [view.markets, spot, forex]);
  return { ...view, pairs };
}

const instrumentOf = ({ currency_match_id: matchId, symbol }: LeverMarketInfo): string =>
  matchId === null ? (symbol ?? '') : String(matchId);

/** Forex follows the coins. */
const FOREX_AFTER = 1_000_000;
const orderOf = ({ pair, market }: LeverPair): number =>
  (pair?.rank ?? market.id) + (market.symbol === null ? 0 : FOREX_AFTER);

function leverPair(market: LeverMarketInfo, pair: SpotPair | ForexPair | null): LeverPair {
  const code = market.settle_currency_code;
  const [base, quote] = pair?.label.split('/') ?? [];
  return {
    market,
    label: pair?.label ?? market.symbol ?? `#${market.id}`,
    name: pair?.name ?? '',
    base: base ?? market.symbol ?? '',
    quote: quote ?? code,
    code,
    pair,
  };
}

/** Returns the pair of a market; a nameless one while it is unknown. */
export function pairOf(pairs: readonly LeverPair[], marketId: number): LeverPair | null {
  return pairs.find(({ market }) => market.id === marketId) ?? null;
}

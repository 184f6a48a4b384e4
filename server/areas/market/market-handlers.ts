/** Answers the public market and forex calls from the trades and order books of the exchange. */
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { CurrencyMatch, ForexTicker, MarketGroup } from '../../../contract/market/market.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { DepthBoard } from './depth-board.ts';
import type { CurrencySpec } from '../../ledger/currency-catalog.ts';
import type { ReferencePrices } from '../spot/spot.area.ts';
import type { ExchangeMarket, ForexPair } from './market-source.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

type MarketHandlers = Pick<
  Handlers,
  | 'listCurrencyMatches'
  | 'listDeals'
  | 'listCandles'
  | 'getDepth'
  | 'listForexTickers'
  | 'getForexTicker'
  | 'listForexCandles'
>;

interface MarketReads {
  readonly spotMarkets: ReadonlyMap<number, ExchangeMarket>;
  readonly forexPairs: ReadonlyMap<string, ForexPair>;
  readonly depthBoard: Pick<DepthBoard, 'depth'>;
  /** Middles of price bands. */
  readonly bands: ReferencePrices;
}

export function createMarketHandlers(source: MarketReads): MarketHandlers {
  return {
    listCurrencyMatches: () => ok(groupMarkets([...source.spotMarkets.values()], source.bands)),
    listDeals: ({ currency_match_id: id }) => {
      const market = source.spotMarkets.get(id);
      return market === undefined
        ? refuse('market_not_found')
        : ok([...market.deals(LIMITS.deals_listed)]);
    },
    listCandles: async ({ currency_match_id: id, period, size }) => {
      const market = source.spotMarkets.get(id);
      if (market === undefined) return refuse('market_not_found');
      return ok([...(await market.candles(period, size))]);
    },
    getDepth: ({ currency_match_id: id, size }) => {
      const depth = source.depthBoard.depth(id, size);
      return depth === undefined ? refuse('market_not_found') : ok(depth);
    },
    listForexTickers: () => ok([...source.forexPairs.values()].map(forexTicker)),
    getForexTicker: ({ symbol }) => {
      const pair = source.forexPairs.get(symbol);
      return pair === undefined ? refuse('symbol_not_found') : ok(forexTicker(pair));
    },
    listForexCandles: async ({ symbol, period, size }) => {
      const pair = source.forexPairs.get(symbol);
      if (pair === undefined) return refuse('symbol_not_found');
      return ok([...(await pair.candles(period, size))]);
    },
  };
}

function groupMarkets(markets: readonly ExchangeMarket[], bands: ReferencePrices): MarketGroup[] {
  const groups = new Map<number, MarketGroup>();
  for (const market of markets) {
    const { groupId, quote } = market.spec;
    const group = groups.get(groupId) ?? { id: groupId, code: quote.code, matches: [] };
    group.matches.push(currencyMatch(market, bands.priceTicks(market.spec.id)));
    groups.set(groupId, group);
  }
  return [...groups.values()];
}

function currencyMatch(market: ExchangeMarket, referenceTicks: number | null): CurrencyMatch {
  const { rules, spec } = market;
  return {
    id: spec.id,
    base_currency: { ...spec.base, logo: logoPath(spec.base) },
    base_currency_id: rules.baseCurrencyId,
    quote_currency_id: rules.quoteCurrencyId,
    base_currency_code: spec.base.code,
    quote_currency_code: spec.quote.code,
    price_scale: rules.priceScale,
    quantity_scale: rules.quantityScale,
    min_notional: formatUnits(rules.minNotional, rules.quoteScale),
    reference_price:
      referenceTicks === null ? null : formatUnits(BigInt(referenceTicks), rules.priceScale),
    price_band_ppm: rules.priceBandPpm,
    maker_fee_ppm: rules.makerFeePpm,
    taker_fee_ppm: rules.takerFeePpm,
    status: rules.status,
    opened_at: market.openedAt,
    popularity_rank: spec.popularityRank,
    currency_quotation: market.dayQuotation(),
  };
}

function logoPath({ code }: CurrencySpec): string {
  return `/logos/${code.toLowerCase()}.svg`;
}

function forexTicker(pair: ForexPair): ForexTicker {
  return {
    symbol: pair.spec.symbol,
    base_currency_code: pair.spec.baseCode,
    quote_currency_code: pair.spec.quoteCode,
    price_scale: pair.spec.priceScale,
    is_open: pair.isOpen(),
    currency_quotation: pair.dayQuotation(),
  };
}

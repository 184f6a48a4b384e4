/** Answers the public market and forex calls from the market source. */
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { CurrencyMatch, ForexTicker, MarketGroup } from '../../../contract/schemas/market.ts';
import type {
  CurrencySpec,
  ForexPair,
  MarketSource,
  SpotMarket,
} from '../../market/market-source.ts';
import type { Handlers } from '../handlers.ts';

type MarketHandlers = Pick<
  Handlers,
  | 'listCurrencyMatches'
  | 'listDeals'
  | 'listCandles'
  | 'listForexTickers'
  | 'getForexTicker'
  | 'listForexCandles'
>;

export function createMarketHandlers(source: MarketSource): MarketHandlers {
  return {
    listCurrencyMatches: () => ok(groupMarkets([...source.spotMarkets.values()])),
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

function groupMarkets(markets: readonly SpotMarket[]): MarketGroup[] {
  const groups = new Map<number, MarketGroup>();
  for (const market of markets) {
    const { groupId, quote } = market.spec;
    const group = groups.get(groupId) ?? { id: groupId, code: quote.code, matches: [] };
    group.matches.push(currencyMatch(market));
    groups.set(groupId, group);
  }
  return [...groups.values()];
}

function currencyMatch(market: SpotMarket): CurrencyMatch {
  const { id, base, quote, priceScale, quantityScale, popularityRank } = market.spec;
  return {
    id,
    base_currency: { ...base, logo: logoPath(base) },
    base_currency_code: base.code,
    quote_currency_code: quote.code,
    price_scale: priceScale,
    quantity_scale: quantityScale,
    popularity_rank: popularityRank,
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

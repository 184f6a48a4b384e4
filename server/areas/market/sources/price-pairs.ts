/** All pairs whose prices come from sources: the spot markets, the forex pairs, and USDT in each fiat currency. */
import type { ForexPairSpec, SpotMarketSpec } from '../market-source.ts';
import type { PricePair } from './price-source.ts';

/** ISO 4217 codes of the currencies in which sources price one USDT. */
const FIAT_CODES = ['CNY', 'USD', 'EUR', 'JPY', 'KRW', 'THB', 'VND', 'HKD', 'GBP'] as const;
export type FiatCode = (typeof FIAT_CODES)[number];

/** Decimals of the price of one USDT in a fiat currency. */
export const FIAT_PRICE_SCALE = 6;
/** The unit in which coins are valued. */
export const UNIT_OF_ACCOUNT = 'USDT';

export const pairName = (base: string, quote: string): string => `${base}/${quote}`;

/** The name of the pair that values a coin in USDT. */
export const worthPairName = (code: string): string => pairName(code, UNIT_OF_ACCOUNT);

/** The name of the pair that values one USDT in a fiat currency. */
export const fiatPairName = (code: string): string => pairName(UNIT_OF_ACCOUNT, code);

export function listPricePairs(
  markets: readonly SpotMarketSpec[],
  forex: readonly ForexPairSpec[],
): readonly PricePair[] {
  return [
    ...markets.map(({ base, quote, priceScale }) => pairOf(base.code, quote.code, priceScale)),
    ...forex.map(({ baseCode, quoteCode, priceScale }): PricePair => {
      return { ...pairOf(baseCode, quoteCode, priceScale), hours: 'forex' };
    }),
    ...FIAT_CODES.map((code) => pairOf(UNIT_OF_ACCOUNT, code, FIAT_PRICE_SCALE)),
  ];
}

const pairOf = (base: string, quote: string, priceScale: number): PricePair => ({
  name: pairName(base, quote),
  base,
  quote,
  priceScale,
  hours: 'always',
});

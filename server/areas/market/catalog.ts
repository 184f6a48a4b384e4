/** The markets of the demo exchange: spot markets and forex pairs. */
import { catalogCurrency, COINS } from '../../ledger/currency-catalog.ts';
import type { ForexPairSpec, SpotMarketSpec } from './market-source.ts';

/** Bases quoted in BTC and in ETH; all currencies but USDT are quoted in USDT. */
const QUOTED_IN_BTC = ['ETH', 'SOL', 'BNB', 'XRP', 'LTC', 'LINK', 'AVAX', 'DOT'];
const QUOTED_IN_ETH = ['SOL', 'BNB', 'LINK', 'AAVE', 'UNI', 'AVAX'];

/** Value of the trades of an hour in the market of rank 1; rank n has its n-th part. */
export const HOUR_TURNOVER_USDT = 6_000_000;

/** Price digits that a market shows. */
const SIGNIFICANT_DIGITS = 6;
const PRICE_SCALE_MIN = 2;
/** The most decimals of a price, because screens show no more and prices are never truncated. */
const PRICE_SCALE_MAX = 8;
/** The most decimals of a quantity. */
const QUANTITY_SCALE_MAX = 6;

/** Numbers of the groups of markets by quote currency. */
export const GROUP_IDS: Readonly<Record<string, number>> = { USDT: 1, BTC: 2, ETH: 3 };

export const SPOT_MARKETS: readonly SpotMarketSpec[] = listSpotMarkets();

const FOREX_SYMBOLS = [
  'EURUSD',
  'USDJPY',
  'GBPUSD',
  'AUDUSD',
  'USDCAD',
  'USDCHF',
  'NZDUSD',
  'EURJPY',
  'GBPJPY',
  'EURGBP',
  'EURCHF',
  'AUDJPY',
  'USDCNH',
  'USDSGD',
];

export const FOREX_PAIRS: readonly ForexPairSpec[] = FOREX_SYMBOLS.map((symbol) => {
  const quoteCode = symbol.slice(3);
  return {
    symbol,
    baseCode: symbol.slice(0, 3),
    quoteCode,
    priceScale: quoteCode === 'JPY' ? 3 : 5,
  };
});

function listSpotMarkets(): readonly SpotMarketSpec[] {
  const codes = COINS.map(({ code }) => code).filter((code) => code !== 'USDT');
  const pairs = [
    ...codes.map((base) => ({ base, quote: 'USDT' })),
    ...QUOTED_IN_BTC.map((base) => ({ base, quote: 'BTC' })),
    ...QUOTED_IN_ETH.map((base) => ({ base, quote: 'ETH' })),
  ];
  return pairs.map(({ base, quote }, index) => {
    const baseCoin = catalogCurrency(base);
    const quoteCoin = catalogCurrency(quote);
    return {
      id: index + 1,
      base: { code: base, name: baseCoin.name },
      quote: { code: quote, name: quoteCoin.name },
      groupId: GROUP_IDS[quote] ?? 0,
      priceScale: priceScale(baseCoin.reference / quoteCoin.reference),
      quantityScale: quantityScale(baseCoin.reference),
      popularityRank: index + 1,
    };
  });
}

/**
 * Returns the decimals with which `price` has {@link SIGNIFICANT_DIGITS} digits, within
 * {@link PRICE_SCALE_MIN} and {@link PRICE_SCALE_MAX}.
 */
function priceScale(price: number): number {
  const wholeDigits = Math.floor(Math.log10(price)) + 1;
  const scale = SIGNIFICANT_DIGITS - wholeDigits;
  return Math.min(PRICE_SCALE_MAX, Math.max(PRICE_SCALE_MIN, scale));
}

/** Returns the decimals with which the smallest quantity is worth a hundredth to a tenth of a USDT. */
function quantityScale(priceInUsdt: number): number {
  const digits = Math.ceil(Math.log10(priceInUsdt)) + 1;
  return Math.min(QUANTITY_SCALE_MAX, Math.max(0, digits));
}

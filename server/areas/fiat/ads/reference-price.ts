/**
 * Reference prices of coins in fiat money, from the exchange's own markets; floating prices follow
 * them. A reference price is the median of the closes of the minutes of the last half hour. One trade
 * (`deal`) at an extreme price therefore moves no ads, and older prices have no effect.
 */
import { parseUnits } from '../../../../contract/money/decimal.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { MINUTE_MS } from '../../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../../contract/time.ts';
import type { Currency } from '../../../ledger/currencies.repo.ts';
import type { MarketSource, SpotMarket } from '../../market/market.area.ts';
import type { FiatCurrency } from '../market/currencies.ts';
import { LAST_PRICE_SCALE, referencePrice } from '../../../../contract/figures/fiat.ts';

export interface ReferencePrices {
  /** Units of a price of the fiat currency; null when there is no price yet or there were too few trades lately. */
  of(coin: Pick<Currency, 'code'>, fiat: FiatCurrency): bigint | null;
}

interface Sample {
  readonly atMs: EpochMs;
  /** The price in USDT, in units of {@link LAST_PRICE_SCALE}; null when there is none. */
  readonly price: bigint | null;
}

const UNIT_OF_ACCOUNT = 'USDT';
const ONE = 10n ** BigInt(LAST_PRICE_SCALE);

/** Reads a market at most once per `fiat_reference_ms`, so that prices do not change while users read them. */
export function createReferencePrices(
  { spotMarkets }: Pick<MarketSource, 'spotMarkets'>,
  clock: Clock,
): ReferencePrices {
  const markets = new Map<string, SpotMarket>();
  for (const market of spotMarkets.values())
    if (market.spec.quote.code === UNIT_OF_ACCOUNT) markets.set(market.spec.base.code, market);
  const samples = new Map<string, Sample>();

  function middlePrice(code: string): bigint | null {
    if (code === UNIT_OF_ACCOUNT) return ONE;
    const now = clock.now();
    const known = samples.get(code);
    if (known !== undefined && now - known.atMs < LIMITS.fiat_reference_ms) return known.price;
    const market = markets.get(code);
    const sample = { atMs: now, price: market === undefined ? null : middlePriceOf(market, now) };
    samples.set(code, sample);
    return sample.price;
  }

  return {
    of({ code }, { perUsdt, priceScale }) {
      const middle = middlePrice(code);
      const price = middle === null ? 0n : referencePrice(middle, perUsdt, priceScale);
      return price > 0n ? price : null;
    },
  };
}

/**
 * Median of the closes of the last minutes. Null when too few minutes had a trade, because one user
 * could then set the median.
 */
function middlePriceOf(market: SpotMarket, now: EpochMs): bigint | null {
  const closes = lastCloses(market, now).flatMap((close) => toPrice(close) ?? []);
  const hasMiddle = closes.length >= LIMITS.fiat_reference_closes_min;
  return hasMiddle ? median(closes) : null;
}

/** The closes of the minutes with a trade within `fiat_reference_span_ms`, the current minute included. */
function lastCloses(market: SpotMarket, now: EpochMs): readonly string[] {
  const from = now - (LIMITS.fiat_reference_span_ms - MINUTE_MS);
  return market.candlesFrom('1min', from).map(({ close }) => close);
}

/** The mean of the two middle values for an even count; null for an empty list. */
function median(prices: readonly bigint[]): bigint | null {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2n;
}

function toPrice(text: string): bigint | null {
  const price = parseUnits(text, LAST_PRICE_SCALE);
  return price !== null && price > 0n ? price : null;
}

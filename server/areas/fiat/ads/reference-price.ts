/**
 * What coins are worth in fiat money now, by the own markets; floating prices follow it. It is the middle
 * of what the minutes of the last half hour closed at: one deal, at whatever price, does not move the ads
 * of others, and nothing older than that holds them where the market is no longer.
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
  /** Units of a price of the fiat currency; null while nobody knows: no price yet, or too few deals lately. */
  of(coin: Pick<Currency, 'code'>, fiat: FiatCurrency): bigint | null;
}

interface Sample {
  readonly atMs: EpochMs;
  /** In USDT, units of {@link LAST_PRICE_SCALE}; null where there is none. */
  readonly price: bigint | null;
}

const UNIT_OF_ACCOUNT = 'USDT';
const ONE = 10n ** BigInt(LAST_PRICE_SCALE);

/** Looks at a market at most every `fiat_reference_ms`, so that prices stand still while people read them. */
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

/** Median of what the last minutes closed at; null where too few had a deal for a middle: one of them could be anybody's. */
function middlePriceOf(market: SpotMarket, now: EpochMs): bigint | null {
  const closes = lastCloses(market, now).flatMap((close) => toPrice(close) ?? []);
  const hasMiddle = closes.length >= LIMITS.fiat_reference_closes_min;
  return hasMiddle ? median(closes) : null;
}

/** Of the minutes with a deal within `fiat_reference_span_ms`, the one that runs included. */
function lastCloses(market: SpotMarket, now: EpochMs): readonly string[] {
  const from = now - (LIMITS.fiat_reference_span_ms - MINUTE_MS);
  return market.candlesFrom('1min', from).map(({ close }) => close);
}

/** Of an even number, what lies between the two in the middle; null of none. */
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

/** The worth of an amount of one currency in another, at last prices of the own markets. */
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { divide } from '../../../contract/money/rounding.ts';
import { units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import type { MarketSource, SpotMarket } from './market-source.ts';

interface MoneyKind {
  readonly code: string;
  readonly scale: number;
}

/** One whole `from` is worth numerator / denominator whole `to`. */
interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The currency through which two currencies without a common market are compared. */
const BRIDGE = 'USDT';
const ONE: Rate = { numerator: 1n, denominator: 1n };
const PRICE_UNIT = 10n ** BigInt(SCALE_MAX);

export interface Equivalents {
  /** Rounded down to a unit of `to`; null when no market gives a price. */
  of(amount: Units, from: MoneyKind, to: MoneyKind): Units | null;
}

/** @param source its spot markets may publish new prices at any time, but stay the same markets. */
export function createEquivalents({ spotMarkets }: Pick<MarketSource, 'spotMarkets'>): Equivalents {
  const markets = new Map<string, SpotMarket>();
  for (const market of spotMarkets.values())
    markets.set(`${market.spec.base.code}/${market.spec.quote.code}`, market);

  /** Returns the rate of the market of the two: the price of one `from`, or one divided by the price of one `to`. */
  function directRate(from: string, to: string): Rate | null {
    if (from === to) return ONE;
    const price = priceUnits(markets.get(`${from}/${to}`));
    if (price !== null) return { numerator: price, denominator: PRICE_UNIT };
    const inverse = priceUnits(markets.get(`${to}/${from}`));
    return inverse === null ? null : { numerator: PRICE_UNIT, denominator: inverse };
  }

  function rate(from: string, to: string): Rate | null {
    const direct = directRate(from, to);
    if (direct) return direct;
    const [first, second] = [directRate(from, BRIDGE), directRate(BRIDGE, to)];
    if (first === null || second === null) return null;
    return {
      numerator: first.numerator * second.numerator,
      denominator: first.denominator * second.denominator,
    };
  }

  return {
    of(amount, from, to) {
      const found = rate(from.code, to.code);
      if (found === null) return null;
      const dividend = amount * found.numerator * 10n ** BigInt(to.scale);
      const divisor = found.denominator * 10n ** BigInt(from.scale);
      return units(divide(dividend, divisor, 'floor'));
    },
  };
}

/** Null without a market, or before it has a price. */
function priceUnits(market: SpotMarket | undefined): bigint | null {
  const price = market && parseUnits(market.quotation().close, SCALE_MAX);
  return price !== undefined && price !== null && price > 0n ? price : null;
}

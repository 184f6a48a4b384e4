/**
 * The worth of an amount of one currency in another. Nothing is valued at the last trade, because two
 * users can move it anywhere in a quiet market.
 */
import { SCALE_MAX } from '../../../contract/money/decimal.ts';
import { divide } from '../../../contract/money/rounding.ts';
import { units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import { catalogCurrency } from '../../ledger/currency-catalog.ts';
import type { Marks } from './sources/marks.ts';
import { UNIT_OF_ACCOUNT, worthPairName } from './sources/price-pairs.ts';

interface MoneyKind {
  readonly code: string;
  readonly scale: number;
}

type Value = (amount: Units, from: MoneyKind, to: MoneyKind) => Units | null;

/** Each value is rounded down. */
export interface Equivalents {
  /** At the mark, or its slow mean while it is not live, for figures that users read. Null without a price. */
  readonly of: Value;
  /**
   * The most that the amount may be worth: at the higher of mark and slow mean. Null while a mark is not
   * live, because a price that is thin or stale must not make anything cheap.
   */
  readonly atMost: Value;
  /** The least that the amount may be worth; otherwise as {@link atMost}. */
  readonly atLeast: Value;
  /**
   * The value that counts toward limits: {@link atMost}, and not below the price of the catalog, so that
   * a fall of all sources lifts no limit.
   */
  readonly inLimit: Value;
  /** The amount of `to` that counts as much toward limits as the amount of `from`, the unit of account. */
  readonly untilLimit: Value;
}

/** Prices of one whole coin in USDT, in units of 10^-18. */
interface CoinPrice {
  /** Null without a price. */
  readonly shown: bigint | null;
  /** Null while the mark is not live. */
  readonly range: {
    readonly low: bigint;
    readonly high: bigint;
    /** At least the price of the catalog. */
    readonly limit: bigint;
  } | null;
}

const PRICE_UNIT = 10n ** BigInt(SCALE_MAX);
const ONE: CoinPrice = {
  shown: PRICE_UNIT,
  range: { low: PRICE_UNIT, high: PRICE_UNIT, limit: PRICE_UNIT },
};
const UNKNOWN: CoinPrice = { shown: null, range: null };

export function createEquivalents(
  marks: Pick<Marks, 'pairs' | 'liveTicks' | 'meanTicks'>,
): Equivalents {
  const scales = new Map(marks.pairs.map(({ name, priceScale }) => [name, priceScale]));

  function priceOf({ code }: MoneyKind): CoinPrice {
    if (code === UNIT_OF_ACCOUNT) return ONE;
    const pair = worthPairName(code);
    const scale = scales.get(pair);
    if (scale === undefined) return UNKNOWN;
    const price = (ticks: number): bigint => BigInt(ticks) * 10n ** BigInt(SCALE_MAX - scale);
    const live = marks.liveTicks(pair);
    const mean = marks.meanTicks(pair);
    if (live === null) return { shown: mean === null ? null : price(mean), range: null };
    const slow = mean ?? live;
    const high = Math.max(live, slow);
    const catalog = Math.round(catalogCurrency(code).reference * 10 ** scale);
    const limit = price(Math.max(high, catalog));
    return {
      shown: price(live),
      range: { low: price(Math.min(live, slow)), high: price(high), limit },
    };
  }

  return {
    of: (amount, from, to) => convert(amount, from, to, priceOf(from).shown, priceOf(to).shown),
    atMost: (amount, from, to) =>
      convert(amount, from, to, priceOf(from).range?.high, priceOf(to).range?.low),
    atLeast: (amount, from, to) =>
      convert(amount, from, to, priceOf(from).range?.low, priceOf(to).range?.high),
    inLimit: (amount, from, to) =>
      convert(amount, from, to, priceOf(from).range?.limit, priceOf(to).range?.low),
    untilLimit: (amount, from, to) =>
      convert(amount, from, to, priceOf(from).range?.low, priceOf(to).range?.limit),
  };
}

/** @param price of one whole `from` in USDT. @param toPrice of one whole `to`. */
function convert(
  amount: Units,
  from: MoneyKind,
  to: MoneyKind,
  price: bigint | null | undefined,
  toPrice: bigint | null | undefined,
): Units | null {
  // An amount is worth itself in its own currency, at every price.
  if (from.code === to.code) [price, toPrice] = [PRICE_UNIT, PRICE_UNIT];
  if (price === null || price === undefined) return null;
  if (toPrice === null || toPrice === undefined) return null;
  const dividend = amount * price * 10n ** BigInt(to.scale);
  return units(divide(dividend, toPrice * 10n ** BigInt(from.scale), 'floor'));
}

/**
 * Cost, proceeds and fees of an order: exact, in whole units of {@link CURRENCY_SCALE}, by the
 * formulas of the server. Prices and quantities are decimal texts.
 */
import { costOf, tickLotUnitsOf } from '../../../contract/figures/spot.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { feeOf } from '../../../contract/money/fee.ts';
import { mulDiv } from '../../../contract/money/rounding.ts';
import { units } from '../../../contract/money/units.ts';
import type { OrderSide } from '../../../contract/spot/spot.ts';
import { canonicalDecimal, CURRENCY_SCALE, positiveUnits } from '../core/typed-decimals.ts';
import type { TicketFacts, TicketFields, TicketLevel, TicketMarket } from './order-ticket.types.ts';

/** Returns the unit of the size: only a market buy may be given by amount. */
export const basisOf = ({ side, kind, sizedBy }: TicketFields): TicketFields['sizedBy'] =>
  side === 'buy' && kind === 'market' ? sizedBy : 'quantity';

/** The execution of a size in the market. Units of {@link CURRENCY_SCALE}. */
interface Execution {
  readonly quantity: bigint;
  readonly amount: bigint;
  /** Whether the order book is too small, so that the rest would expire. */
  readonly isShort: boolean;
}

/** Returns the execution of a market order of this size against `levels`, the best first. */
export function sweep(
  levels: readonly TicketLevel[],
  by: TicketFields['sizedBy'],
  size: bigint,
  market: TicketMarket,
): Execution {
  const lotUnits = 10n ** BigInt(CURRENCY_SCALE - market.quantity_scale);
  const unitsOfTickLot = tickLotUnits(market);
  let left = size;
  let lots = 0n;
  let amount = 0n;
  // Cost of one more lot out of the remaining amount.
  let lotCost = lotUnits;
  for (const { price, quantity } of levels) {
    const lotPrice = costOf(parseUnits(price, market.price_scale) ?? 0n, 1n, unitsOfTickLot);
    const resting = parseUnits(quantity, market.quantity_scale) ?? 0n;
    if (lotPrice === 0n) continue;
    if (by === 'amount') lotCost = lotPrice;
    const wanted = left / lotCost;
    const taken = wanted < resting ? wanted : resting;
    lots += taken;
    amount += taken * lotPrice;
    left -= taken * lotCost;
    // Less than a lot is left, so the order is done.
    if (taken < resting) return { quantity: lots * lotUnits, amount, isShort: false };
  }
  return { quantity: lots * lotUnits, amount, isShort: left >= lotCost };
}

/**
 * Returns the execution of the ticket; null while price or size are missing, or the order book is
 * unknown.
 */
export function executionOf(fields: TicketFields, facts: TicketFacts): Execution | null {
  const basis = basisOf(fields);
  const size = positiveUnits(fields.size, CURRENCY_SCALE);
  if (size === null) return null;
  if (fields.kind === 'market') {
    if (facts.book === null) return null;
    return sweep(takenSide(fields.side, facts.book), basis, size, facts.market);
  }
  const price = positiveUnits(fields.price, facts.market.price_scale);
  const lots = positiveUnits(fields.size, facts.market.quantity_scale);
  if (price === null || lots === null) return null;
  return {
    quantity: size,
    amount: costOf(price, lots, tickLotUnits(facts.market)),
    isShort: false,
  };
}

const tickLotUnits = ({ price_scale: price, quantity_scale: quantity }: TicketMarket): bigint =>
  tickLotUnitsOf({ quote: CURRENCY_SCALE, price, quantity });

/** The figures below the ticket's fields. Canonical decimal texts. */
export interface TicketFigures {
  /** Quantity in the base currency. */
  readonly quantity: string;
  /** Total in the quote currency: spent by a buy, received by a sell before the fee. */
  readonly total: string;
  /**
   * Total per quantity, rounded down to the decimals of a price; null if nothing would be executed.
   */
  readonly price: string | null;
  /** Fee in the received currency: base for a buy, quote for a sell. */
  readonly fee: string;
  readonly feePpm: number;
  /** Received amount, less the fee. */
  readonly received: string;
  /** Whether the figures follow the order book, so that the outcome may differ. */
  readonly isEstimate: boolean;
  readonly isShort: boolean;
}

/** Null like {@link executionOf}. */
export function figuresOf(fields: TicketFields, facts: TicketFacts): TicketFigures | null {
  const execution = executionOf(fields, facts);
  if (execution === null) return null;
  const { quantity, amount, isShort } = execution;
  const feePpm = takesAtOnce(fields, facts)
    ? facts.market.taker_fee_ppm
    : facts.market.maker_fee_ppm;
  const gross = fields.side === 'buy' ? quantity : amount;
  const fee = feeOf(units(gross), feePpm);
  const unit = 10n ** BigInt(facts.market.price_scale);
  return {
    quantity: formatUnits(quantity, CURRENCY_SCALE),
    total: formatUnits(amount, CURRENCY_SCALE),
    price:
      quantity === 0n
        ? null
        : formatUnits(mulDiv(amount, unit, quantity, 'floor'), facts.market.price_scale),
    fee: formatUnits(fee, CURRENCY_SCALE),
    feePpm,
    received: formatUnits(gross - fee, CURRENCY_SCALE),
    isEstimate: fields.kind === 'market',
    isShort,
  };
}

/** Returns whether the order would trade immediately and pay the taker fee. */
function takesAtOnce({ side, kind, price }: TicketFields, facts: TicketFacts): boolean {
  if (kind === 'market') return true;
  const best = facts.book === null ? undefined : takenSide(side, facts.book)[0];
  if (best === undefined) return false;
  const limit = positiveUnits(price, facts.market.price_scale);
  const bestTicks = parseUnits(best.price, facts.market.price_scale);
  if (limit === null || bestTicks === null) return false;
  return side === 'buy' ? limit >= bestTicks : limit <= bestTicks;
}

/** Returns the levels that an order of this side takes from. */
const takenSide = (side: OrderSide, book: NonNullable<TicketFacts['book']>) =>
  side === 'buy' ? book.asks : book.bids;

/**
 * Returns the size that spends `percent` (0 to 100) of the available balance, rounded down to the
 * decimals that the market takes. Null while the available balance is unknown; for a limit buy also
 * while the price is, and for a market buy by quantity while the order book is.
 */
export function sizeOfPercent(
  fields: TicketFields,
  facts: TicketFacts,
  percent: number,
): string | null {
  const { market, available, book } = facts;
  const balance = parseUnits(
    (fields.side === 'buy' ? available.quote : available.base) ?? '',
    CURRENCY_SCALE,
  );
  if (balance === null) return null;
  const share = mulDiv(balance, BigInt(percent), 100n, 'floor');
  if (fields.side === 'sell') return floorTo(share, market.quantity_scale);
  if (basisOf(fields) === 'amount') return floorTo(share, market.price_scale);
  if (fields.kind === 'market') {
    if (book === null) return null;
    return floorTo(sweep(book.asks, 'amount', share, market).quantity, market.quantity_scale);
  }
  const ticks = positiveUnits(fields.price, market.price_scale);
  if (ticks === null) return null;
  return formatUnits(share / costOf(ticks, 1n, tickLotUnits(market)), market.quantity_scale);
}

/** Returns units of {@link CURRENCY_SCALE} as text of at most `scale` decimals, rounded down. */
function floorTo(value: bigint, scale: number): string {
  return formatUnits(value / 10n ** BigInt(CURRENCY_SCALE - scale), scale);
}

/**
 * Returns the percentage of the available balance that the size spends, 0 to 100, rounded down;
 * null while unknown.
 */
export function percentOfSize(fields: TicketFields, facts: TicketFacts): number | null {
  if (fields.percent !== null) return fields.percent;
  const spent = spentBy(fields, facts);
  const { base, quote } = facts.available;
  const balance = parseUnits((fields.side === 'buy' ? quote : base) ?? '', CURRENCY_SCALE);
  if (spent === null || balance === null) return null;
  if (balance === 0n) return spent === 0n ? 0 : 100;
  const percent = Number(mulDiv(spent, 100n, balance, 'floor'));
  return percent > 100 ? 100 : percent;
}

/** Returns units of the spent currency: quote for a buy, base for a sell; null while unknown. */
export function spentBy(fields: TicketFields, facts: TicketFacts): bigint | null {
  const size = positiveUnits(fields.size, CURRENCY_SCALE);
  if (size === null) return null;
  if (fields.side === 'sell' || basisOf(fields) === 'amount') return size;
  return executionOf(fields, facts)?.amount ?? null;
}

/**
 * Returns the value one tick or step up or down; a value between two steps goes to the next one in
 * that direction. Never below 0. Invalid text counts as 0.
 */
export function stepped(typed: string, scale: number, direction: 1 | -1): string {
  const value = parseUnits(canonicalDecimal(typed) ?? '0', CURRENCY_SCALE) ?? 0n;
  const step = 10n ** BigInt(CURRENCY_SCALE - scale);
  const rest = value % step;
  const next = direction === 1 ? value - rest + step : value - (rest === 0n ? step : rest);
  return next <= 0n ? '0' : formatUnits(next, CURRENCY_SCALE);
}

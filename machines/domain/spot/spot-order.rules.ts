/** Arithmetic of a spot order: its reserve, the use of the reserve by fills, and its fee. */
import { ensure } from '../../../contract/assert.ts';
import { mulDiv } from '../../../contract/money/rounding.ts';
import type { SpotOrderContext, SpotOrderTerms } from './spot-order.context.ts';
import type { OrderFilled } from './spot-order.events.ts';

const PPM = 1_000_000n;

/**
 * Returns the reserve at placement: quote units for a buy, base units for a sell. Null for a market
 * buy by quantity, whose reserve is the cost that the order book has at that moment.
 */
export function reserveOf(terms: SpotOrderTerms): bigint | null {
  if (terms.side === 'sell') return BigInt(ensure(terms.quantity, 'quantity of a sell'));
  if (terms.amount !== null) return BigInt(terms.amount);
  if (terms.price === null) return null;
  return costAtLimit(terms, BigInt(ensure(terms.quantity, 'quantity of a limit buy')));
}

/** Returns the base units still to execute; null if the order is limited by its amount. */
export function remainingQuantity(context: SpotOrderContext): bigint | null {
  return context.quantity === null
    ? null
    : BigInt(context.quantity) - BigInt(context.executedQuantity);
}

/**
 * Returns the reserve after the fill. A limit buy frees the cost at its limit, at every price it paid.
 */
export function reserveAfter(context: SpotOrderContext, fill: OrderFilled): bigint {
  const used =
    context.side === 'sell'
      ? BigInt(fill.quantity)
      : context.price === null
        ? BigInt(fill.amount)
        : costAtLimit(context, BigInt(fill.quantity));
  return BigInt(context.reserved) - used;
}

/** Returns the fee of the fill in units of the received currency, rounded up. */
export function feeOf(terms: SpotOrderTerms, fill: OrderFilled): bigint {
  const received = BigInt(terms.side === 'buy' ? fill.quantity : fill.amount);
  const ppm = fill.liquidity === 'maker' ? terms.makerFeePpm : terms.takerFeePpm;
  return mulDiv(received, BigInt(ppm), PPM, 'ceil');
}

/**
 * Returns whether the order's terms allow the fill: quantity, reserve, limit price, and liquidity.
 */
export function allowsFill(context: SpotOrderContext, fill: OrderFilled): boolean {
  const quantity = BigInt(fill.quantity);
  const remaining = remainingQuantity(context);
  return (
    quantity > 0n &&
    (remaining === null || quantity <= remaining) &&
    reserveAfter(context, fill) >= 0n &&
    isWithinLimit(context, fill) &&
    // A market order never rests, and a resting order never becomes the incoming one again.
    (fill.liquidity === 'maker' ? context.kind === 'limit' : !context.hasRested)
  );
}

function isWithinLimit(terms: SpotOrderTerms, { quantity, amount }: OrderFilled): boolean {
  if (terms.price === null) return true;
  const limit = costAtLimit(terms, BigInt(quantity));
  return terms.side === 'buy' ? BigInt(amount) <= limit : BigInt(amount) >= limit;
}

/** Exact, because ticks and lots divide the units of every market. */
function costAtLimit({ price, baseScale }: SpotOrderTerms, quantity: bigint): bigint {
  const limit = BigInt(ensure(price, 'price of a limit order'));
  return mulDiv(limit, quantity, 10n ** BigInt(baseScale), 'ceil');
}

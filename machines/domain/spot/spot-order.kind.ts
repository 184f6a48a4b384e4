/** Spot orders as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import type { SpotOrderContext } from './spot-order.context.ts';
import { SPOT_ORDER_EVENTS, SPOT_ORDER_ROLES } from './spot-order.events.ts';
import { spotOrderMachine } from './spot-order.machine.ts';
import { remainingQuantity } from './spot-order.rules.ts';

export const spotOrderKind = defineKind(
  'spot-order',
  spotOrderMachine,
)({
  bookkeeping: ['addFill', 'countRevision', 'clearReserve', 'recordEnd', 'recordExpiry'],
  roles: SPOT_ORDER_ROLES,
  events: SPOT_ORDER_EVENTS,
  probes: (context) => {
    const rest = remainingQuantity(context);
    // One unit, and the whole rest; at its limit, or for the rest of its amount.
    const quantities = rest === null ? [1n] : [1n, rest];
    return {
      'order.filled': quantities.flatMap((quantity) =>
        (['taker', 'maker'] as const).map((liquidity) => ({
          type: 'order.filled' as const,
          quantity: String(quantity),
          amount: String(amountOf(context, quantity)),
          liquidity,
        })),
      ),
      'order.exhausted': [{ type: 'order.exhausted' }],
      'order.expired': [
        { type: 'order.expired', reason: 'self_trade' },
        { type: 'order.expired', reason: 'no_liquidity' },
      ],
      'order.cancel': [{ type: 'order.cancel' }],
      'order.close': [{ type: 'order.close' }],
    };
  },
  person: ({ ownerId }, role) => (role === 'owner' ? ownerId : NOBODY_ID),
});

/** Returns the cost of the fill at the limit of the order, rounded in its favor. */
function amountOf({ price, side, baseScale }: SpotOrderContext, quantity: bigint): bigint {
  if (price === null) return 1n;
  const exact = BigInt(price) * quantity;
  const unit = 10n ** BigInt(baseScale);
  return side === 'buy' ? exact / unit : (exact + unit - 1n) / unit;
}

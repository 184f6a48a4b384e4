/** Events of a spot order, and the roles that send them. */
import type { OrderEndReason } from '../../../contract/spot/spot.ts';
import type { EventTable, Party } from '../party.ts';

/**
 * owner: the user who placed it. engine: the matching of its market. operator: an operator of the
 * exchange.
 */
export const SPOT_ORDER_ROLES = ['owner', 'engine', 'operator'] as const;
type SpotOrderRole = (typeof SPOT_ORDER_ROLES)[number];
type By = { readonly by: Party<SpotOrderRole> };

/** Reasons for which matching ends an order. */
export type ExpiryReason = Extract<OrderEndReason, 'self_trade' | 'no_liquidity' | 'price_band'>;

export interface OrderFilled extends By {
  readonly type: 'order.filled';
  /** Traded base units. */
  readonly quantity: string;
  /** Traded quote units. */
  readonly amount: string;
  /** maker: the resting order. taker: the incoming order. */
  readonly liquidity: 'maker' | 'taker';
}

export type SpotOrderEvent =
  | OrderFilled
  | ({ readonly type: 'order.exhausted' } & By)
  | ({ readonly type: 'order.expired'; readonly reason: ExpiryReason } & By)
  | ({ readonly type: 'order.cancel' } & By)
  | ({ readonly type: 'order.close' } & By);

/** The only role that may send each event, in any state. */
export const SPOT_ORDER_EVENTS = {
  'order.filled': { role: 'engine', description: 'The order was matched with another order.' },
  'order.exhausted': {
    role: 'engine',
    description: 'The rest of the amount does not buy a further lot.',
  },
  'order.expired': {
    role: 'engine',
    description: 'The incoming order could not be matched further. Its rest is canceled.',
  },
  'order.cancel': { role: 'owner', description: 'The owner cancels the rest.' },
  'order.close': { role: 'operator', description: 'The operator closes the market.' },
} as const satisfies EventTable<SpotOrderEvent['type'], SpotOrderRole>;

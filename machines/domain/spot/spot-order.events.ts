/** What happens to a spot order, and who brings it about. */
import type { OrderEndReason } from '../../../contract/spot/spot.ts';
import type { EventTable, Party } from '../party.ts';

/** owner: who placed it. engine: the matching of its market. operator: who runs the exchange. */
export const SPOT_ORDER_ROLES = ['owner', 'engine', 'operator'] as const;
export type SpotOrderRole = (typeof SPOT_ORDER_ROLES)[number];
type By = { readonly by: Party<SpotOrderRole> };

/** Reasons for which matching ends an order. */
export type ExpiryReason = Extract<OrderEndReason, 'self_trade' | 'no_liquidity' | 'price_band'>;

export interface OrderFilled extends By {
  readonly type: 'order.filled';
  /** Base units that changed hands. */
  readonly quantity: string;
  /** Quote units that changed hands. */
  readonly amount: string;
  /** maker: it rested in the book. taker: it came in. */
  readonly liquidity: 'maker' | 'taker';
}

export type SpotOrderEvent =
  | OrderFilled
  | ({ readonly type: 'order.exhausted' } & By)
  | ({ readonly type: 'order.expired'; readonly reason: ExpiryReason } & By)
  | ({ readonly type: 'order.cancel' } & By)
  | ({ readonly type: 'order.close' } & By);

/** The only role that may send each event, in whatever state. */
export const SPOT_ORDER_EVENTS = {
  'order.filled': { role: 'engine', description: 'It met another order.' },
  'order.exhausted': {
    role: 'engine',
    description: 'What is left of its amount buys no further lot.',
  },
  'order.expired': {
    role: 'engine',
    description: 'The incoming order could not go on; its rest is taken back.',
  },
  'order.cancel': { role: 'owner', description: 'Its owner takes the rest of it back.' },
  'order.close': { role: 'operator', description: 'The operator closes the market.' },
} as const satisfies EventTable<SpotOrderEvent['type'], SpotOrderRole>;

/** Events of a fiat order, and the roles that send them. */
import type { FiatClaim, FiatParty } from '../../../contract/fiat/fiat-kinds.ts';
import type { Party, SharedEventTable } from '../party.ts';

/**
 * buyer: pays money and receives coins. seller: receives money and gives coins. operator: decides
 * disputes.
 */
export const FIAT_ORDER_ROLES = ['buyer', 'seller', 'operator'] as const;
export type FiatOrderRole = (typeof FIAT_ORDER_ROLES)[number];
type By = { readonly by: Party<FiatOrderRole> };

export type FiatOrderEvent =
  | ({ readonly type: 'order.cancel' } & By)
  | ({ readonly type: 'payment.declare'; readonly voucherIds: readonly string[] } & By)
  | ({ readonly type: 'receipt.confirm' } & By)
  | ({ readonly type: 'receipt.postpone' } & By)
  | ({ readonly type: 'order.markAbnormal' } & By)
  | ({ readonly type: 'rights.apply'; readonly reason: FiatClaim } & By)
  | ({ readonly type: 'rights.withdraw' } & By)
  | ({
      readonly type: 'dispute.award';
      readonly to: FiatParty;
      /** Whether the buyer claimed a payment that was not made. */
      readonly isPaymentFalse: boolean;
      readonly text: string;
    } & By);

/** The roles that may send each event, in any state. */
export const FIAT_ORDER_EVENTS = {
  'order.cancel': { roles: ['buyer'], description: 'The buyer cancels the order.' },
  'payment.declare': {
    roles: ['buyer'],
    description: 'The buyer declares the payment with a proof.',
  },
  'receipt.confirm': {
    roles: ['seller'],
    description: 'The seller confirms that the money has arrived.',
  },
  'receipt.postpone': { roles: ['seller'], description: 'The seller asks for more time.' },
  'order.markAbnormal': {
    roles: ['buyer', 'seller'],
    description: 'One side reports a problem. The timer continues.',
  },
  'rights.apply': {
    roles: ['buyer', 'seller'],
    description: 'One side appeals (rights protection). The timer stops.',
  },
  'rights.withdraw': {
    roles: ['buyer', 'seller'],
    description: 'The appealing side withdraws the appeal.',
  },
  'dispute.award': { roles: ['operator'], description: 'An operator rules for one side.' },
} as const satisfies SharedEventTable<FiatOrderEvent['type'], FiatOrderRole>;

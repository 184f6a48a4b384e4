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
  'order.cancel': { roles: ['buyer'], description: 'The buyer gives it up.' },
  'payment.declare': {
    roles: ['buyer'],
    description: 'The buyer says that they have paid, and shows it.',
  },
  'receipt.confirm': { roles: ['seller'], description: 'The seller has the money.' },
  'receipt.postpone': { roles: ['seller'], description: 'The seller needs more time to look.' },
  'order.markAbnormal': {
    roles: ['buyer', 'seller'],
    description: 'One side says that something is wrong; the clock goes on.',
  },
  'rights.apply': {
    roles: ['buyer', 'seller'],
    description: 'One side asks for rights protection; the clock stops.',
  },
  'rights.withdraw': {
    roles: ['buyer', 'seller'],
    description: 'The side that asked for rights protection takes it back.',
  },
  'dispute.award': { roles: ['operator'], description: 'An operator decides for one side.' },
} as const satisfies SharedEventTable<FiatOrderEvent['type'], FiatOrderRole>;

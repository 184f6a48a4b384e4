/** Fiat orders as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import { FIAT_ORDER_EVENTS, FIAT_ORDER_ROLES } from './fiat-order.events.ts';
import { fiatOrderMachine } from './fiat-order.machine.ts';

export const fiatOrderKind = defineKind(
  'fiat-order',
  fiatOrderMachine,
)({
  bookkeeping: [
    'recordPostponement',
    'recordAbnormal',
    'recordApplicant',
    'beginAgain',
    'recordEnd',
  ],
  roles: FIAT_ORDER_ROLES,
  events: FIAT_ORDER_EVENTS,
  probes: () => ({
    'order.cancel': [{ type: 'order.cancel' }],
    'payment.declare': [{ type: 'payment.declare', voucherIds: [''] }],
    'receipt.confirm': [{ type: 'receipt.confirm' }],
    'receipt.postpone': [{ type: 'receipt.postpone' }],
    'order.markAbnormal': [{ type: 'order.markAbnormal' }],
    'rights.apply': [{ type: 'rights.apply', reason: 'other' }],
    'rights.withdraw': [{ type: 'rights.withdraw' }],
    'dispute.award': [
      { type: 'dispute.award', to: 'buyer', isPaymentFalse: false, text: '' },
      { type: 'dispute.award', to: 'seller', isPaymentFalse: false, text: '' },
      { type: 'dispute.award', to: 'seller', isPaymentFalse: true, text: '' },
    ],
  }),
  person: ({ buyerId, sellerId }, role) =>
    role === 'buyer' ? buyerId : role === 'seller' ? sellerId : NOBODY_ID,
});

/** Ads of the fiat market as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import { FIAT_AD_EVENTS, FIAT_AD_ROLES } from './fiat-ad.events.ts';
import { fiatAdMachine } from './fiat-ad.machine.ts';

export const fiatAdKind = defineKind(
  'fiat-ad',
  fiatAdMachine,
)({
  bookkeeping: [
    'recordTotal',
    'takeQuantity',
    'takeBack',
    'sellQuantity',
    'recordSoldOut',
    'recordShopClosed',
    'recordOperator',
  ],
  roles: FIAT_AD_ROLES,
  events: FIAT_AD_EVENTS,
  probes: ({ total, remaining, inOrders }) => ({
    'ad.edit': [{ type: 'ad.edit', total: String(BigInt(total) + 1n) }],
    'ad.suspend': [{ type: 'ad.suspend' }],
    'ad.resume': [{ type: 'ad.resume' }],
    'ad.cancel': [{ type: 'ad.cancel' }],
    'ad.remove': [{ type: 'ad.remove', text: '' }],
    'shop.closed': [{ type: 'shop.closed' }],
    'order.placed': [{ type: 'order.placed', quantity: remaining }],
    'order.returned': [{ type: 'order.returned', quantity: inOrders }],
    'order.completed': [{ type: 'order.completed', quantity: inOrders }],
  }),
  person: ({ merchantId }, role) => (role === 'merchant' ? merchantId : NOBODY_ID),
});

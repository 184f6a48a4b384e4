/** Private calls about fiat orders and their messages, and a stranger's attempts with them. */
import { PAY_PASSWORD } from '../../../support/users/pay-password.ts';
import type { AccessCase, Fields } from './access-table.ts';
import { byField, naming, ticketProbe, UNKNOWN_ID, UNKNOWN_TICKET } from './foreign-probes.ts';
import type { World } from './world.ts';

const SEEN = { revision: '1' };
const TAKEN = { quantity: '20', price: '7', payment_kind: 'bank_card' };
const DECLARED = { ...SEEN, vouchers: UNKNOWN_TICKET };
const CLAIM = { ...SEEN, reason: 'other', content: 'We do not agree on it.' };
const MESSAGE = { client_id: 'message-of-a-stranger', content: 'Hello?' };
const nothing: AccessCase<World> = { request: {} };

const namingOrder = (rest: Fields = {}) =>
  naming('fiat_order_not_found', ({ fiatOrderId }) => fiatOrderId, rest);

/** The same, and another user's picture in an order of the stranger's own. */
const showing = (field: string, rest: Fields): AccessCase<World> => ({
  request: { ...rest, id: UNKNOWN_ID },
  probes: (world) => [
    byField('fiat_order_not_found', 'id', world.fiatOrderId, UNKNOWN_ID, rest),
    ticketProbe(world, field, { ...rest, id: world.strangersFiatOrderId }),
  ],
});

export const FIAT_ORDER_CASES = {
  getFiatStanding: nothing,
  createFiatOrder: {
    request: { ...TAKEN, ad_id: UNKNOWN_ID },
    probes: ({ fiatAdId }) => [byField('fiat_ad_not_found', 'ad_id', fiatAdId, UNKNOWN_ID, TAKEN)],
  },
  listFiatOrders: nothing,
  getFiatOrder: namingOrder(),
  cancelFiatOrder: namingOrder(SEEN),
  declareFiatPayment: showing('vouchers', DECLARED),
  confirmFiatReceipt: namingOrder({ ...SEEN, pay_password: PAY_PASSWORD }),
  postponeFiatConfirmation: namingOrder(SEEN),
  markFiatOrderAbnormal: namingOrder({ ...SEEN, note: 'Something is wrong.' }),
  applyRightsProtection: showing('pictures', CLAIM),
  withdrawRightsProtection: namingOrder(SEEN),
  listFiatMessages: namingOrder(),
  sendFiatMessage: showing('picture', MESSAGE),
  readFiatMessages: namingOrder({ message_id: '1' }),
} as const satisfies Readonly<Record<string, AccessCase<World>>>;

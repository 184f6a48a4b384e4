/** Every private call of users, and a stranger's attempts with it. A missing call does not compile. */
import type { ENDPOINTS, EndpointName } from '../../../../contract/endpoints.ts';
import { PASSWORD } from '../../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../../support/users/pay-password.ts';
import type { AccessCase } from './access-table.ts';
import { FIAT_MARKET_CASES } from './fiat-market-cases.ts';
import { FIAT_ORDER_CASES } from './fiat-order-cases.ts';
import { byField, naming, ticketProbe, UNKNOWN_ID, UNKNOWN_TICKET } from './foreign-probes.ts';
import { IEO_CASES } from './ieo-cases.ts';
import { LEVER_CASES } from './lever-cases.ts';
import { MICRO_CASES } from './micro-cases.ts';
import { PUSH_CASES } from './push-cases.ts';
import { STAKING_CASES } from './staking-cases.ts';
import type { World } from './world.ts';

export type PrivateName = {
  [N in EndpointName]: (typeof ENDPOINTS)[N]['audience'] extends 'user' ? N : never;
}[EndpointName];

const UNKNOWN_PICTURE = '00000000-0000-4000-8000-000000000000';
const NEW_PASSWORD = 'Walrus88k';
const COIN = { currency_id: '1', chain: 'development' };
const GOOGLE = { password: PASSWORD, google_code: '000000' };
const CARD = {
  kind: 'bank_card',
  account: '6222 0210 0111 2239',
  bank: 'Bank of Examples',
  pay_password: PAY_PASSWORD,
};
const WECHAT = {
  kind: 'wechat',
  account: 'sam_stranger',
  pay_password: PAY_PASSWORD,
};
const FEEDBACK = { type: 'other', title: 'A question', content: 'Where is my deposit?' };
const REPLY = { client_id: 'still-nothing-has-come', content: 'Still nothing has come.' };
const REAL_NAME = {
  name: 'Sam Stranger',
  card_id: 'C01X00T47',
  id_type: 'passport',
  front_pic: UNKNOWN_TICKET,
  reverse_pic: UNKNOWN_TICKET,
  hand_pic: UNKNOWN_TICKET,
};

const nothing: AccessCase<World> = { request: {} };

export const PRIVATE_CASES: Readonly<Record<PrivateName, AccessCase<World>>> = {
  getUserInfo: nothing,
  signOut: nothing,
  listAccounts: nothing,
  // The id of an account consists of its type and currency, so it always names the caller's own account.
  getAccount: { request: { id: '1000001' } },
  placeOrder: {
    request: {
      currency_match_id: '1',
      side: 'buy',
      type: 'limit',
      price: '97000',
      quantity: '0.001',
    },
  },
  cancelOrder: naming('order_not_found', ({ orderId }) => orderId),
  cancelAllOrders: { request: { currency_match_id: '1' } },
  listOpenOrders: nothing,
  listOrderHistory: nothing,
  // A key names the caller's own command; `command-outcomes.test.ts` tests keys of other users.
  getCommandOutcome: {
    request: { path: '/api/private/spot/place_order', idempotency_key: 'a-key-of-nobody-0001' },
  },
  getOrder: naming('order_not_found', ({ orderId }) => orderId),
  getSecurity: nothing,
  amendPassword: {
    request: { old_password: PASSWORD, password: NEW_PASSWORD, re_password: NEW_PASSWORD },
  },
  amendPayPassword: {
    request: {
      login_password: PASSWORD,
      pay_password: NEW_PASSWORD,
      re_pay_password: NEW_PASSWORD,
    },
  },
  createGoogleKey: nothing,
  bindGoogle: { request: GOOGLE },
  unbindGoogle: { request: GOOGLE },
  listSessions: nothing,
  endOtherSessions: nothing,
  sendOwnCode: { request: { scene: 'bind_address' } },
  getAuthorizationCode: nothing,
  getVerification: nothing,
  submitVerification: {
    request: REAL_NAME,
    probes: (world) => [ticketProbe(world, 'front_pic', REAL_NAME)],
  },
  readPicture: {
    request: { id: UNKNOWN_PICTURE },
    probes: ({ pictureId }) => [byField('picture_not_found', 'id', pictureId, UNKNOWN_PICTURE)],
  },
  getInvite: nothing,
  listInvitees: nothing,
  addTeamMember: { request: { authorization_code: 'ABCD2345', pay_password: PAY_PASSWORD } },
  getTeam: nothing,
  listCollectionMethods: nothing,
  saveCollectionMethod: {
    request: CARD,
    probes: (world) => [
      byField('collection_method_not_found', 'id', world.methodId, UNKNOWN_ID, CARD),
      ticketProbe(world, 'qr_pic', WECHAT),
    ],
  },
  removeCollectionMethod: naming('collection_method_not_found', ({ methodId }) => methodId, {
    pay_password: PAY_PASSWORD,
  }),
  createFeedback: {
    request: FEEDBACK,
    probes: (world) => [ticketProbe(world, 'pictures', FEEDBACK)],
  },
  replyFeedback: {
    request: { ...REPLY, id: UNKNOWN_ID },
    probes: (world) => [
      byField('feedback_not_found', 'id', world.feedbackId, UNKNOWN_ID, REPLY),
      ticketProbe(world, 'pictures', { ...REPLY, id: world.strangersFeedbackId }),
    ],
  },
  listFeedback: nothing,
  getFeedback: naming('feedback_not_found', ({ feedbackId }) => feedbackId),
  listWalletCoins: nothing,
  getDepositAddress: { request: COIN },
  claimFaucet: { request: COIN },
  listDeposits: nothing,
  getDeposit: naming('deposit_not_found', ({ depositId }) => depositId),
  listWithdrawalAddresses: nothing,
  bindWithdrawalAddress: {
    request: { ...COIN, address: 'dev1qqqqqqqqqqqq', label: 'Mine', auth_code: '000000' },
  },
  removeWithdrawalAddress: naming('withdrawal_address_not_found', ({ addressId }) => addressId),
  getWithdrawalTerms: { request: COIN },
  createWithdrawal: {
    request: { address_id: UNKNOWN_ID, amount: '50', pay_password: PAY_PASSWORD },
    probes: ({ addressId }) => [
      byField('withdrawal_address_not_found', 'address_id', addressId, UNKNOWN_ID, {
        amount: '50',
        pay_password: PAY_PASSWORD,
      }),
    ],
  },
  cancelWithdrawal: naming('withdrawal_not_found', ({ withdrawalId }) => withdrawalId),
  listWithdrawals: nothing,
  getWithdrawal: naming('withdrawal_not_found', ({ withdrawalId }) => withdrawalId),
  createTransfer: {
    request: {
      currency_id: '1',
      from_account_type_id: '1',
      to_account_type_id: '2',
      amount: '1',
    },
  },
  listTransfers: nothing,
  getTransfer: naming('transfer_not_found', ({ transferId }) => transferId),
  ...FIAT_MARKET_CASES,
  ...FIAT_ORDER_CASES,
  ...LEVER_CASES,
  ...MICRO_CASES,
  ...STAKING_CASES,
  ...IEO_CASES,
  ...PUSH_CASES,
};

/** The requirement of a call in addition to a session. */
type Gate = 'verification_required' | 'role_required';

/** Taken from the specification and the rules, not from the contract; all other calls need only a session. */
export const GATED: Readonly<Partial<Record<PrivateName, Gate>>> = {
  // "Real-name authentication is required for fiat trading, for withdrawal and to trade" (SPEC 6).
  placeOrder: 'verification_required',
  placeLeverOrder: 'verification_required',
  placeMicroOrder: 'verification_required',
  createWithdrawal: 'verification_required',
  createFiatOrder: 'verification_required',
  // "Merchant: certified, shop opened" (RULES, fiat trading).
  openShop: 'verification_required',
  postFiatAd: 'verification_required',
  // Payments of fiat orders go to this method, under the certified name.
  saveCollectionMethod: 'verification_required',
  // Only agents add users and see team totals (SPEC 6; RULES, people).
  addTeamMember: 'role_required',
  getTeam: 'role_required',
};

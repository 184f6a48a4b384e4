/** Orders over HTTP, and the steps of their two sides. */
import { randomUUID } from 'node:crypto';
import type { Envelope } from '../../../contract/envelope.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { ticketFor } from '../desk/documents.ts';
import { dataOf } from '../users/accounts.ts';
import { PAY_PASSWORD } from '../users/pay-password.ts';
import { newKey } from '../idempotency-key.ts';
import {
  newFiatUser,
  newMerchant,
  saveMethod,
  type FiatUser,
  type Merchant,
} from './fiat-users.ts';
import type { TestServer } from '../servers/test-server.ts';
import { postAd, type AdFields } from './fiat-ads.ts';

/** Takes 100 USDT of the ad by default. */
export const takeAd = (
  taker: FiatUser,
  ad: Pick<OwnFiatAd, 'id'>,
  fields: Partial<RequestInput<'createFiatOrder'>> = {},
  key = newKey(),
): Promise<Envelope<FiatOrderDetail>> =>
  taker.call(
    'createFiatOrder',
    {
      ad_id: ad.id,
      price: '7',
      payment_kind: 'bank_card',
      // Only a seller is asked for it.
      pay_password: PAY_PASSWORD,
      ...(fields.amount === undefined && { quantity: '100' }),
      ...fields,
    },
    key,
  );

/** Buyer, seller and their order. */
export interface OrderScene {
  readonly buyer: FiatUser;
  readonly seller: FiatUser;
  readonly merchant: Merchant;
  readonly taker: FiatUser;
  readonly ad: OwnFiatAd;
  /** The order at its placement, as the buyer sees it. */
  readonly order: FiatOrderDetail;
}

/** Existing parties; missing ones are created. */
export interface Known {
  readonly merchant?: Merchant;
  readonly taker?: FiatUser;
  /** The merchant's ad. */
  readonly ad?: OwnFiatAd;
}

/** An order of 100 USDT for 700 CNY, unpaid. @param side the merchant's side. */
export async function placedOrder(
  server: TestServer,
  side: AdFields['side'] = 'sell',
  known: Known = {},
): Promise<OrderScene> {
  const merchant = known.merchant ?? (await newMerchant(server));
  const taker = known.taker ?? (await newFiatUser(server, { usdt: '1000' }));
  const ad = known.ad ?? (await postAd(merchant, side));
  const method =
    side === 'buy' ? { collection_method_id: (await saveMethod(taker, 'bank_card')).id } : {};
  const { id } = dataOf(await takeAd(taker, ad, method));
  const [buyer, seller] = side === 'sell' ? [taker, merchant] : [merchant, taker];
  return { buyer, seller, merchant, taker, ad, order: await orderOf(buyer, id) };
}

/** Reads the order as this user. */
export const orderOf = (person: FiatUser, id: string): Promise<FiatOrderDetail> =>
  person.ask('getFiatOrder', { id });

type Seen = Pick<FiatOrderDetail, 'id' | 'revision'>;
const seenOf = ({ id, revision }: Seen) => ({ id, revision: String(revision) });

/** A step of a user on the order as they saw it. */
export type OrderCall = (person: FiatUser, seen: Seen) => Promise<Envelope<FiatOrderDetail>>;

export const cancel: OrderCall = (person, seen) => person.call('cancelFiatOrder', seenOf(seen));
export const postpone: OrderCall = (person, seen) =>
  person.call('postponeFiatConfirmation', seenOf(seen));
export const withdrawRights: OrderCall = (person, seen) =>
  person.call('withdrawRightsProtection', seenOf(seen));
export const confirm: OrderCall = (person, seen) =>
  person.call('confirmFiatReceipt', { ...seenOf(seen), pay_password: PAY_PASSWORD });
export const markAbnormal: OrderCall = (person, seen) =>
  person.call('markFiatOrderAbnormal', { ...seenOf(seen), note: 'The name is another one.' });
export const applyRights: OrderCall = (person, seen) =>
  person.call('applyRightsProtection', {
    ...seenOf(seen),
    reason: 'other',
    content: 'We do not agree on what was paid.',
  });
/** Declares the payment with an uploaded voucher. */
export const declare: OrderCall = async (person, seen) =>
  person.call('declareFiatPayment', {
    ...seenOf(seen),
    vouchers: await ticketFor(person.server, 'voucher'),
  });

/** Takes the step. @returns the order, as that side sees it. */
export const done = async (
  call: OrderCall,
  person: FiatUser,
  order: Seen,
): Promise<FiatOrderDetail> => dataOf(await call(person, order));

/** The order of the scene, paid. */
export async function paidOrder(
  server: TestServer,
  side: AdFields['side'] = 'sell',
  known: Known = {},
): Promise<OrderScene> {
  const scene = await placedOrder(server, side, known);
  return { ...scene, order: await done(declare, scene.buyer, scene.order) };
}

/** The order of the scene, in rights protection at the request of this side. */
export async function disputedOrder(
  server: TestServer,
  applicant: 'buyer' | 'seller' = 'buyer',
  known: Known = {},
): Promise<OrderScene> {
  const scene = await paidOrder(server, 'sell', known);
  return { ...scene, order: await done(applyRights, scene[applicant], scene.order) };
}

/** Writes a message in the chat. */
export const write = (
  person: FiatUser,
  { id }: Pick<Seen, 'id'>,
  content: string,
  more: { readonly client_id?: string; readonly picture?: string } = {},
) => person.call('sendFiatMessage', { id, client_id: randomUUID(), content, ...more });

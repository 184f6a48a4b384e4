/** A user who has one record of every kind, the target of strangers' requests. */
import { ensure } from '../../../../contract/assert.ts';
import type { MicroOrderInfo } from '../../../../contract/micro/micro.ts';
import { ChainControl } from '../../../support/custody/chain-control.ts';
import { newWithdrawer, withdraw } from '../../../support/wallet/wallet-users.ts';
import { dataOf } from '../../../support/users/accounts.ts';
import { openShop } from '../../../support/fiat/fiat-users.ts';
import { PAY_PASSWORD } from '../../../support/users/pay-password.ts';
import { findMarket, placeOrder } from '../../../support/spot/orders.ts';
import { CONTRACT, FIAT, SPOT } from '../../../support/users/balances.ts';
import { transfer } from '../../../support/users/transfers.ts';
import { newClientAddress } from '../../../support/servers/client-address.ts';
import { newKey } from '../../../support/idempotency-key.ts';
import { distantOrder } from '../../../support/lever/contract-users.ts';
import { runningAndEnded } from '../../../support/micro/kept-orders.ts';
import { MicroUser } from '../../../support/micro/micro-users.ts';
import { eventually } from '../../../support/eventually.ts';
import { subscribe } from '../../../support/staking/staking-users.ts';
import { subscribeOffering } from '../../../support/ieo/ieo-users.ts';
import { openTicket } from '../../../support/desk/feedback-tickets.ts';
import { pictureTicket } from '../../../support/pictures.ts';
import { buyAd, sendAd } from '../../../support/fiat/fiat-ads.ts';
import { makeFiatOrders } from './fiat-orders-of-world.ts';
import type { TestServer } from '../../../support/servers/test-server.ts';

/** Ids of the owner's records. */
export interface World {
  readonly ownerToken: string;
  readonly ownerEmail: string;
  readonly orderId: string;
  readonly depositId: string;
  readonly addressId: string;
  readonly withdrawalId: string;
  readonly transferId: string;
  /** Id of a pending contract order. */
  readonly leverOrderId: string;
  /** Fast contracts, one that runs and one that has ended. */
  readonly fastContracts: readonly MicroOrderInfo[];
  readonly stakingId: string;
  readonly ieoSubscriptionId: string;
  readonly methodId: string;
  readonly pictureId: string;
  readonly feedbackId: string;
  /** Id of a suspended ad. */
  readonly fiatAdId: string;
  /** Id of an order between the owner and a merchant. */
  readonly fiatOrderId: string;
  /** Texts that occur only in the owner's records: addresses, numbers, words. */
  readonly marks: readonly string[];
  /** Id of a ticket of the stranger, not of the owner. */
  readonly strangersFeedbackId: string;
  /** Id of an unpaid order between the stranger and that merchant. */
  readonly strangersFiatOrderId: string;
  /** Ticket of a picture that the owner has already redeemed. */
  readonly usedTicket: string;
}

/** @param strangerToken token of the later caller. @param products of fast contracts. */
export async function makeWorld(
  server: TestServer,
  strangerToken: string,
  products: Parameters<typeof runningAndEnded>[2],
): Promise<World> {
  const owner = await newWithdrawer(server, { USDT: '500000', BTC: '1' });
  const { token } = owner;
  const { id: marketId, priceAt } = await findMarket(server, 'BTC');
  const resting = { type: 'limit', side: 'buy', price: priceAt(0.95), quantity: '0.001' } as const;
  const order = dataOf(
    await placeOrder(server, owner, { currency_match_id: marketId, ...resting }),
  );
  const chain = new ChainControl(server);
  await chain.deposit(token, 'USDT', '25');
  await chain.mine();
  const { deposits } = dataOf(await server.call('listDeposits', {}, { token }));
  // Above the automatic approval, so it waits for a reviewer.
  const withdrawal = dataOf(await withdraw(server, owner, { amount: '50000' }));
  const moved = dataOf(await transfer(server, owner, { from: SPOT, to: CONTRACT, amount: '1000' }));
  const leverOrderId = await placeContractOrder(server, token);
  const fastOwner = await MicroUser.of(server, owner, '50');
  const fastContracts = await runningAndEnded(server, fastOwner, products);
  const staking = dataOf(await subscribe(server, owner, { amount: '100' }));
  const subscribed = dataOf(await subscribeOffering(server, owner, { quantity: '100' }));
  const usedTicket = await pictureTicket(server, 'collection');
  const method = await saveMethod(server, token, usedTicket);
  const ticket = { type: 'other', title: 'A question', content: 'Where is my deposit?' } as const;
  const own = { ...ticket, title: 'Where is the deposit of Olga Owner' };
  const feedback = dataOf(await openTicket(server, token, own));
  const { uid } = dataOf(await server.call('getUserInfo', {}, { token }));
  const strangers = dataOf(await openTicket(server, strangerToken, ticket));
  dataOf(await transfer(server, owner, { from: SPOT, to: FIAT, amount: '500' }));
  dataOf(await openShop(server, owner, SHOP_NAME));
  const hidden = buyAd({ auto_open: '0', remark: AD_REMARK });
  const ad = dataOf(await sendAd(server, owner, hidden));
  const orders = await makeFiatOrders(server, token, strangerToken);
  return {
    ownerToken: token,
    ownerEmail: owner.email,
    orderId: order.id,
    depositId: ensure(deposits[0], 'deposit').id,
    addressId: owner.addressId,
    withdrawalId: withdrawal.id,
    transferId: moved.id,
    leverOrderId,
    fastContracts,
    stakingId: staking.id,
    ieoSubscriptionId: subscribed.id,
    methodId: method.id,
    pictureId: ensure(method.qr_picture_id, 'picture'),
    feedbackId: feedback.id,
    fiatAdId: ad.id,
    ...orders,
    marks: [
      owner.email,
      uid,
      owner.address,
      METHOD.account,
      method.qr_picture_id ?? '',
      own.title,
      AD_REMARK,
      ...fastContracts.map(({ receipt }) => receipt.token),
    ],
    strangersFeedbackId: strangers.id,
    usedTicket,
  };
}

async function saveMethod(server: TestServer, token: string, picture: string) {
  const fields = { ...METHOD, qr_pic: picture, pay_password: PAY_PASSWORD };
  return dataOf(await server.call('saveCollectionMethod', fields, { token }));
}

/** Places a contract order that stays pending. @returns its id. */
async function placeContractOrder(server: TestServer, token: string): Promise<string> {
  const order = await eventually(() => distantOrder(server));
  const headers = { ...newClientAddress(), 'idempotency-key': newKey() };
  return dataOf(await server.call('placeLeverOrder', order, { token, headers })).id;
}

const SHOP_NAME = 'Olga and Owner';
const AD_REMARK = 'Only for Olga Owner';
const METHOD = { kind: 'wechat', account: 'olga_owner' } as const;

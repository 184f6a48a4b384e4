/**
 * Restrictions of users: after three cancellations a day, with three open orders, after false payments, after
 * two withdrawn claims.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { startVerified } from '../../support/crash/first-pass.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import {
  applyRights,
  cancel,
  confirm,
  declare,
  disputedOrder,
  done,
  orderOf,
  paidOrder,
  placedOrder,
  takeAd,
  withdrawRights,
  type Known,
  type OrderScene,
} from '../../support/fiat/fiat-orders.ts';
import {
  newFiatUser,
  newMerchant,
  saveMethod,
  startFiatServer,
  type FiatUser,
} from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf, PASSWORD } from '../../support/users/accounts.ts';
import { listen, watchAds } from '../../support/fiat/fiat-sockets.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
let operator: TestOperator;
/** An ad large enough for every test. */
let known: Required<Pick<Known, 'merchant' | 'ad'>>;
beforeAll(async () => {
  server = await startVerified(startFiatServer);
  operator = await signInOperator(server);
  const merchant = await newMerchant(server, '100000');
  known = { merchant, ad: await postAd(merchant, 'sell', { total: '50000' }) };
});
afterAll(async () => {
  // Each test verifies recent changes, this verifies everything.
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
});

const standingOf = (person: FiatUser) => person.ask('getFiatStanding', {});

async function now(): Promise<number> {
  return ((await server.control('POST', '/clock/advance', { ms: 0 })) as { now: number }).now;
}

/** Decides an order in rights protection. */
const award = async (
  { order }: OrderScene,
  fields: {
    readonly to: 'buyer' | 'seller';
    readonly is_payment_false?: '1';
    readonly revision?: string;
  },
) =>
  operator.call('awardDispute', {
    id: order.id,
    text: 'We have looked at both accounts.',
    reason: 'looked at by a test',
    ...fields,
  });

// Before any test moves the clock, because sessions of operators end soon.
describe('payments judged false', () => {
  const falseOrder = async (buyer: FiatUser) => {
    const scene = await disputedOrder(server, 'seller', { ...known, taker: buyer });
    expect(errorOf(await award(scene, { to: 'seller', is_payment_false: '1' }))).toBeUndefined();
    return scene;
  };

  test('disable the account at the third, once; the dialog warns of it before', async () => {
    const buyer = await newFiatUser(server);
    await falseOrder(buyer);
    const second = await falseOrder(buyer);
    expect(await orderOf(buyer, second.order.id)).toMatchObject({
      state: 'cancelled',
      end: 'awarded_to_seller',
      award_text: 'We have looked at both accounts.',
    });
    expect(await standingOf(buyer)).toMatchObject({
      false_payments: 2,
      false_payments_max: LIMITS.fiat_false_payments_max,
      cancellations_today: 0,
    });
    await falseOrder(buyer);
    const answer = await server.call('getFiatStanding', {}, { token: buyer.token });
    expect(errorOf(answer)).toBe('user_disabled');
    const subject = { subject_kind: 'user', subject_id: String(buyer.id) } as const;
    const { entries } = await operator.ask('listAudit', subject);
    expect(entries).toMatchObject([{ action: 'user.disable' }]);

    await server.changeUser(buyer.email, 'enable');
    await server.restart();
    const signedIn = await server.call('signIn', { account: buyer.email, password: PASSWORD });
    expect(errorOf(signedIn)).toBeUndefined();
  });

  test('are reported to both sides and finally disable the account, even when disabling fails at first', async () => {
    const buyer = await newFiatUser(server);
    await falseOrder(buyer);
    await falseOrder(buyer);
    await queryServer(
      server,
      `create function refuse_disabling() returns trigger language plpgsql
         as $$ begin raise 'planted'; end $$;
       create trigger refuse_disabling before insert on audit_log for each row
         when (new.action = 'user.disable') execute function refuse_disabling()`,
    );
    const pages = await Promise.all([buyer, known.merchant].map(listen));
    const { order } = await falseOrder(buyer);
    for (const page of pages) {
      const ends = () => page.heard('fiat_order').map(({ record }) => [record.id, record.end]);
      await eventually(() => expect(ends()).toContainEqual([order.id, 'awarded_to_seller']));
      page.leave();
    }
    expect(await standingOf(buyer)).toMatchObject({ false_payments: 3 });

    await queryServer(server, 'drop function refuse_disabling cascade');
    await eventually(async () => {
      const answer = await server.call('getFiatStanding', {}, { token: buyer.token });
      expect(errorOf(answer)).toBe('user_disabled');
    });
  });

  test('are only those awarded against the buyer as false', async () => {
    const buyer = await newFiatUser(server);
    for (const to of ['buyer', 'seller'] as const) {
      const scene = await disputedOrder(server, 'buyer', { ...known, taker: buyer });
      expect(errorOf(await award(scene, { to }))).toBeUndefined();
      expect(errorOf(await award(scene, { to }))).toBe('already_decided');
    }
    expect(await standingOf(buyer)).toMatchObject({ false_payments: 0, cancellations_today: 0 });
    expect(await buyer.fiatBalance()).toMatchObject({ available: '100' });
  });
});

test('orders from before withdrawals of claims were counted continue: none counts against either side', async () => {
  await known.merchant.renew();
  const buyer = await newFiatUser(server);
  const of = { ...known, taker: buyer };
  const settled = await disputedOrder(server, 'buyer', of);
  await done(confirm, known.merchant, settled.order);
  const scene = await disputedOrder(server, 'buyer', of);
  const withdrawn = await done(withdrawRights, buyer, scene.order);
  const standing = await disputedOrder(server, 'buyer', of);
  const ids = [settled, scene, standing].map(({ order }) => order.id);
  await queryServer(
    server,
    `update lifecycles set machine_version = 1,
      snapshot = snapshot #- '{context,buyerWithdrawals}' #- '{context,sellerWithdrawals}'
    where kind = 'fiat-order' and id = any($1::bigint[])`,
    [ids],
  );
  await server.restart();

  const taken = await eventually(async () => {
    const present = await orderOf(buyer, scene.order.id);
    if (present.revision === withdrawn.revision) throw new Error('not taken over yet');
    return present;
  });
  // The restart has extended the window.
  const { deadline_at } = taken;
  expect(withdrawn.rights_withdrawals).toEqual({ buyer: 1, seller: 0 });
  expect(taken).toEqual({
    ...withdrawn,
    revision: withdrawn.revision + 1,
    deadline_at,
    rights_withdrawals: { buyer: 0, seller: 0 },
  });
  const again = await done(applyRights, buyer, taken);
  expect(again.events.map(({ event }) => event)).toEqual([
    'started',
    'payment.declare',
    'rights.apply',
    'rights.withdraw',
    'rights.apply',
  ]);
  expect((await orderOf(buyer, settled.order.id)).events).toHaveLength(4);
  const { revision } = await orderOf(buyer, standing.order.id);
  const decision = await award(standing, { to: 'buyer', revision: String(revision) });
  expect(errorOf(decision)).toBeUndefined();
});

describe('cancellations', () => {
  // An hour into a day, so that no test crosses midnight.
  beforeEach(async () => {
    await server.controlAdvance(DAY_MS - ((await now()) % DAY_MS) + HOUR_MS);
    await known.merchant.renew();
  });

  test('are announced before they count; three bar buying until the day ends', async () => {
    const buyer = await newFiatUser(server);
    for (const count of [1, 2, 3]) {
      expect((await standingOf(buyer)).barred_until).toBeNull();
      const { order } = await placedOrder(server, 'sell', { ...known, taker: buyer });
      await done(cancel, buyer, order);
      expect((await standingOf(buyer)).cancellations_today).toBe(count);
    }
    const dayEnd = (Math.floor((await now()) / DAY_MS) + 1) * DAY_MS;
    expect((await standingOf(buyer)).barred_until).toBe(dayEnd);
    const refused = await takeAd(buyer, known.ad);
    expect(errorOf(refused)).toBe('buying_barred');

    await server.controlAdvance(dayEnd - (await now()) + 1);
    expect(await standingOf(buyer)).toMatchObject({ cancellations_today: 0, barred_until: null });
    expect(errorOf(await takeAd(buyer, known.ad))).toBeUndefined();
  });

  test('count from the first millisecond of the day, and not the one before', async () => {
    const buyer = await newMerchant(server);
    const ad = await postAd(buyer, 'buy');
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      const { order } = await placedOrder(server, 'sell', { ...known, taker: buyer });
      ids.push((await done(cancel, buyer, order)).id);
    }
    const dayStart = Math.floor((await now()) / DAY_MS) * DAY_MS;
    const present = async () => [
      (await standingOf(buyer)).cancellations_today,
      (await buyer.ask('getOwnFiatAd', { id: ad.id })).is_listed,
    ];
    for (const [endedAtMs, expected] of [
      [dayStart - 1, [0, true]],
      [dayStart, [3, false]],
    ] as const) {
      const set = 'update fiat_orders set ended_at_ms = $1 where id = any($2::bigint[])';
      await queryServer(server, set, [endedAtMs, ids]);
      expect(await present()).toEqual(expected);
    }
    // The verifier compares the ends with the logs.
    const restore =
      'update fiat_orders set ended_at_ms = updated_at_ms where id = any($1::bigint[])';
    await queryServer(server, restore, [ids]);
  });

  test('include unpaid orders that expired and those given up in a dispute, and no others', async () => {
    const buyer = await newFiatUser(server);
    const { order } = await placedOrder(server, 'sell', { ...known, taker: buyer });
    await server.controlAdvance(15 * MINUTE_MS);
    expect(await orderOf(buyer, order.id)).toMatchObject({ end: 'payment_timeout' });
    const settled = await disputedOrder(server, 'buyer', { ...known, taker: buyer });
    await done(cancel, buyer, settled.order);
    expect((await standingOf(buyer)).cancellations_today).toBe(2);
    const agreed = await disputedOrder(server, 'buyer', { ...known, taker: buyer });
    await done(confirm, known.merchant, agreed.order);
    const paid = await paidOrder(server, 'sell', { ...known, taker: buyer });
    await done(confirm, known.merchant, paid.order);
    expect((await standingOf(buyer)).cancellations_today).toBe(2);
  });

  test('in disputes bar buying like any others: declaring the payment first does not avoid that', async () => {
    const buyer = await newFiatUser(server);
    for (const _ of [1, 2, 3]) {
      const { order } = await disputedOrder(server, 'buyer', { ...known, taker: buyer });
      expect(await done(cancel, buyer, order)).toMatchObject({ end: 'settled' });
    }
    expect(errorOf(await takeAd(buyer, known.ad))).toBe('buying_barred');
  });

  test('of a merchant who buys close their ads to others for the day: the ads are not listed or taken', async () => {
    const merchant = await newMerchant(server);
    const taker = await newFiatUser(server, { usdt: '1000' });
    const { id: method } = await saveMethod(taker, 'bank_card');
    const ad = await postAd(merchant, 'buy');
    const selling = await postAd(merchant, 'sell');
    const take = () => takeAd(taker, ad, { collection_method_id: method });
    const part = { side: 'sell', currency_id: '1', fiat_code: 'CNY' } as const;
    const read = (side: 'buy' | 'sell') =>
      taker.ask('listFiatAds', { ...part, side, shop_id: merchant.shopId });
    const listed = async (side: 'buy' | 'sell') => (await read(side)).ads.map(({ id }) => id);
    const isListed = async ({ id }: { readonly id: string }) =>
      (await merchant.ask('getOwnFiatAd', { id })).is_listed;
    for (const _ of [1, 2]) await done(cancel, merchant, dataOf(await take()));
    // They took the third order from another user, so their own ads stay listed.
    const { order } = await placedOrder(server, 'sell', { ...known, taker: merchant });
    expect([await listed('sell'), await isListed(ad)]).toEqual([[ad.id], true]);
    const [watcher, page] = [await watchAds(taker, part), await listen(merchant)];
    const before = watcher.version();

    await done(cancel, merchant, order);
    await eventually(() => expect(watcher.version()).toBeGreaterThan(before));
    await eventually(() =>
      expect(
        page.heard('fiat_ad').map(({ record }) => [record.id, record.is_listed]),
      ).toContainEqual([ad.id, false]),
    );
    expect([await listed('sell'), await isListed(ad)]).toEqual([[], false]);
    expect(errorOf(await taker.call('getFiatAd', { id: ad.id }))).toBe('fiat_ad_not_found');
    expect(errorOf(await take())).toBe('fiat_ad_not_found');
    expect([await listed('buy'), await isListed(selling)]).toEqual([[selling.id], true]);
    expect((await standingOf(taker)).cancellations_today).toBe(0);
    expect(await taker.fiatBalance()).toEqual({ available: '1000', frozen: '0' });

    watcher.leave();
    page.leave();

    const closed = await read('sell');
    await server.controlAdvance(DAY_MS - ((await now()) % DAY_MS));
    expect((await read('sell')).version).toBeGreaterThan(closed.version);
    expect([await listed('sell'), await isListed(ad)]).toEqual([[ad.id], true]);
    expect(errorOf(await take())).toBeUndefined();
  });
});

test('a buyer has at most three open orders', async () => {
  await known.merchant.renew();
  const buyer = await newFiatUser(server);
  const scenes: OrderScene[] = [];
  for (let count = 0; count < 3; count += 1)
    scenes.push(await placedOrder(server, 'sell', { ...known, taker: buyer }));
  expect(await standingOf(buyer)).toMatchObject({ open_purchases: 3, open_purchases_max: 3 });
  expect(errorOf(await takeAd(buyer, known.ad))).toBe('too_many_fiat_orders');
  const [first] = scenes;
  if (first) await done(confirm, known.merchant, await done(declare, buyer, first.order));
  expect(errorOf(await takeAd(buyer, known.ad))).toBeUndefined();
});

test('a buy ad cannot be filled up by three strangers with minimum orders', async () => {
  const merchant = await newMerchant(server);
  const ad = await postAd(merchant, 'buy');
  const takers = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const taker = await newFiatUser(server, { usdt: '1000' });
      return { taker, method: await saveMethod(taker, 'bank_card') };
    }),
  );
  for (const { taker, method } of takers) {
    const least = { quantity: '10', collection_method_id: method.id };
    expect(errorOf(await takeAd(taker, ad, least))).toBeUndefined();
  }
  expect(await standingOf(merchant)).toMatchObject({ open_purchases: 0 });

  // Their own purchases do not close it either.
  for (const open of [1, 2, 3]) {
    await placedOrder(server, 'sell', { ...known, taker: merchant });
    expect(await standingOf(merchant)).toMatchObject({ open_purchases: open });
  }
  expect(errorOf(await takeAd(merchant, known.ad))).toBe('too_many_fiat_orders');
  const late = await newFiatUser(server, { usdt: '1000' });
  const { id } = await saveMethod(late, 'bank_card');
  expect(errorOf(await takeAd(late, ad, { collection_method_id: id }))).toBeUndefined();
});

test('an appeal can be withdrawn by each side up to the limit; it can always be opened', async () => {
  await known.merchant.renew();
  const scene = await paidOrder(server, 'sell', known);
  const { buyer, seller } = scene;
  let { order } = scene;
  const max = LIMITS.fiat_rights_withdrawals_max;
  for (let times = 1; times <= max; times += 1) {
    order = await done(applyRights, seller, order);
    order = await done(withdrawRights, seller, order);
    expect(order.rights_withdrawals).toEqual({ buyer: 0, seller: times });
  }
  // The limit counts per side, not per order.
  order = await done(applyRights, buyer, await orderOf(buyer, order.id));
  order = await done(withdrawRights, buyer, order);
  expect(order.rights_withdrawals).toEqual({ buyer: 1, seller: max });

  const last = await done(applyRights, seller, await orderOf(seller, order.id));
  expect(last).toMatchObject({ state: 'rights_protection', applicant: 'seller' });
  expect(errorOf(await withdrawRights(seller, last))).toBe('fiat_order_changed');
  expect(await orderOf(seller, last.id)).toEqual(last);

  // No timer gives the coins to a buyer who has waited until the seller had no claims left.
  await server.controlAdvance(LIMITS.fiat_confirm_window_ms + LIMITS.fiat_postpone_window_ms);
  await Promise.all([buyer.renew(), seller.renew()]);
  expect(await orderOf(seller, last.id)).toEqual(last);
  expect(await done(cancel, buyer, await orderOf(buyer, last.id))).toMatchObject({
    state: 'cancelled',
    end: 'settled',
  });
});

/** Two concurrent steps on one fiat order: one wins, the other side is notified, the coins go to one side. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { declare, done, orderOf, takeAd } from '../../support/fiat/fiat-orders.ts';
import { ticketFor } from '../../support/desk/documents.ts';
import { newFiatUser, newMerchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import {
  award,
  pairsOf,
  race,
  RIVALS,
  WRONG_PAYEES,
  type Rival,
} from '../../support/fiat/fiat-rivals.ts';
import {
  asPlaced,
  disputed,
  endScene,
  paid,
  RaceCast,
  type Ready,
} from '../../support/fiat-paths/race-scenes.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let operator: TestOperator;
let cast: RaceCast;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  operator = await signInOperator(server);
  cast = new RaceCast(server);
});
afterAll(() => giveBack(server));
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
  expect(await queryServer(server, WRONG_PAYEES)).toEqual([]);
});

/** Returns the errors in races of all pairs; `ready` brings a new order to the starting state. */
async function raceAll(
  rivals: Readonly<Record<string, Rival>>,
  ready: Ready,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [name, first, second] of pairsOf(rivals)) {
    const scene = await ready(await cast.newScene());
    const found = await race(scene, [await first(scene), await second(scene)]);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
    await endScene(scene);
  }
  return faults;
}

test('payment or cancellation: one of every ordered pair is first', async () => {
  expect(await raceAll(RIVALS.unpaid, asPlaced)).toEqual([]);
});

test('confirmation, extension or appeal: one of every ordered pair is first', async () => {
  expect(await raceAll(RIVALS.paid, paid)).toEqual([]);
});

test('settlement, withdrawal or verdict: one of every ordered pair is first', async () => {
  const rivals = {
    ...RIVALS.rightsProtection,
    awardToBuyer: award(operator, 'buyer'),
    awardToSeller: award(operator, 'seller'),
  };
  expect(await raceAll(rivals, disputed)).toEqual([]);
});

test('the same declaration twice is refused because the order has changed, not because its picture is used', async () => {
  const { buyer, order } = await cast.newScene();
  const vouchers = await ticketFor(server, 'voucher');
  const fields = { id: order.id, revision: '1', vouchers };
  const answers = await Promise.all([1, 2, 3].map(() => buyer.call('declareFiatPayment', fields)));
  const errors = answers.map(errorOf);
  expect(errors.filter((error) => error === undefined)).toHaveLength(1);
  expect(new Set(errors)).toEqual(new Set([undefined, 'fiat_order_changed']));
});

test('a buyer never exceeds the limit of open orders, even with parallel orders', async () => {
  const merchant = await newMerchant(server);
  const ad = await postAd(merchant);
  const taker = await newFiatUser(server);
  const answers = await Promise.all(Array.from({ length: 8 }, () => takeAd(taker, ad)));
  const errors = answers.map(errorOf);
  expect(errors.filter((error) => error === undefined)).toHaveLength(3);
  expect(new Set(errors)).toEqual(new Set([undefined, 'too_many_fiat_orders']));
  expect((await taker.ask('getFiatStanding', {})).open_purchases).toBe(3);
});

test('an ad that ends while orders on it end loses no coin', async () => {
  const merchant = await newMerchant(server);
  const ad = await postAd(merchant, 'sell', { total: '300' });
  const takers = await Promise.all([1, 2, 3].map(() => newFiatUser(server)));
  const orders = await Promise.all(takers.map(async (taker) => dataOf(await takeAd(taker, ad))));
  const { revision } = await merchant.ask('getOwnFiatAd', { id: ad.id });
  const [kept, ...given] = orders;
  await Promise.all([
    merchant.call('cancelFiatAd', { id: ad.id, revision: String(revision) }),
    ...given.map((order, at) =>
      takers[at + 1]?.call('cancelFiatOrder', { id: order.id, revision: '1' }),
    ),
  ]);
  const present = await merchant.ask('getOwnFiatAd', { id: ad.id });
  if (present.state !== 'cancelled')
    await merchant.ask('cancelFiatAd', { id: ad.id, revision: String(present.revision) });
  expect(kept?.state).toBe('unpaid');
  expect(await merchant.fiatBalance()).toEqual({ available: '9900', frozen: '600' });
});

test('an appeal that is opened twice at one moment, with a picture, is one claim', async () => {
  const scene = await cast.newScene();
  const { buyer } = scene;
  const order = await done(declare, buyer, scene.order);
  const claim = {
    id: order.id,
    revision: String(order.revision),
    reason: 'other',
    content: 'We do not agree on what was paid.',
    pictures: await ticketFor(server, 'voucher'),
  } as const;
  const answers = await Promise.all(
    [1, 2, 3].map(() => buyer.call('applyRightsProtection', claim)),
  );
  expect(answers.map(errorOf).toSorted()).toEqual([
    'fiat_order_changed',
    'fiat_order_changed',
    undefined,
  ]);
  expect((await orderOf(buyer, order.id)).claims).toHaveLength(1);
  const unknown = { ...claim, pictures: 'x'.repeat(43) };
  const next = await cast.newScene();
  const { id, revision } = await done(declare, next.buyer, next.order);
  const asked = { ...unknown, id, revision: String(revision) };
  expect(errorOf(await next.buyer.call('applyRightsProtection', asked))).toBe(
    'picture_ticket_invalid',
  );
});

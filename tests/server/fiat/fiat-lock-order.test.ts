/** Orders and a shop that closes lock the same rows in the same order: users, then ads by id, then orders. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { cancel, done, takeAd } from '../../support/fiat/fiat-orders.ts';
import { newFiatUser, newMerchant, type Merchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { eventually } from '../../support/eventually.ts';
import {
  lockWaits,
  queryServer,
  withServerDatabase,
} from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => giveBack(server));

const closeShop = (merchant: Merchant) =>
  merchant.call('closeShop', { pay_password: PAY_PASSWORD });

/** Runs `work` in a transaction of its own, whose locks hold up the server. */
const holding = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withServerDatabase(server, async (client) => {
    await client.query('begin');
    return work(client);
  });

test('a shop that closes counts the order that takes one of its ads at that moment', async () => {
  const merchant = await newMerchant(server);
  const ad = await postAd(merchant);
  const taker = await newFiatUser(server);
  const [taken, closed] = await holding(async (client) => {
    await client.query('lock table fiat_orders in share mode');
    const taking = takeAd(taker, ad);
    await lockWaits(client, 1);
    const closing = closeShop(merchant);
    await lockWaits(client, 2);
    await client.query('commit');
    return Promise.all([taking, closing]);
  });
  expect(errorOf(closed)).toBe('shop_has_open_orders');
  await done(cancel, taker, dataOf(taken));
  expect(errorOf(await closeShop(merchant))).toBeUndefined();
});

test('an order waits for its seller before it locks the ad', async () => {
  const merchant = await newMerchant(server);
  const ad = await postAd(merchant);
  const taker = await newFiatUser(server);
  const { taken, locked } = await holding(async (client) => {
    await client.query('select 1 from users where id = $1 for update', [merchant.id]);
    const taking = takeAd(taker, ad);
    await lockWaits(client, 1);
    const { rowCount } = await client.query(
      'select 1 from fiat_ads where id = $1 for update skip locked',
      [ad.id],
    );
    await client.query('commit');
    return { taken: await taking, locked: rowCount };
  });
  expect(locked).toBe(1);
  expect(errorOf(taken)).toBeUndefined();
});

test('a shop that closes locks its ads in the order of their ids', async () => {
  const merchant = await newMerchant(server);
  const ads = [await postAd(merchant), await postAd(merchant)];
  const ids = ads.map(({ id }) => id);
  await storeFirstAdLast(merchant, ids);
  const { closed, free } = await holding(async (client) => {
    await client.query('select 1 from fiat_ads where id = $1 for update', [ids[0]]);
    const closing = closeShop(merchant);
    await lockWaits(client, 1);
    const { rows } = await client.query<{ id: bigint }>(
      'select id from fiat_ads where shop_id = $1 order by id for update skip locked',
      [merchant.shopId],
    );
    await client.query('commit');
    return { closed: await closing, free: rows.map(({ id }) => String(id)) };
  });
  expect(free).toEqual(ids);
  expect(errorOf(closed)).toBeUndefined();
});

/** A read in no order finds rows in their places in the table, and an update moves a row to another place. */
const storeFirstAdLast = (
  { shopId }: Merchant,
  [first, second]: readonly (string | undefined)[],
): Promise<void> =>
  eventually(async () => {
    const update = 'update fiat_ads set updated_at_ms = updated_at_ms where id = $1';
    await queryServer(server, update, [first]);
    const places = 'select id from fiat_ads where shop_id = $1 order by ctid';
    const rows = await queryServer<{ id: bigint }>(server, places, [shopId]);
    expect(rows.map(({ id }) => String(id))).toEqual([second, first]);
  });

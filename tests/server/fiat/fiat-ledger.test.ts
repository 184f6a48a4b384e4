/** The ledger of fiat trading on a running server: planted faults are found, and concurrent steps add up. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { changeAd, editAd, ownAd, sellAd, sendAd } from '../../support/fiat/fiat-ads.ts';
import {
  type Merchant,
  fiatBalance,
  newFiatUser,
  newMerchant,
  openShop,
} from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let ann: Merchant;
beforeAll(async () => {
  server = await startTestServer({
    env: { SEED: 'none', MARKET_MAKER: 'off', TRUST_PROXY: 'loopback', LOG_LEVEL: 'debug' },
  });
  await server.waitForLog(/"kind":"full","faults":\[\].*ledger verified/);
  ann = await newMerchant(server, '1000');
});
afterAll(() => server.stop());

const takeAd = ({ token }: TestUser, adId: string, amount: string) =>
  server.call(
    'createFiatOrder',
    { ad_id: adId, amount, price: '7', payment_kind: 'bank_card' },
    { token, headers: { ...newClientAddress(), 'idempotency-key': newKey() } },
  );
const giveUp = (
  { token }: TestUser,
  { id, revision }: { readonly id: string; readonly revision: number },
) =>
  server.call(
    'cancelFiatOrder',
    { id, revision: String(revision) },
    { token, headers: newClientAddress() },
  );

describe('concurrent commands', () => {
  test('take no more of an ad than its total', async () => {
    const ad = dataOf(await sendAd(server, ann, sellAd(ann, { total: '100' })));
    const takers = await Promise.all(Array.from({ length: 7 }, () => newTrader(server)));
    const answers = await Promise.all(
      // 14 orders of 20 coins each, although the ad has 100.
      [...takers, ...takers].map((taker) => takeAd(taker, ad.id, '140')),
    );
    const taken = answers.filter((answer) => errorOf(answer) === undefined);
    expect(taken).toHaveLength(5);
    const refused = answers.map(errorOf).filter((error) => error !== undefined);
    expect(new Set(refused)).toEqual(new Set(['fiat_ad_not_found']));
    expect(await ownAd(server, ann, ad.id)).toMatchObject({
      state: 'opening',
      remaining: '0',
      in_orders: '100',
      is_listed: false,
    });
    expect(await server.verifyLedger()).toMatchObject({ faults: [] });
  });

  test('on the same ads (edits, ends, orders and their ends) add up in any order', async () => {
    const merchant = await newMerchant(server, '2000');
    const takers = await Promise.all(Array.from({ length: 10 }, () => newTrader(server)));
    const ads: OwnFiatAd[] = [];
    for (let i = 0; i < 5; i++)
      ads.push(dataOf(await sendAd(server, merchant, sellAd(merchant, { total: '100' }))));
    const oneTaker = async (taker: TestUser, index: number) => {
      const ad = ads[index % ads.length];
      if (ad === undefined) throw new Error('no ad');
      const placed = await takeAd(taker, ad.id, '70');
      if (errorOf(placed) !== undefined) return;
      if (index % 2 === 0) dataOf(await giveUp(taker, dataOf(placed)));
    };
    const oneEdit = async (index: number) => {
      const { id } = ads[index % ads.length] ?? { id: '' };
      const seen = await ownAd(server, merchant, id);
      const total = String(60 + ((index * 37) % 90));
      const answer =
        index % 7 === 6
          ? await changeAd(server, merchant, 'cancelFiatAd', seen)
          : await editAd(server, merchant, seen, sellAd(merchant, { total }));
      expect([undefined, 'fiat_ad_changed']).toContain(errorOf(answer));
    };

    await Promise.all([
      ...takers.flatMap((taker, i) => [oneTaker(taker, i), oneTaker(taker, i + 3)]),
      ...Array.from({ length: 40 }, (_, i) => oneEdit(i)),
    ]);

    expect(await server.verifyLedger()).toMatchObject({ faults: [] });
    const now = await Promise.all(ads.map(({ id }) => ownAd(server, merchant, id)));
    const held = now
      .map((ad) => {
        const isAlive = ad.state === 'opening' || ad.state === 'suspended';
        return Number(ad.in_orders) + (isAlive ? Number(ad.remaining) : 0);
      })
      .reduce((sum, part) => sum + part, 0);
    const { frozen } = await fiatBalance(server, merchant);
    expect(Number(frozen)).toBe(held + 500);
  });
});

describe('a planted unit', () => {
  test('in the record of an ad is noticed, and new orders are refused until it is gone', async () => {
    const ad = dataOf(await sendAd(server, ann, sellAd(ann, { total: '50' })));
    const payee = await newFiatUser(server, { usdt: '600' });
    const bob = await newTrader(server);
    const plant = (units: number) =>
      queryServer(
        server,
        'update fiat_ads set total = total + $2, remaining = remaining + $2 where id = $1',
        [ad.id, units],
      );
    const from = server.logs.length;
    await plant(1);
    await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
    await server.waitForLog(
      /"level":"error".*fiat_frozen_not_held.*the ledger is not consistent/,
      from,
    );

    const { token } = ann;
    const body = { pay_password: PAY_PASSWORD };
    const answers = [
      await sendAd(server, ann, sellAd(ann)),
      await editAd(server, ann, ad, sellAd(ann)),
      await takeAd(bob, ad.id, '70'),
      await openShop(server, payee),
      await server.call('closeShop', body, { token, headers: newClientAddress() }),
    ];
    expect(answers.map(errorOf)).toEqual(Array(5).fill('service_unavailable'));

    const repaired = server.logs.length;
    await plant(-1);
    await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
    await server.waitForLog(/the ledger is consistent again/, repaired);
    dataOf(await takeAd(bob, ad.id, '70'));
    dataOf(await openShop(server, payee));
    expect(await server.verifyLedger()).toMatchObject({ faults: [] });
  });
});

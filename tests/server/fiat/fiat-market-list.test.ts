/** The list of the fiat market and its visibility for each user. */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { ticketFor } from '../../support/desk/documents.ts';
import {
  buyAd,
  changeAd,
  editAd,
  ownAd,
  sellAd,
  sendAd,
  listedAds,
  type AdFields,
  type AdListQuery,
} from '../../support/fiat/fiat-ads.ts';
import { fund, type Merchant, newMerchant, saveMethod } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { withServerDatabase } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
let ann: Merchant;
/** A user who reads the market. */
let bob: TestUser;

beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  bob = await newTrader(server);
});
afterAll(() => giveBack(server));
beforeEach(async () => {
  ann = await newMerchant(server, '1000');
});
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
});

const post = (fields: AdFields, key?: string) => sendAd(server, ann, fields, key);
/** Ann's ads alone, because other tests leave theirs. */
const shownOfAnn = async (query: AdListQuery = {}, who: TestUser = bob) =>
  (await listedAds(server, who, query)).ads.filter(({ shop }) => shop.id === ann.shopId);

describe('a floating price', () => {
  test('follows the reference', async () => {
    const floating = { price_type: 'floating', price_percent: '101.5' } as const;
    const { price: _, ...fields } = sellAd(ann, floating);
    const ad = dataOf(await post(fields));
    const query = { currency_id: '1', fiat_code: 'CNY' };
    const reference = await server.call('getFiatReference', query, { token: bob.token });
    expect(dataOf(reference)).toEqual({ price: '7.1845' });
    // 7.1845 × 1.015 = 7.2922675
    expect(ad).toMatchObject({ price_type: 'floating', price: '7.2923', price_percent: '101.5' });
    expect(dataOf(await editAd(server, ann, ad, sellAd(ann)))).toMatchObject({
      price: '7',
      price_percent: null,
    });
  });

  test('of a coin with a market follows it, and is unchanged between', async () => {
    const rich = await newMerchant(server, '0');
    await fund(rich, '1', 'BTC');
    const { price: _, ...fields } = sellAd(rich, {
      currency_id: '2',
      fiat_code: 'USD',
      price_type: 'floating',
      price_percent: '100',
      total: '1',
      min_amount: '10',
      max_amount: '1000',
    });
    // Holds the clock, so that a price stays valid however long the calls take.
    await server.holdClock((await server.controlAdvance(0)) + MINUTE_MS);
    onTestFinished(() => server.releaseClock());
    // Reads from before the test have expired by then.
    await server.controlAdvance(LIMITS.fiat_reference_ms);
    const { id, price } = dataOf(await sendAd(server, rich, fields));
    const priceNow = async () =>
      dataOf(await server.call('getOwnFiatAd', { id }, { token: rich.token })).price;
    await server.controlAdvance(LIMITS.fiat_reference_ms - 1);
    expect(await priceNow()).toBe(price);
    await server.releaseClock();
    await server.controlAdvance(LIMITS.fiat_reference_ms * 60);
    expect(await priceNow()).not.toBe(price);
  });
});

describe('the list of the market', () => {
  test('has the best price for the reader first, page by page', async () => {
    const prices = ['7.3', '6.9', '7.1'];
    for (const price of prices) dataOf(await post(sellAd(ann, { price, total: '100' })));
    for (const price of prices) dataOf(await post(buyAd({ price })));
    const pricesOf = (ads: readonly { readonly price: string | null }[]) =>
      ads.map(({ price }) => price);
    expect(pricesOf(await shownOfAnn({ side: 'buy' }))).toEqual(['6.9', '7.1', '7.3']);
    expect(pricesOf(await shownOfAnn({ side: 'sell' }))).toEqual(['7.3', '7.1', '6.9']);

    const all = (await listedAds(server, bob)).ads;
    const paged = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const page = await listedAds(server, bob, { size: '2', offset: String(offset) });
      paged.push(...page.ads);
      offset = page.next_offset;
    }
    expect(paged).toEqual(all);
  });

  test('sorts floating prices, as they are rounded, among the fixed ones', async () => {
    const { price: _, ...floating } = sellAd(ann, {
      price_type: 'floating',
      price_percent: '101.5',
    });
    const posted = [];
    // 101.5 % of 7.1845 is 7.2922675, equal to the first price, whose ad is older.
    for (const price of ['7.2923', '7.2922', '7.2924'])
      posted.push(dataOf(await post(sellAd(ann, { price }))).id);
    posted.push(dataOf(await post(floating)).id);
    const [same, less, more, rounded] = posted;
    const shown = await shownOfAnn();
    expect(shown.map(({ id }) => id)).toEqual([less, same, rounded, more]);
    expect(shown[2]).toMatchObject({ price: '7.2923' });
  });

  test('filters by amount and payment kind', async () => {
    const small = dataOf(await post(sellAd(ann, { max_amount: '100' })));
    const large = dataOf(await post(sellAd(ann, { min_amount: '500', max_amount: '5000' })));
    const idsFor = async (query: AdListQuery) => (await shownOfAnn(query)).map(({ id }) => id);
    expect(await idsFor({ amount: '69.99' })).toEqual([]);
    expect(await idsFor({ amount: '70' })).toEqual([small.id]);
    expect(await idsFor({ amount: '100.01' })).toEqual([]);
    // 200 coins for 7 each: the amount is within the limits, but more coins than remain.
    expect(await idsFor({ amount: '1400' })).toEqual([large.id]);
    expect(await idsFor({ amount: '1400.01' })).toEqual([]);
    expect(await idsFor({ payment_kind: 'bank_card' })).toEqual([small.id, large.id]);
    expect(await idsFor({ payment_kind: 'alipay' })).toEqual([]);
    const query = { side: 'buy', currency_id: '1', fiat_code: 'CNY', amount: '1.001' } as const;
    const fine = await server.call('listFiatAds', query, { token: bob.token });
    expect(errorOf(fine)).toBe('amount_scale_exceeded');
  });

  test('marks the reader’s own ads, and shows public fields alone', async () => {
    const { id } = dataOf(await post(sellAd(ann, { remark: '<b>hi</b> \u202Egpj.exe' })));
    const [shown] = await shownOfAnn();
    const { total: _, ...asked } = dataOf(
      await server.call('getFiatAd', { id }, { token: bob.token }),
    ) as OwnFiatAd;
    expect(shown).toEqual(asked);
    expect(shown).toMatchObject({ is_own: false, remark: '<b>hi</b> \u202Egpj.exe' });
    expect(Object.keys(shown ?? {})).not.toContain('collection_method_ids');
    expect((await shownOfAnn({}, ann))[0]).toMatchObject({ id, is_own: true });
  });

  test('leaves out suspended and ended ads, and those of disabled merchants', async () => {
    const ad = dataOf(await post(sellAd(ann)));
    const isShown = async () => {
      const alone = errorOf(await server.call('getFiatAd', { id: ad.id }, { token: bob.token }));
      const listed = (await shownOfAnn()).length;
      expect(alone).toBe(listed === 1 ? undefined : 'fiat_ad_not_found');
      return listed === 1;
    };
    expect(await isShown()).toBe(true);
    const suspended = dataOf(await changeAd(server, ann, 'suspendFiatAd', ad));
    expect(await isShown()).toBe(false);
    const resumed = dataOf(await changeAd(server, ann, 'resumeFiatAd', suspended));
    expect(await isShown()).toBe(true);
    await server.changeUser(ann.email, 'disable');
    expect(await isShown()).toBe(false);
    await server.changeUser(ann.email, 'enable');
    expect(await isShown()).toBe(true);
    expect(resumed.is_listed).toBe(true);
  });

  test('has a new version once a merchant is disabled, and once enabled again', async () => {
    dataOf(await post(sellAd(ann)));
    const version = async () => (await listedAds(server, bob)).version;
    for (const change of ['disable', 'enable'] as const) {
      const before = await version();
      await server.changeUser(ann.email, change);
      await eventually(async () => expect(await version()).toBeGreaterThan(before));
    }
  });

  test('is read once for identical requests at one moment, and marks each reader’s own ads', async () => {
    const { id } = dataOf(await post(sellAd(ann)));
    // Reads of the list only, because the ledger watch also reads ads.
    const waiting = `select 1 from pg_locks as wanted join pg_stat_activity as reader using (pid)
      where not wanted.granted and relation = 'fiat_ads'::regclass and reader.query ~ '^select "fiat_ads"'`;
    const answers = await withServerDatabase(server, async (client) => {
      await client.query('begin; lock table fiat_ads in access exclusive mode');
      const asked = [ann, bob, ann, bob, bob, bob].map((who) => listedAds(server, who));
      const another = listedAds(server, bob, { size: '99' });
      await eventually(async () => {
        // PostgreSQL otherwise repeats the activity of this transaction's first read.
        await client.query('select pg_stat_clear_snapshot()');
        expect((await client.query(waiting)).rowCount).toBe(2);
      });
      await client.query('commit');
      return Promise.all([...asked, another]);
    });
    const own = answers.map(({ ads }) => ads.find((ad) => ad.id === id)?.is_own);
    expect(own).toEqual([true, false, true, false, false, false, false]);
  });
});

const saveAlipay = async () =>
  dataOf(
    await server.call(
      'saveCollectionMethod',
      {
        kind: 'alipay',
        real_name: 'Ann Example',
        account: 'ann@example.org',
        qr_pic: await ticketFor(server, 'collection'),
        pay_password: PAY_PASSWORD,
      },
      { token: ann.token, headers: newClientAddress() },
    ),
  ).id;
const bothMethods = (alipay: string) =>
  ({
    payment_kinds: 'alipay,bank_card',
    collection_method_ids: `${alipay},${ann.method.id}`,
  }) as const;

const remove = async (id: string) =>
  dataOf(
    await server.call(
      'removeCollectionMethod',
      { id, pay_password: PAY_PASSWORD },
      { token: ann.token, headers: newClientAddress() },
    ),
  );
const take = async (adId: string, payment_kind: 'alipay' | 'bank_card') => {
  const fields = { ad_id: adId, quantity: '10', price: '7', payment_kind };
  const headers = { ...newClientAddress(), 'idempotency-key': newKey() };
  return server.call('createFiatOrder', fields, { token: bob.token, headers });
};

describe('a sell ad whose collection method was removed', () => {
  test('shows its remaining payment kinds, and is visible to its merchant alone when none remain', async () => {
    const alipay = await saveAlipay();
    const { id } = dataOf(await post(sellAd(ann, bothMethods(alipay))));
    const bought = dataOf(await post(buyAd({ payment_kinds: 'bank_card' }))).id;

    await remove(ann.method.id);
    expect(await shownOfAnn()).toMatchObject([{ id, payment_kinds: ['alipay'] }]);
    expect(await shownOfAnn({ payment_kind: 'bank_card' })).toEqual([]);
    expect(errorOf(await take(id, 'bank_card'))).toBe('payment_kind_not_taken');
    expect(await ownAd(server, ann, id)).toMatchObject({
      is_listed: true,
      payment_kinds: ['bank_card', 'alipay'],
      payable_kinds: ['alipay'],
    });

    await remove(alipay);
    expect(await shownOfAnn()).toEqual([]);
    expect(await shownOfAnn({ payment_kind: 'alipay' })).toEqual([]);
    const found = await server.call('getFiatAd', { id }, { token: bob.token });
    expect(errorOf(found)).toBe('fiat_ad_not_found');
    expect(errorOf(await take(id, 'alipay'))).toBe('fiat_ad_not_found');
    const own = await ownAd(server, ann, id);
    expect(own).toMatchObject({ state: 'opening', is_listed: false, payable_kinds: [] });
    expect((await shownOfAnn({ side: 'sell' })).map((ad) => ad.id)).toEqual([bought]);

    const card = (await saveMethod(ann, 'bank_card')).id;
    const edited = dataOf(await editAd(server, ann, own, sellAd({ method: { id: card } })));
    expect(edited).toMatchObject({ is_listed: true, payable_kinds: ['bank_card'] });
    expect((await shownOfAnn()).map((ad) => ad.id)).toEqual([id]);
  });
});

test('an order is not paid to a method that is removed while it is placed, though another of its kind remains', async () => {
  const other = await saveAlipay();
  const { id } = dataOf(await post(sellAd(ann, bothMethods(other))));
  await saveMethod(ann, 'bank_card', { id: other });
  const taken = await withServerDatabase(server, async (client) => {
    await client.query('begin');
    await client.query('select 1 from users where email = $1 for update', [bob.email]);
    const taking = take(id, 'bank_card');
    const waiting = `select 1 from pg_locks where not granted`;
    await eventually(async () => expect((await client.query(waiting)).rowCount).toBe(1));
    await remove(ann.method.id);
    await client.query('commit');
    return taking;
  });
  expect(errorOf(taken)).toBe('payment_kind_not_taken');
  expect(errorOf(await take(id, 'bank_card'))).toBeUndefined();
});

test('own ads are listed newest first, by state and page by page', async () => {
  const ads = [];
  for (let i = 0; i < 3; i++) ads.unshift(dataOf(await post(buyAd())));
  const list = async (query: RequestInput<'listOwnFiatAds'> = {}) =>
    dataOf(await server.call('listOwnFiatAds', query, { token: ann.token }));
  expect((await list()).ads).toEqual(ads);
  const first = await list({ size: '2' });
  expect(first).toEqual({ ads: ads.slice(0, 2), next: ads[1]?.id });
  expect(await list({ size: '2', before: first.next ?? '' })).toEqual({
    ads: ads.slice(2),
    next: null,
  });
  const [newest] = ads;
  if (newest) dataOf(await changeAd(server, ann, 'suspendFiatAd', newest));
  expect((await list({ state: 'suspended' })).ads.map(({ id }) => id)).toEqual([newest?.id]);
});

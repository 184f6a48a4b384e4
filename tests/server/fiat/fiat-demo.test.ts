/** The fiat market of the demo exchange: ads to read and to take from the first start on. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIAT_SIDES } from '../../../contract/fiat/fiat-kinds.ts';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { encode } from 'uqr';
import { ensure } from '../../../contract/assert.ts';
import { DEMO_CODES, type DemoCodeKind } from '../../../server/areas/fiat/market/demo-codes.ts';
import { readPicture } from '../../support/pictures.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { fiatBalance } from '../../support/fiat/fiat-users.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { listedAds } from '../../support/fiat/fiat-ads.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
const tokenOf = async (name: string) =>
  dataOf(await signIn(server, `demo.${name}@meridian.test`, DEMO_PASSWORD)).accessToken;

beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off' } });
});
afterAll(() => server.stop());

test('the merchant offers USDT and more for several fiat currencies, at prices fixed and floating', async () => {
  const token = await tokenOf('trader');
  const markets = FIAT_SIDES.flatMap((side) =>
    ['CNY', 'USD', 'EUR'].map((fiat_code) => ({ side, fiat_code })),
  );
  const pages = await Promise.all(markets.map((query) => listedAds(server, { token }, query)));
  for (const { ads } of pages) expect(ads).not.toEqual([]);
  const ads = pages.flatMap((page) => page.ads);
  expect(new Set(ads.map(({ price_type }) => price_type))).toEqual(new Set(['fixed', 'floating']));
  expect(new Set(ads.map(({ shop }) => shop.name))).toEqual(new Set(['Harbour Desk']));
  const bitcoin = await listedAds(server, { token }, { currency_id: '2', fiat_code: 'USD' });
  expect(bitcoin.ads).toHaveLength(1);
  expect((await fiatBalance(server, { token })).available).not.toBe('0');
});

test('the merchant sees the shop, its ads and its collection methods, and the ledger is consistent', async () => {
  const token = await tokenOf('merchant');
  const shop = dataOf(await server.call('getOwnShop', {}, { token }));
  expect(shop).toMatchObject({ name: 'Harbour Desk', is_open: true, deposit: '500' });
  const { ads } = dataOf(await server.call('listOwnFiatAds', {}, { token }));
  expect(ads.length).toBeGreaterThanOrEqual(8);
  expect(ads.every((ad) => ad.is_listed)).toBe(true);
  const methods = dataOf(await server.call('listCollectionMethods', {}, { token }));
  expect(methods.map(({ kind }) => kind)).toEqual(['bank_card', 'alipay', 'wechat']);
  expect(await server.verifyLedger()).toMatchObject({ faults: [] });
});

test('a buyer sees the payment code of the merchant, and a camera can read it', async () => {
  const token = await tokenOf('trader');
  const { ads } = await listedAds(server, { token }, { side: 'buy', fiat_code: 'CNY' });
  const ad = ensure(
    ads.find(({ payment_kinds: kinds }) => kinds.includes('wechat')),
    'an ad that is paid by WeChat',
  );
  for (const kind of Object.keys(DEMO_CODES) as DemoCodeKind[]) {
    const fields = {
      ad_id: ad.id,
      price: ensure(ad.price ?? undefined, 'a price'),
      payment_kind: kind,
      amount: '700',
    };
    const headers = { 'idempotency-key': newKey() };
    const order = dataOf(await server.call('createFiatOrder', fields, { token, headers }));
    const picture = await readPicture(server, order.payee.qr_picture_id ?? '', token);
    expect(await dotsOf(await picture.bytes())).toEqual(
      encode(DEMO_CODES[kind], { border: 4 }).data,
    );
  }
});

/** The dark dots of a code in a picture, row by row. */
async function dotsOf(bytes: Uint8Array): Promise<boolean[][]> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const perDot = 8;
  const places = Array.from({ length: info.width / perDot }, (_, n) => n * perDot + perDot / 2);
  return places.map((y) => places.map((x) => (data[y * info.width + x] ?? 255) < 128));
}

test('nine currencies exist, each with the coins that are traded for it', async () => {
  const token = await tokenOf('trader');
  const { coins, currencies } = dataOf(await server.call('getFiatMarket', {}, { token }));
  const codes = ['CNY', 'USD', 'EUR', 'JPY', 'KRW', 'THB', 'VND', 'HKD', 'GBP'];
  expect(currencies.map(({ fiat_code }) => fiat_code)).toEqual(codes);
  expect(coins[0]).toEqual({
    currency_id: 1,
    currency_code: 'USDT',
    logo: '/logos/usdt.svg',
    scale: 8,
  });
  for (const { currency_id } of coins) {
    const query = { currency_id: String(currency_id), fiat_code: 'CNY' };
    const { price } = dataOf(await server.call('getFiatReference', query, { token }));
    expect(Number(price)).toBeGreaterThan(0);
  }
});

test('the price of one USDT comes from sources, and is followed while the server runs', async () => {
  const token = await tokenOf('trader');
  const query = { currency_id: '1', fiat_code: 'VND' };
  const worth = async () => dataOf(await server.call('getFiatReference', query, { token })).price;
  expect(await worth()).toBe('25380');
  await server.control('POST', '/prices/set', { pair: 'USDT/VND', price: '25700' });
  await eventually(async () => expect(await worth()).toBe('25700'));
  await server.control('POST', '/prices/remove', { pair: 'USDT/VND' });
  await eventually(async () => expect(await worth()).toBeNull());
});

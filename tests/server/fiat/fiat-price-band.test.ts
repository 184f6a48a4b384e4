/** The distance between an ad's price and its coin's reference price: at posting, at every change, and for takers. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import {
  buyAd,
  editAd,
  ownAd,
  sellAd,
  sendAd,
  listedAds,
  type AdFields,
} from '../../support/fiat/fiat-ads.ts';
import { fund, type Merchant, newMerchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let ann: Merchant;
let bob: Merchant;
beforeAll(async () => {
  server = await startTestServer({
    env: { SEED: 'none', MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
  });
  [ann, bob] = [await newMerchant(server, '5000'), await newMerchant(server, '1000')];
});
afterAll(async () => {
  expect(await server.verifyLedger()).toMatchObject({ faults: [] });
  await server.stop();
});
// A round price makes percentages easy to read.
beforeEach(() => worthIs('10'));

/** All sources give one USDT that value in yuan, and have done so for long. */
async function worthIs(price: string): Promise<void> {
  await server.control('POST', '/prices/set', { pair: 'USDT/CNY', price, is_settled: true });
  expect(await worth()).toBe(price);
}
const BITCOIN = { pair: 'BTC/USDT' };
const KIND = { currency_id: '1', fiat_code: 'CNY' };
const worth = async () =>
  dataOf(
    await server.call('getFiatReference', KIND, { token: ann.token, headers: newClientAddress() }),
  ).price;

/** Terms at this price, with the deviation that the merchant has accepted. */
function at(price: string, accepted?: string, side: AdFields['side'] = 'sell'): AdFields {
  const { accepted_deviation: _, ...fields } = side === 'sell' ? sellAd(ann) : buyAd();
  return { ...fields, price, ...(accepted !== undefined && { accepted_deviation: accepted }) };
}
function floatingAt(percent: string, accepted?: string): AdFields {
  const { price: _, ...fields } = at('10', accepted);
  return { ...fields, price_type: 'floating', price_percent: percent };
}
const post = (fields: AdFields) => sendAd(server, ann, fields);
const posting = async (fields: AdFields) => errorOf(await post(fields));
const listed = async (side: 'buy' | 'sell' = 'buy') =>
  (await listedAds(server, bob, { side })).ads.map(({ id }) => id);
const resume = (id: string, revision: number, accepted?: string) =>
  server.call(
    'resumeFiatAd',
    {
      id,
      revision: String(revision),
      ...(accepted !== undefined && { accepted_deviation: accepted }),
      pay_password: PAY_PASSWORD,
    },
    { token: ann.token, headers: newClientAddress() },
  );
const suspended = async (fields: AdFields) => dataOf(await post({ ...fields, auto_open: '0' }));
const take = (adId: string, price: string) =>
  server.call(
    'createFiatOrder',
    {
      ad_id: adId,
      quantity: '10',
      price,
      payment_kind: 'bank_card',
      // Only a seller is asked for it.
      pay_password: PAY_PASSWORD,
    },
    { token: bob.token, headers: { ...newClientAddress(), 'idempotency-key': newKey() } },
  );

/** Price, accepted deviation, and the refusal. */
const PRICES: readonly (readonly [string, string | undefined, string | undefined])[] = [
  ['10', undefined, undefined],
  ['10.2', undefined, undefined],
  ['9.8', undefined, undefined],
  ['9.7999', undefined, 'fiat_price_unconfirmed'],
  ['10.2001', undefined, 'fiat_price_unconfirmed'],
  ['9.7', '-3', undefined],
  ['9.7', '-3.5', undefined],
  ['9.7', '-2.5', undefined],
  ['9.7', '-3.51', 'fiat_price_unconfirmed'],
  ['9.7', '-2.49', 'fiat_price_unconfirmed'],
  ['9.7', '-10', 'fiat_price_unconfirmed'],
  ['10.3', '99', 'fiat_price_unconfirmed'],
  ['9.7', '3', 'fiat_price_unconfirmed'],
  ['9.7', '0', 'fiat_price_unconfirmed'],
  ['9', '-10', undefined],
  ['11', '10', undefined],
  ['8.9999', '-99', 'fiat_price_too_far'],
  ['11.0001', '99', 'fiat_price_too_far'],
  ['1', '-90', 'fiat_price_too_far'],
  // These prices break other terms of the ad, too.
  ['0.0001', '-99.99', 'fiat_ad_total_too_small'],
  ['9'.repeat(29), '99', 'fiat_ad_limits_invalid'],
];

test.each(['sell', 'buy'] as const)(
  'a price is judged by its distance in either direction, when a merchant wants to %s',
  async (side) => {
    const size = { total: '20', min_amount: '10', max_amount: '90' };
    for (const [price, accepted, error] of PRICES) {
      const answer = await post({ ...at(price, accepted, side), ...size });
      expect([price, errorOf(answer)]).toEqual([price, error]);
      if (answer.data !== null) await end(answer.data);
    }
  },
);

const end = ({ id, revision }: { readonly id: string; readonly revision: number }) =>
  server.call(
    'cancelFiatAd',
    { id, revision: String(revision) },
    { token: ann.token, headers: newClientAddress() },
  );

test('floating prices are judged by their share', async () => {
  expect(await posting(floatingAt('50'))).toBe('fiat_price_too_far');
  expect(await posting(floatingAt('150', '50'))).toBe('fiat_price_too_far');
  expect(await posting(floatingAt('89.99', '-10'))).toBe('fiat_price_too_far');
  expect(await posting(floatingAt('97'))).toBe('fiat_price_unconfirmed');
  const ad = dataOf(await post(floatingAt('97', '-3')));
  expect(ad).toMatchObject({ deviation_percent: '-3', is_listed: true });
  await end(ad);
});

test('an accepted ad stays while the reference moves a little, not when it jumps', async () => {
  await worthIs('10.04');
  // −3 % when it was shown, −3.39 % now.
  const ad = dataOf(await post(at('9.7', '-3')));
  await worthIs('10.1');
  // −3.97 %.
  expect(await posting(at('9.7', '-3'))).toBe('fiat_price_unconfirmed');
  await worthIs('10.9');
  expect(await posting(at('9.7', '-3'))).toBe('fiat_price_too_far');
  await end(ad);
});

test('an edit is judged like a new ad, and changes nothing when it is refused', async () => {
  const ad = dataOf(await post(at('10')));
  expect(errorOf(await editAd(server, ann, ad, at('9.5')))).toBe('fiat_price_unconfirmed');
  expect(errorOf(await editAd(server, ann, ad, at('5', '-50')))).toBe('fiat_price_too_far');
  expect(await ownAd(server, ann, ad.id)).toEqual(ad);
  const edited = dataOf(await editAd(server, ann, ad, at('9.5', '-5')));
  expect(edited).toMatchObject({ price: '9.5', deviation_percent: '-5' });
  await end(edited);
});

test('a suspended ad is judged when it opens again', async () => {
  const ad = await suspended(at('10'));
  await worthIs('10.5');
  expect(errorOf(await resume(ad.id, ad.revision))).toBe('fiat_price_unconfirmed');
  await worthIs('12');
  expect(errorOf(await resume(ad.id, ad.revision, '-16.67'))).toBe('fiat_price_too_far');
  expect(await ownAd(server, ann, ad.id)).toMatchObject({ state: 'suspended', revision: 1 });
  await worthIs('10.5');
  const opened = dataOf(await resume(ad.id, ad.revision, '-4.77'));
  expect(opened).toMatchObject({ state: 'opening', deviation_percent: '-4.77', is_listed: true });
  await end(opened);
});

test('an ad that the market has left rests: it is not listed or taken until the market is back', async () => {
  const cheap = dataOf(await post(at('10')));
  const buying = dataOf(await post(at('10', undefined, 'buy')));
  const open = dataOf(await take(cheap.id, '10'));
  await worthIs('11.2');
  expect(await ownAd(server, ann, cheap.id)).toMatchObject({
    state: 'opening',
    is_listed: false,
    deviation_percent: '-10.72',
  });
  expect(await listed('buy')).not.toContain(cheap.id);
  expect(await listed('sell')).not.toContain(buying.id);
  expect(errorOf(await take(cheap.id, '10'))).toBe('fiat_ad_not_found');
  // An order placed before keeps its terms.
  const asked = { id: open.id, revision: String(open.revision) };
  const going = dataOf(await server.call('getFiatOrder', { id: open.id }, { token: bob.token }));
  expect(going).toMatchObject({ state: 'unpaid', price: '10', amount: '100' });
  dataOf(
    await server.call('cancelFiatOrder', asked, { token: bob.token, headers: newClientAddress() }),
  );
  await worthIs('11.1');
  expect(await listed('buy')).toContain(cheap.id);
  expect(await listed('sell')).toContain(buying.id);
  for (const { id } of [cheap, buying]) await end(await ownAd(server, ann, id));
});

test('an ad is not taken at a price that it did not show', async () => {
  const ad = dataOf(await post(at('10')));
  const dearer = dataOf(await editAd(server, ann, ad, at('10.1')));
  expect(errorOf(await take(ad.id, '10'))).toBe('fiat_price_changed');
  expect(errorOf(await take(ad.id, '0.0001'))).toBe('fiat_price_changed');
  const floating = dataOf(await post(floatingAt('100')));
  await worthIs('10.5');
  expect(errorOf(await take(floating.id, '10'))).toBe('fiat_price_changed');
  for (const { id } of [dearer, floating]) await end(await ownAd(server, ann, id));
});

test.each([
  ['sell', '9.9', '9.8'],
  ['buy', '10.1', '10.2'],
] as const)(
  'a floating ad to %s rests while its price is beyond its merchant’s limit',
  async (side, limit, beyond) => {
    const { price: _, ...fields } = at('10', undefined, side);
    const floating = { ...fields, price_type: 'floating', price_percent: '100' } as const;
    const shown = side === 'sell' ? 'buy' : 'sell';
    const ad = dataOf(await post({ ...floating, limit_price: limit }));
    expect(ad).toMatchObject({ limit_price: limit, is_listed: true });
    const { ads } = await listedAds(server, bob, { side: shown });
    expect(ads.map(({ id }) => id)).toContain(ad.id);
    // No other user learns the merchant's limit price.
    expect(JSON.stringify(ads)).not.toContain('limit_price');
    await worthIs(limit);
    expect(await listed(shown)).toContain(ad.id);
    await worthIs(beyond);
    expect(await ownAd(server, ann, ad.id)).toMatchObject({ state: 'opening', is_listed: false });
    expect(await listed(shown)).not.toContain(ad.id);
    expect(errorOf(await take(ad.id, beyond))).toBe('fiat_ad_not_found');
    // An edit sends all terms again, so one without a limit removes it.
    const { price: __, ...anew } = at(beyond, undefined, side);
    const free = { ...anew, price_type: 'floating', price_percent: '100' } as const;
    const edited = dataOf(await editAd(server, ann, ad, free));
    expect(edited).toMatchObject({ limit_price: null, is_listed: true });
    await worthIs('10');
    expect(await listed(shown)).toContain(ad.id);
    await end(await ownAd(server, ann, ad.id));
  },
);

test('a limit belongs to a floating price, and must be valid', async () => {
  const floating = floatingAt('100');
  expect(await posting({ ...at('10'), limit_price: '9' })).toBe('invalid_request');
  for (const wrong of ['0', '-1', 'x', '1e1', '9,5', '09'])
    expect(await posting({ ...floating, limit_price: wrong })).toBe('invalid_request');
  expect(await posting({ ...floating, limit_price: '9.00001' })).toBe('amount_scale_exceeded');
  expect(await posting({ ...floating, limit_price: '9'.repeat(38) })).toBe(
    'fiat_ad_limits_invalid',
  );
});

test('while sources do not agree on a coin its ads are closed, and open again with them', async () => {
  const rich = await newMerchant(server, '0');
  await fund(rich, '2', 'BTC');
  const about = { currency_id: '2', fiat_code: 'USD' } as const;
  const { price: _, ...floating } = sellAd(rich, {
    ...about,
    price_type: 'floating',
    price_percent: '100',
    total: '1',
    min_amount: '10',
    max_amount: '1000',
  });
  const reference = async () =>
    dataOf(await server.call('getFiatReference', about, { token: ann.token })).price;
  await server.control('POST', '/prices/set', { ...BITCOIN, price: '90000', is_settled: true });
  const fixed = { ...floating, price_type: 'fixed', price: '90000' } as const;
  const { price_percent: __, ...fixedTerms } = fixed;
  const ads = [
    dataOf(await sendAd(server, rich, floating)),
    dataOf(await sendAd(server, rich, fixedTerms)),
  ];
  const seen = async () => (await listedAds(server, bob, about)).ads.map(({ id }) => id).toSorted();
  const ids = ads.map(({ id }) => id).toSorted();
  expect(await seen()).toEqual(ids);

  // One source is left, and prices of the others are too old.
  for (const source of ['simulated-1', 'simulated-2'])
    await server.control('POST', '/prices/age', { ...BITCOIN, source, age_ms: 11_000 });
  await eventually(async () => expect(await reference()).toBeNull());
  expect(await seen()).toEqual([]);
  for (const fields of [floating, fixedTerms])
    expect(errorOf(await sendAd(server, rich, fields))).toBe('fiat_reference_unknown');
  const own = await ownAd(server, rich, ads[1]?.id ?? '');
  expect(own).toMatchObject({ is_listed: false, deviation_percent: null, price: '90000' });

  // They are back, with a jump that holds: the ads rest until the mean has followed.
  await server.control('POST', '/prices/set', { ...BITCOIN, price: '96000' });
  await eventually(async () => expect(await markOfBitcoin()).toBe('live'));
  expect(await reference()).toBeNull();
  expect(await seen()).toEqual([]);
  await server.control('POST', '/prices/set', { ...BITCOIN, price: '96000', is_settled: true });
  expect(await reference()).toBe('96000');
  expect(await seen()).toEqual(ids);

  async function markOfBitcoin(): Promise<string> {
    const { mark } = (await server.control('POST', '/prices/evaluate', BITCOIN)) as {
      readonly mark: { readonly status: string };
    };
    return mark.status;
  }
});

/** Sell ads over HTTP: a stolen session offers no coins of its user, for no lower price, and no longer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../../contract/envelope.ts';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { withServerDatabase } from '../../support/databases/server-database.ts';
import {
  ACCEPTED_DEVIATION,
  buyAd,
  editAd,
  ownAd,
  postAd,
  sellAd,
  sendAd,
  type AdFields,
} from '../../support/fiat/fiat-ads.ts';
import { newMerchant, type Merchant } from '../../support/fiat/fiat-users.ts';
import { bindAuthenticator, googleCode, ServerTime } from '../../support/identity/authenticator.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import {
  amendPayPassword,
  OTHER_PAY_PASSWORD,
  PAY_PASSWORD,
} from '../../support/users/pay-password.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
});
afterAll(() => giveBack(server));

type Secrets = Pick<AdFields, 'pay_password' | 'google_code'>;
const WRONG: Secrets = { pay_password: 'Guess1234' };
const RIGHT: Secrets = { pay_password: PAY_PASSWORD };

/** The terms of {@link sellAd}, with these secrets alone. */
function termsOf(merchant: Merchant, more: Partial<AdFields>, secrets: Secrets): AdFields {
  const { pay_password: _, ...terms } = sellAd(merchant, more);
  return { ...terms, ...secrets };
}

/** A merchant with an open ad of 200 USDT for 7 CNY each, and a suspended one. */
interface Scene {
  readonly merchant: Merchant;
  readonly open: OwnFiatAd;
  readonly suspended: OwnFiatAd;
}

async function newScene(): Promise<Scene> {
  const merchant = await newMerchant(server, '1000');
  const terms = { total: '200', max_amount: '700' };
  const open = await postAd(merchant, 'sell', terms);
  return {
    merchant,
    open,
    suspended: await postAd(merchant, 'sell', { ...terms, auto_open: '0' }),
  };
}

const resume = ({ merchant }: Pick<Scene, 'merchant'>, ad: OwnFiatAd, secrets: Secrets) =>
  merchant.call('resumeFiatAd', {
    id: ad.id,
    revision: String(ad.revision),
    accepted_deviation: ACCEPTED_DEVIATION,
    ...secrets,
  });

type Attempt = (scene: Scene, secrets: Secrets) => Promise<Envelope<OwnFiatAd>>;
const editTo =
  (more: Partial<AdFields>): Attempt =>
  ({ merchant, open }, secrets) =>
    editAd(server, merchant, open, termsOf(merchant, more, secrets));
const raise = editTo({ total: '300' });
const cheapen = editTo({ price: '6.99' });
const ATTEMPTS: readonly (readonly [string, Attempt])[] = [
  ['post', ({ merchant }, secrets) => sendAd(server, merchant, termsOf(merchant, {}, secrets))],
  ['raise', raise],
  ['cheapen', cheapen],
  ['resume', (scene, secrets) => resume(scene, scene.suspended, secrets)],
];

/** Ads and balance of a merchant. */
const stateOf = async ({ merchant }: Scene) => ({
  ads: (await merchant.ask('listOwnFiatAds', {})).ads,
  balance: await merchant.fiatBalance(),
});

describe('without the right pay password a stolen session cannot', () => {
  test.each(ATTEMPTS)('%s a sell ad', async (_, attempt) => {
    const scene = await newScene();
    const before = await stateOf(scene);
    // It is no guess.
    for (let time = 0; time <= LIMITS.secret_failures_max; time += 1)
      expect(errorOf(await attempt(scene, {}))).toBe('pay_password_incorrect');
    expect(errorOf(await attempt(scene, WRONG))).toBe('pay_password_incorrect');
    expect(await stateOf(scene)).toEqual(before);
    expect(errorOf(await attempt(scene, RIGHT))).toBeUndefined();
    expect(await stateOf(scene)).not.toEqual(before);
  });

  test('guess it by these calls', async () => {
    const scene = await newScene();
    const before = await stateOf(scene);
    for (let guess = 0; guess < LIMITS.secret_failures_max; guess += 1) {
      const [, attempt] = ATTEMPTS[guess % ATTEMPTS.length] ?? ['', raise];
      expect(errorOf(await attempt(scene, WRONG))).toBe('pay_password_incorrect');
    }
    for (const [, attempt] of ATTEMPTS)
      expect(errorOf(await attempt(scene, RIGHT))).toBe('secret_tries_exhausted');
    expect(await stateOf(scene)).toEqual(before);
  });
});

test('a code of the authenticator is needed if there is one, and only a change uses it up', async () => {
  const scene = await newScene();
  const { merchant, open } = scene;
  const time = new ServerTime(server);
  const secret = await bindAuthenticator(server, time, merchant.token);
  const before = await stateOf(scene);
  for (const [, attempt] of ATTEMPTS)
    expect(errorOf(await attempt(scene, RIGHT))).toBe('google_code_required');
  const wrong = { ...RIGHT, google_code: googleCode(secret, time.now(), 40) };
  expect(errorOf(await raise(scene, wrong))).toBe('google_code_incorrect');
  expect(await stateOf(scene)).toEqual(before);

  await time.nextStep();
  const right = { ...RIGHT, google_code: googleCode(secret, time.now()) };
  const stale = { ...scene, open: { ...open, revision: 9 } };
  expect(errorOf(await raise(stale, right))).toBe('fiat_ad_changed');
  expect(errorOf(await resume(scene, open, right))).toBe('fiat_ad_changed');
  expect(errorOf(await editTo({ total: '1' })(scene, right))).toBe('fiat_ad_total_too_small');
  dataOf(await raise(scene, right));
  // Each code works once.
  expect(errorOf(await resume(scene, scene.suspended, right))).toBe('google_code_incorrect');
  await time.nextStep();
  const next = { ...RIGHT, google_code: googleCode(secret, time.now()) };
  dataOf(await resume(scene, scene.suspended, next));
});

test('a hold of withdrawals holds offers of coins, and nothing else of an ad', async () => {
  const scene = await newScene();
  const { merchant, open } = scene;
  dataOf(await amendPayPassword(server, merchant.token, OTHER_PAY_PASSWORD));
  const before = await stateOf(scene);
  for (const [, attempt] of ATTEMPTS) {
    const answer = await attempt(scene, { pay_password: OTHER_PAY_PASSWORD });
    expect(errorOf(answer)).toBe('withdrawal_on_hold');
    expect(answer).toMatchObject({ retry_after_s: expect.any(Number) });
  }
  expect(await stateOf(scene)).toEqual(before);
  const smaller = termsOf(merchant, { total: '150' }, {});
  expect(dataOf(await editAd(server, merchant, open, smaller)).total).toBe('150');
});

describe('an edit of a sell ad', () => {
  const floating = (percent: string, limit?: string): Partial<AdFields> => ({
    price_type: 'floating',
    price_percent: percent,
    ...(limit !== undefined && { limit_price: limit }),
  });
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await newMerchant(server, '10000');
  });

  async function edited(from: Partial<AdFields>, to: Partial<AdFields>) {
    const fields = ({ price_type: type, ...more }: Partial<AdFields>) => {
      const { price, ...rest } = termsOf(merchant, { price_type: type ?? 'fixed', ...more }, {});
      return type === 'floating' || price === undefined ? rest : { ...rest, price };
    };
    const ad = dataOf(await sendAd(server, merchant, { ...fields(from), ...RIGHT }));
    const answer = await editAd(server, merchant, ad, fields(to));
    const { revision } = await ownAd(server, merchant, ad.id);
    await merchant.ask('cancelFiatAd', { id: ad.id, revision: String(revision) });
    return errorOf(answer);
  }

  test.each([
    ['a smaller total', {}, { total: '100' }],
    ['a higher price', {}, { price: '7.1' }],
    [
      'other terms',
      {},
      { min_amount: '80', max_amount: '600', remark: 'Hi', payment_window_min: '30' },
    ],
    ['a higher percentage', floating('101'), floating('101.5')],
    ['a new limit', floating('101'), floating('101', '7')],
    ['a higher limit', floating('101', '7'), floating('101', '7.1')],
  ] as const)('to %s needs no secret', async (_, from, to) => {
    expect(await edited(from, to)).toBeUndefined();
  });

  test.each([
    ['a larger total', {}, { total: '200.01', price: '7.1' }],
    ['a lower price', {}, { price: '6.9999', total: '100' }],
    ['a floating price', {}, floating('101')],
    ['a fixed price', floating('101'), { price: '7.4' }],
    ['a lower percentage', floating('101'), floating('100.99')],
    ['a lower limit', floating('101', '7'), floating('101', '6.9999')],
    ['no limit', floating('101', '7'), floating('101')],
  ] as const)('to %s needs the pay password', async (_, from, to) => {
    expect(await edited(from, to)).toBe('pay_password_incorrect');
  });
});

test('a buy ad needs no secret', async () => {
  const merchant = await newMerchant(server, '1000');
  const ad = dataOf(await sendAd(server, merchant, buyAd({ auto_open: '0' })));
  const resumed = dataOf(await resume({ merchant }, ad, {}));
  dataOf(await editAd(server, merchant, resumed, buyAd({ total: '900', price: '7.1' })));
});

test('a repeated post needs no secret again, and none is stored', async () => {
  const merchant = await newMerchant(server, '1000');
  const key = newKey();
  const first = dataOf(await sendAd(server, merchant, termsOf(merchant, {}, RIGHT), key));
  expect(dataOf(await sendAd(server, merchant, termsOf(merchant, {}, {}), key))).toEqual(first);
  expect(dataOf(await sendAd(server, merchant, termsOf(merchant, {}, WRONG), key))).toEqual(first);
  const { rows } = await withServerDatabase(server, (client) =>
    client.query<{ ad: string }>(
      'select to_jsonb(fiat_ads)::text as ad from fiat_ads where id = $1',
      [first.id],
    ),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.ad).not.toContain(PAY_PASSWORD);
});

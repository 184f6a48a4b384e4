/**
 * Two accounts with 1,000 USDT trade a market without a market maker to where the band lets them: no
 * limit, approval, lien or ad price follows by more than 2 %.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { eventually } from '../../support/eventually.ts';
import { ownAd, sellAd, sendAd } from '../../support/fiat/fiat-ads.ts';
import { fund, newMerchant, type Merchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import {
  CHAIN,
  coinOf,
  newWithdrawer,
  withdraw,
  type Withdrawer,
} from '../../support/wallet/wallet-users.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';

/** Above the price of the catalog, so that the mark decides what limits count. */
const PRICE = 1_000;
const PAIR = 'BNB/USDT';
/** The price of the catalog, below which no limit counts. */
const CATALOG_PRICE = 688;

let server: TestServer;
let marketId: string;
/** The attack is after their values. */
let merchant: Merchant;
let ad: OwnFiatAd;
let saver: Withdrawer;
let depositor: TestUser;

beforeAll(async () => {
  server = await startTestServer({
    env: { SEED: 'none', MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
  });
  const chain = new ChainControl(server);
  await chain.stopMining();
  await settle(PAIR, PRICE);
  await settle('ETH/USDT', 4_000);
  ({ id: marketId } = await findMarket(server, 'BNB'));
  merchant = await newMerchant(server, '0');
  await fund(merchant, '5', 'BNB');
  saver = await newWithdrawer(server, { BNB: '100' }, 'BNB');
  depositor = await newTrader(server, { BNB: '2' });
  await chain.deposit(depositor.token, 'ETH', '1');
  await chain.mine();
  const { currency_id: currencyId } = await coinOf(server, saver.token, 'BNB');
  const { price: _, ...fields } = sellAd(merchant, {
    currency_id: String(currencyId),
    fiat_code: 'USD',
    price_type: 'floating',
    price_percent: '100',
    total: '5',
    min_amount: '100',
    max_amount: '1000',
  });
  ad = dataOf(await sendAd(server, merchant, fields));
});
afterAll(async () => {
  expect(await server.verifyLedger()).toMatchObject({ faults: [] });
  await server.stop();
});

const settle = (pair: string, price: number, more: object = {}) =>
  server.control('POST', '/prices/set', { pair, price: String(price), is_settled: true, ...more });

interface Figures {
  /** BNB that may still be withdrawn today. */
  readonly limit: number;
  /** Units of USDT that a withdrawal of one BNB counts. */
  readonly counted: number;
  /** ETH that may be withdrawn in spite of a lien, because of a holding in BNB. */
  readonly free: number;
  /** USD of the floating ad. */
  readonly adPrice: number;
}

async function figures(): Promise<Figures> {
  const terms = async ({ token }: TestUser, code: string) => {
    const { currency_id: currencyId } = await coinOf(server, token, code);
    const coin = { currency_id: String(currencyId), chain: CHAIN };
    const headers = newClientAddress();
    return dataOf(await server.call('getWithdrawalTerms', coin, { token, headers }));
  };
  const { id } = dataOf(await withdraw(server, saver, { amount: '1' }));
  const [row] = (await queryServer(server, 'select value::text from withdrawals where id = $1', [
    id,
  ])) as [{ readonly value: string }];
  await queryServer(server, 'update withdrawals set value = 0 where id = $1', [id]);
  return {
    limit: Number((await terms(saver, 'BNB')).remaining_today),
    counted: Number(BigInt(row.value) / 10n ** 12n) / 10 ** 6,
    free: Number((await terms(depositor, 'ETH')).withdrawable),
    adPrice: Number((await ownAd(server, merchant, ad.id)).price),
  };
}

/** Two new accounts, together with coins worth 1,000 USDT. */
async function newAttackers() {
  return [
    await newTrader(server, { USDT: '400' }),
    await newTrader(server, { BNB: '0.6' }),
  ] as const;
}

/**
 * Trades at ever worse prices until the band ends, or at this price, and leaves orders there. @returns the last
 * price.
 */
async function walk(direction: 'down' | 'up', end?: number): Promise<number> {
  const [buyer, seller] = await newAttackers();
  const order = (who: TestUser, side: 'buy' | 'sell', price: number) =>
    placeOrder(
      server,
      who,
      {
        currency_match_id: marketId,
        side,
        type: 'limit',
        price: String(price),
        quantity: '0.002',
      },
      newKey(),
      newClientAddress(),
    );
  const factor = direction === 'down' ? 0.99 : 1.01;
  let reached = PRICE;
  const isBefore = (price: number) => end === undefined || (price - end) * (factor - 1) <= 0;
  for (let price = PRICE; isBefore(price); price = Math.round(price * factor * 100) / 100) {
    const made = await order(seller, 'sell', price);
    if (errorOf(made) === 'price_outside_band') break;
    dataOf(made);
    dataOf(await order(buyer, 'buy', price));
    reached = price;
  }
  for (let again = 0; again < 20; again += 1) {
    dataOf(await order(seller, 'sell', reached));
    dataOf(await order(buyer, 'buy', reached));
  }
  // The middle of the book stays there too.
  const [bid, ask] = direction === 'down' ? [reached, reached + 0.1] : [reached - 0.1, reached];
  dataOf(await order(buyer, 'buy', Math.round(bid * 100) / 100));
  dataOf(await order(seller, 'sell', Math.round(ask * 100) / 100));
  const { match } = await findMarket(server, 'BNB');
  expect(Number(match.currency_quotation.close)).toBe(reached);
  return reached;
}

const markOf = async () =>
  (await server.control('POST', '/prices/evaluate', { pair: PAIR })) as {
    readonly mark: { readonly status: string; readonly ticks: number | null };
  };

/** Two evaluations of the mark that a mean takes, in real time. @throws AssertionError while it is not live. */
async function waitForSamples(): Promise<void> {
  const start = Date.now();
  await eventually(async () => {
    expect((await markOf()).mark.status).toBe('live');
    expect(Date.now() - start).toBeGreaterThan(2_000);
  });
}

const FIGURES = { limit: 100, counted: PRICE, free: 0.5, adPrice: PRICE };

async function expectUnmoved(before: Figures): Promise<void> {
  const after = await figures();
  for (const name of ['limit', 'counted', 'free', 'adPrice'] as const)
    expect([name, Math.abs(after[name] / before[name] - 1)]).toEqual([name, expect.closeTo(0, 2)]);
}

describe.each([
  ['all sources', []],
  ['one source down', ['simulated-3']],
])('with %s', (_, removed) => {
  beforeEach(async () => {
    await settle(PAIR, PRICE);
    for (const source of removed)
      await server.control('POST', '/prices/remove', { pair: PAIR, source });
  });

  test.each([
    ['down', 0.9, 0.92],
    ['up', 1.08, 1.1],
  ] as const)('a walk %s changes nothing that is valued', async (direction, low, high) => {
    const before = await figures();
    expect(before).toEqual(FIGURES);
    const reached = await walk(direction);
    expect(reached / PRICE).toBeGreaterThanOrEqual(low);
    expect(reached / PRICE).toBeLessThanOrEqual(high);
    await waitForSamples();
    await expectUnmoved(before);
  });
});

test.each([
  ['down', 0.953],
  ['up', 1.05],
] as const)(
  'a walk %s to one source, which is at %d of the others, changes nothing that is valued',
  async (direction, off) => {
    await settle(PAIR, PRICE);
    await settle(PAIR, PRICE * off, { source: 'simulated-3' });
    const before = await figures();
    expect(before).toEqual(FIGURES);
    const reached = await walk(direction, PRICE * off);
    expect(Math.abs(reached / PRICE / off - 1)).toBeLessThan(0.01);
    await waitForSamples();
    expect((await markOf()).mark.ticks).toBe(PRICE * 1_000);
    await expectUnmoved(before);
  },
);

test('a fall of all sources below the catalog lifts no limit', async () => {
  await settle(PAIR, 100);
  const { limit, counted, adPrice } = await figures();
  expect({ counted, adPrice }).toEqual({ counted: CATALOG_PRICE, adPrice: 100 });
  expect(limit).toBeCloseTo(LIMITS.withdrawal_daily_limit_usdt / CATALOG_PRICE, 6);
});

test('while sources do not agree nothing is cheap: the coin cannot be withdrawn', async () => {
  await settle(PAIR, PRICE, { source: 'simulated-1' });
  for (const source of ['simulated-2', 'simulated-3'])
    await server.control('POST', '/prices/remove', { pair: PAIR, source });
  await eventually(async () =>
    expect(errorOf(await withdraw(server, saver, { amount: '1' }))).toBe('withdrawals_suspended'),
  );
  await settle(PAIR, PRICE);
  expect(errorOf(await withdraw(server, saver, { amount: '1' }))).toBeUndefined();
});

test('a jump of all sources moves the band only as slowly as its mean', async () => {
  const ann = await newTrader(server, { USDT: '100' });
  const priced = (price: number) =>
    placeOrder(server, ann, {
      currency_match_id: marketId,
      side: 'buy',
      type: 'limit',
      price: String(price),
      quantity: '0.01',
    });
  await settle(PAIR, PRICE);
  await server.control('POST', '/prices/set', { pair: PAIR, price: String(PRICE * 1.08) });
  await eventually(async () => expect((await markOf()).mark.ticks).toBe(PRICE * 1_080));
  const { match } = await findMarket(server, 'BNB');
  expect(Number(match.reference_price)).toBeLessThan(PRICE * 1.02);
  // Within 10 % of the mark, and beyond 10 % of the mean.
  expect(errorOf(await priced(PRICE * 1.15))).toBe('price_outside_band');
  expect(errorOf(await priced(PRICE * 0.95))).toBeUndefined();
});

test('a market without a price takes no orders, and still lets them be canceled', async () => {
  const ann = await newTrader(server, { USDT: '100' });
  const order = {
    currency_match_id: marketId,
    side: 'buy',
    type: 'limit',
    price: String(PRICE * 0.95),
    quantity: '0.01',
  } as const;
  const { id } = dataOf(await placeOrder(server, ann, order));
  await server.control('POST', '/prices/remove', { pair: PAIR });
  // The mean ends five minutes after the last mark, or with its past.
  await server.control('POST', '/prices/reset', { pair: PAIR, source: 'none' });
  for (const fields of [order, { ...order, type: 'market', price: undefined } as const]) {
    const given = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value),
    ) as typeof order;
    expect(errorOf(await placeOrder(server, ann, given))).toBe('market_reference_unknown');
  }
  expect((await findMarket(server, 'BNB')).match.reference_price).toBeNull();
  const headers = newClientAddress();
  dataOf(await server.call('cancelOrder', { id }, { token: ann.token, headers }));
  await settle(PAIR, PRICE);
  expect(errorOf(await placeOrder(server, ann, order))).toBeUndefined();
});

test('small withdrawals of a day are approved until together they are not small', async () => {
  const ann = await newWithdrawer(server, { USDT: '5000' });
  const part = LIMITS.withdrawal_auto_approve_usdt / 4;
  const phases = [];
  for (let time = 0; time < 5; time += 1)
    phases.push(dataOf(await withdraw(server, ann, { amount: String(part) })).phase);
  expect(phases).toEqual(['approved', 'approved', 'approved', 'pending_review', 'pending_review']);
});

/** Exchanges that disagree, flap and die while a fast contract is open: it ends by the published log, and each end can be checked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { eventually } from '../../support/eventually.ts';
import { addShortProduct, ENDED, indexIs, MicroUser } from '../../support/micro/micro-users.ts';
import { proveResult } from '../../support/micro/proven-result.ts';
import { SpeakingExchange } from '../../support/market/speaking-exchange.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { balanceOf, FAST } from '../../support/users/balances.ts';

const NAMES = ['binance', 'coinbase', 'okx'];
const [PRICE, TICKS] = ['97250', 9_725_000];
/** Less than 2 % above it, and more. */
const [NEAR, NEAR_TICKS] = ['97300', 9_730_000];
const [FAR, FAR_TICKS] = ['99675', 9_967_500];
/** Its window begins five seconds after the opening, long after prices of the opening are too old. */
const SECONDS = 8;
const FLAP_MS = 100;
/** Connections return after pauses that double. */
const PATIENT = { timeout: 120_000 };

let server: TestServer;
let product: string;
let exchanges: readonly SpeakingExchange[];
/** Ends what the exchanges say. */
let endings: (() => void)[] = [];
beforeAll(async () => {
  exchanges = await Promise.all(NAMES.map((name) => SpeakingExchange.start(name)));
  const urls = exchanges.map(({ dialect, url }) => `${dialect.id}=${url}`);
  const env = {
    MARKET_MAKER: 'off',
    INDEX_LOG: 'on',
    TRUST_PROXY: 'loopback',
    PRICE_SOURCES: NAMES.join(','),
    PRICE_SOURCE_URLS: urls.join(','),
  };
  ({ server, prepared: product } = await startPreparedServer(env, (database) =>
    addShortProduct(database, SECONDS),
  ));
});
afterAll(async () => {
  beSilent();
  const { faults } = await server.verifyLedger();
  await server.stop();
  await Promise.all(exchanges.map((exchange) => exchange.stop()));
  expect(faults).toEqual([]);
});

const at = (place: number): SpeakingExchange => ensure(exchanges[place], 'an exchange');

function beSilent(): void {
  for (const end of endings.splice(0)) end();
}

/** From now on each exchange says its price again and again, at the time of the server; undefined: nothing. */
function say(...prices: readonly (string | undefined)[]): void {
  beSilent();
  for (const [place, price] of prices.entries())
    if (price !== undefined)
      endings.push(at(place).keepSaying(at(place).dialect.symbol, price, -server.clockAheadMs));
}

/** The exchange says the price once. */
function sayOnce(place: number, price: string): void {
  const quote = { last: price, bid: price, ask: price, atMs: Date.now() + server.clockAheadMs };
  at(place).price(at(place).dialect.symbol, quote);
}

/** The exchanges say nothing anymore, and take no connection. */
function die(): void {
  beSilent();
  for (const exchange of exchanges) {
    exchange.mood = 'closes';
    exchange.hangUp();
  }
}

/** Calls `act` again and again, with true every second time. */
function flap(act: (isOdd: boolean) => void): void {
  let isOdd = false;
  const timer = setInterval(() => act((isOdd = !isOdd)), FLAP_MS);
  endings.push(() => clearInterval(timer));
}

/** A user whose order of 7 on a rise has just opened at the price on which all exchanges agree. */
async function opened(): Promise<{ user: MicroUser; id: string }> {
  for (const exchange of exchanges) exchange.mood = 'serves';
  say(PRICE, PRICE, PRICE);
  await indexIs(server, PRICE, PATIENT);
  const user = await MicroUser.open(server, '100');
  const { id } = await user.placeOpen(product, 'up', '7');
  return { user, id };
}

/** Waits for the end, and checks it with the file of the order; the money follows from the payout. */
async function ended(user: MicroUser, id: string) {
  const order = await user.reached(id, ...ENDED);
  beSilent();
  // The minute of the end is signed with the point after it.
  await server.controlAdvance(MINUTE_MS);
  const { window } = await proveResult(server, order);
  const { orders } = await user.ask('listMicroHistory', {});
  const paid = orders.reduce((sum, { payout, stake }) => sum + Number(payout) - Number(stake), 100);
  const { available, frozen } = await balanceOf(server, user, 'USDT', FAST);
  expect([Number(available), frozen]).toEqual([paid, '0']);
  return { order, window };
}

const countOf = (window: readonly (number | string)[], what: number | string): number =>
  window.filter((each) => each === what).length;

/** A busy machine may miss a tick, and the log then says that the index was down. */
const withoutMissedTicks = (window: readonly (number | string)[]) =>
  window.filter((each) => each !== 'down');

test('two sources that are left, too far from each other, give no price', PATIENT, async () => {
  const { user, id } = await opened();
  // The third one is too old two seconds later.
  say('97250', '98250');
  const { order, window } = await ended(user, id);
  expect(countOf(window, 'apart')).toBeGreaterThan(0);
  expect(countOf(window, TICKS)).toBe(order.point_count);
});

test('a source that is far off moves nothing', PATIENT, async () => {
  const { user, id } = await opened();
  say(PRICE, PRICE, '9725000');
  const { order, window } = await ended(user, id);
  expect(order).toMatchObject({ state: 'drawn', payout: '7' });
  expect(countOf(window, TICKS)).toBe(order.point_count);
});

test(
  'sources that flap between two prices decide by the ones that the log has',
  PATIENT,
  async () => {
    const { user, id } = await opened();
    say(undefined, undefined, PRICE);
    flap((isOdd) => {
      for (const place of [0, 1]) sayOnce(place, isOdd ? FAR : PRICE);
    });
    const { order, window } = await ended(user, id);
    const prices = countOf(window, TICKS) + countOf(window, FAR_TICKS);
    expect(prices).toBe(order.point_count);
    // A price that is further off than 2 % must hold first, which none does.
    expect(countOf(window, 'confirming')).toBeGreaterThan(0);
  },
);

test(
  'sources that flap within what an index takes at once decide by its mean',
  PATIENT,
  async () => {
    const { user, id } = await opened();
    say(undefined, undefined, PRICE);
    flap((isOdd) => {
      for (const place of [0, 1]) sayOnce(place, isOdd ? NEAR : PRICE);
    });
    const { order, window } = await ended(user, id);
    expect(countOf(window, TICKS) + countOf(window, NEAR_TICKS)).toBe(order.point_count);
    expect(order.state).toBe(countOf(window, NEAR_TICKS) > 0 ? 'won' : 'drawn');
  },
);

test(
  'connections that are lost again and again leave gaps, and the other points decide',
  PATIENT,
  async () => {
    const { user, id } = await opened();
    say(NEAR, NEAR, NEAR);
    flap(() => exchanges.forEach((exchange) => exchange.hangUp()));
    const { order, window } = await ended(user, id);
    expect(window.some((each) => typeof each === 'string')).toBe(true);
    expect(window.filter((each) => typeof each === 'number')).toHaveLength(order.point_count ?? 0);
  },
);

test('exchanges that die in the window decide by what they said before', PATIENT, async () => {
  const { user, id } = await opened();
  const { expires_at: expiresAt } = await user.order(id);
  say(NEAR, NEAR, NEAR);
  await indexIs(server, NEAR);
  // Prices count for two seconds, so that they end within the window.
  await eventually(async () =>
    expect(await server.controlAdvance(0)).toBeGreaterThan(ensure(expiresAt, 'an expiry') - 3_000),
  );
  die();
  const { order, window } = await ended(user, id);
  expect(order).toMatchObject({ state: 'won', payout: '12.95' });
  expect(withoutMissedTicks(window).at(-1)).toBe('too_few');
  expect(countOf(window, NEAR_TICKS)).toBe(order.point_count);
});

test(
  'exchanges that die after the opening leave no price, and the order is void',
  PATIENT,
  async () => {
    const { user, id } = await opened();
    die();
    const { order, window } = await ended(user, id);
    expect(order).toMatchObject({ state: 'voided', payout: '7', point_count: 0 });
    const seen = withoutMissedTicks(window);
    expect(seen.length).toBeGreaterThan(0);
    expect(countOf(seen, 'too_few')).toBe(seen.length);
  },
);

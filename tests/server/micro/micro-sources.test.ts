/** Exchanges that disagree, flap and die while a fast contract is open: it ends by the published log, and each end can be checked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { eventually } from '../../support/eventually.ts';
import { addShortProduct, indexIs, MicroUser } from '../../support/micro/micro-users.ts';
import { proveResult } from '../../support/micro/proven-result.ts';
import { SpeakingExchange } from '../../support/prices/speaking-exchange.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { balanceOf, FAST } from '../../support/users/balances.ts';

const NAMES = ['binance', 'coinbase', 'okx'];
const PRICE = '97250';
/** Its window is between three and six seconds after the opening, a second after prices are too old. */
const SECONDS = 6;
const FLAP_MS = 100;
const ENDED = ['won', 'lost', 'drawn', 'voided'] as const;
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
  server = await startTestServer({
    env: {
      MARKET_MAKER: 'off',
      INDEX_LOG: 'on',
      TRUST_PROXY: 'loopback',
      PRICE_SOURCES: NAMES.join(','),
      PRICE_SOURCE_URLS: urls.join(','),
    },
  });
  product = await addShortProduct(server, SECONDS);
  await server.restart();
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

/** Calls `act` again and again, with true every second time. */
function flap(act: (isOdd: boolean) => void, everyMs = FLAP_MS): void {
  let isOdd = false;
  const timer = setInterval(() => act((isOdd = !isOdd)), everyMs);
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

test('sources of which two are left, too far from each other, give no price', PATIENT, async () => {
  const { user, id } = await opened();
  // The third one becomes too old two seconds later.
  say('97250', '98250');
  const { order, window } = await ended(user, id);
  expect(countOf(window, 'apart')).toBeGreaterThan(3);
  expect(order.point_count).toBe(window.filter((each) => typeof each === 'number').length);
});

test('one source that is far off moves nothing', PATIENT, async () => {
  const { user, id } = await opened();
  say(PRICE, PRICE, '9725000');
  const { order, window } = await ended(user, id);
  expect(order.state).toBe('drawn');
  expect(countOf(window, 9_725_000)).toBe(order.point_count);
});

test('sources that flap between two far prices have no price while none holds', PATIENT, async () => {
  const { user, id } = await opened();
  flap((isOdd) => say2(isOdd));
  const { order, window } = await ended(user, id);
  expect(countOf(window, 'confirming')).toBeGreaterThan(0);
  expect(countOf(window, 9_725_000) + countOf(window, 9_967_500)).toBe(order.point_count);
});

/** Two exchanges that move together by 2.5 %, beyond what an index takes at once. */
function say2(isOdd: boolean): void {
  for (const place of [0, 1]) {
    const price = isOdd ? '99675' : PRICE;
    const quote = { last: price, bid: price, ask: price, atMs: Date.now() + server.clockAheadMs };
    at(place).price(at(place).dialect.symbol, quote);
  }
}

/** A market stored with ten price decimals keeps them in every call, in the one canonical spelling. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ensure } from '../../../contract/assert.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { eventually } from '../../support/eventually.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { findMarket, placeOrder, type OrderFields } from '../../support/spot/orders.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { storeScale } from '../../support/market/stored-scale.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const SCALE = 10;
/** No sign, no exponent, no redundant zero. */
const CANONICAL = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;
const QUANTITY = '1234567';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;
let market: Awaited<ReturnType<typeof findMarket>>;
beforeAll(async () => {
  ({ server } = await startPreparedServer({ MARKET_MAKER: 'off' }, (database) =>
    storeScale(database, 'PEPE', SCALE),
  ));
  seller = await newTrader(server, { PEPE: '100000000' });
  buyer = await newTrader(server, { USDT: '1000' });
  market = await findMarket(server, 'PEPE');
});
afterAll(() => server.stop());

const orderOf = (side: 'buy' | 'sell', price: string, quantity = QUANTITY) =>
  ({
    currency_match_id: market.id,
    side,
    type: 'limit',
    price,
    quantity,
  }) satisfies OrderFields;

/** A price near the last one, with a digit in the tenth decimal place. */
function priceWithAllPlaces(factor: number): string {
  const near = market.priceAt(factor).padEnd('0.'.length + SCALE, '0');
  return `${near.slice(0, -1)}7`;
}

/** The latest socket messages about the market, by type. */
function listen(): Map<string, unknown> {
  const told = new Map<string, unknown>();
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`);
  socket.on('open', () => {
    socket.send('{"type":"sub","params":"DAY_MARKET"}');
    socket.send(`{"type":"sub","params":"DEPTH","currency_match_id":${market.id}}`);
  });
  socket.on('message', (data) => {
    const messages: { type: string; currency_match_id: number }[] = [
      JSON.parse(String(data)),
    ].flat();
    for (const message of messages) {
      if (String(message.currency_match_id) === market.id) told.set(message.type, message);
    }
  });
  return told;
}

test('its quotation, its candles and its trades are written without trailing zeros', async () => {
  expect(market.match.price_scale).toBe(SCALE);
  const { change, ...day } = market.match.currency_quotation;
  expect(change).toMatch(/^-?\d+(?:\.\d+)?$/);
  for (const [name, text] of Object.entries(day)) expect(text, name).toMatch(CANONICAL);
  const request = { currency_match_id: market.id, period: '1min', size: '50' } as const;
  const candles = dataOf(await server.call('listCandles', request));
  expect(candles).toHaveLength(50);
  for (const { time: _, ...figures } of candles) {
    for (const [name, text] of Object.entries(figures)) expect(text, name).toMatch(CANONICAL);
  }
});

test('an order, the book, a trade and the quote have one text for a price, and one for a quantity', async () => {
  const price = priceWithAllPlaces(1);
  expect(price).toMatch(/^0\.\d{10}$/);
  const told = listen();
  const placed = dataOf(await placeOrder(server, seller, orderOf('sell', price)));
  expect(placed).toMatchObject({ price, quantity: QUANTITY, state: 'paid' });
  const depth = dataOf(await server.call('getDepth', { currency_match_id: market.id }));
  expect(depth.asks).toEqual([[price, QUANTITY]]);
  await eventually(() => expect(told.get('DEPTH')).toMatchObject({ asks: [[price, QUANTITY]] }));

  const bought = dataOf(await placeOrder(server, buyer, orderOf('buy', price)));
  expect(bought).toMatchObject({ state: 'executed', price, average_price: price });
  const [deal] = dataOf(await server.call('listDeals', { currency_match_id: market.id }));
  expect(deal).toMatchObject({ price, quantity: QUANTITY });
  await eventually(() =>
    expect(told.get('DAY_MARKET')).toMatchObject({ quotation: { close: price } }),
  );
  const { match } = await findMarket(server, 'PEPE');
  expect(match.currency_quotation.close).toBe(price);
});

test('a purchase costs price × quantity to the last digit', async () => {
  const before = await balanceOf(server, seller, 'PEPE');
  expect(before.available).toMatch(CANONICAL);
  const price = priceWithAllPlaces(1.01);
  dataOf(await placeOrder(server, seller, orderOf('sell', price, '100000')));
  const bought = dataOf(await placeOrder(server, buyer, orderOf('buy', price, '100000')));
  const ticks = BigInt(ensure(price.split('.')[1], 'the places of a price'));
  // Ten decimal places of the price, five of which the quantity compensates.
  const cost = ticks.toString().padStart(6, '0');
  const expected = `${cost.slice(0, -5)}.${cost.slice(-5)}`.replace(/\.?0+$/, '');
  expect(bought.executed_amount).toBe(expected);
  expect(bought.executed_amount).toMatch(CANONICAL);
});

test('a price with eleven decimals is off its tick', async () => {
  const answer = await placeOrder(server, buyer, orderOf('buy', `${priceWithAllPlaces(0.99)}1`));
  expect(errorOf(answer)).toBe('price_not_on_tick');
});

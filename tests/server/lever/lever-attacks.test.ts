/** Attempts to take coins out of contracts that are not one's own, on a running server: none pays. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { COMMAND_EXPIRY_HEADER } from '../../../contract/command-headers.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { eventually } from '../../support/eventually.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { ContractMarket, ContractUser, orderOf } from '../../support/lever/contract-users.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { holdings } from '../../support/users/balances.ts';
import { transfer } from '../../support/users/transfers.ts';

const { spot, contract, fiat } = ACCOUNT_TYPES;
const QUIET = '97250';
const SCALE = 18;

let server: TestServer;
let market: ContractMarket;
let ann: ContractUser;
beforeAll(async () => {
  server = await borrowServer();
  market = await ContractMarket.open(server, 'BTC');
});
beforeEach(async () => {
  await market.price(QUIET);
  ann = await ContractUser.open(server, '2000');
});
afterAll(async () => {
  await market.release();
  await giveBack(server);
});

const unitsOf = (amount: string | null): bigint =>
  ensure(parseUnits(amount ?? '0', SCALE), 'an amount');
/** Available sum of all accounts of the user. */
async function heldBy(user: ContractUser): Promise<bigint> {
  const amounts = Object.values(await holdings(server, user));
  return amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n);
}
/** Result of the orders. */
async function resultOf(user: ContractUser): Promise<bigint> {
  const { orders } = await user.ask('listLeverHistory', { size: '100' });
  return orders.reduce(
    (sum, { profit, fee, overnight_fee: nights }) =>
      sum + unitsOf(profit) - unitsOf(fee) - unitsOf(nights),
    0n,
  );
}
const closeAll = (user: ContractUser) => user.ask('closeAllLeverPositions', { direction: 'all' });

test('many transfers to and fro at once, while the price falls and comes back, make no coin', async () => {
  await ann.move(contract, fiat, '300');
  await ann.place(market, { lots: '150', multiple: '20' });
  const ways = [
    [contract, spot],
    [spot, contract],
    [contract, fiat],
    [fiat, contract],
  ] as const;
  const moves = Array.from({ length: 60 }, (_, at) => {
    const [from, to] = ways[at % ways.length] ?? [contract, spot];
    return transfer(server, ann, { from, to, amount: '90' });
  });
  await market.say('95500');
  await market.price(QUIET);
  const moved = (await Promise.all(moves)).filter(({ code }) => code === 1);
  await closeAll(ann);

  expect(moved.length).toBeGreaterThan(0);
  expect(await heldBy(ann)).toBe(unitsOf('2000') + (await resultOf(ann)));
});

test('transfers at once take no more than what a loss leaves', async () => {
  const { id } = await ann.place(market, { lots: '250', multiple: '20' });
  await market.price('96000');
  const { available, transferable } = await ann.ask('getLeverAccount', {});
  expect(Number(available)).toBeGreaterThan(Number(transferable) + 300);
  const errors = await Promise.all(Array.from({ length: 30 }, () => ann.takeOut('100')));

  const taken = errors.filter((error) => error === undefined);
  expect(taken).toHaveLength(Math.floor(Number(transferable) / 100));
  // Then it is stopped out, and owes nothing.
  await market.price('91500');
  expect(await ann.order(id)).toMatchObject({ close_reason: 'stop_out' });
  expect(await heldBy(ann)).toBe(unitsOf('2000') + (await resultOf(ann)));
  expect(await ann.ask('getLeverAccount', {})).toMatchObject({ debt: '0', frozen: '0' });
});

test('no order opens at a mark that is older than what the sources say', async () => {
  for (const price of ['97800', '97100', '97600', '96900', QUIET]) {
    await market.say(price);
    // No round of marks has come in between.
    const { id, open_price: opened } = await ann.place(market);
    expect(opened).toBe(formatUnits(BigInt(Math.ceil(Number(price) * 100 * 1.0002)), 2));
    await market.say(QUIET);
    expect(await ann.ask('closeLeverPosition', { id })).toMatchObject({ close_price: QUIET });
  }
});

test('two accounts with opposite positions have less together after every move', async () => {
  const bob = await ContractUser.open(server, '2000');
  const together = async () => (await heldBy(ann)) + (await heldBy(bob));
  let before = await together();
  for (const price of ['98900', '95700', '97900']) {
    await ann.place(market, { lots: '100', take_profit: '98800', stop_loss: '96000' });
    await bob.place(market, { lots: '100', direction: 'short' });
    await market.price(price);
    for (const user of [ann, bob]) await closeAll(user);
    const after = await together();
    expect(after).toBeLessThan(before);
    before = after;
    await market.price(QUIET);
  }
});

test('own orders in the spot book move no mark and reach no stop-loss', async () => {
  // Each source has its own price: with a vote of a lower book, the median would be 97245.
  await market.say('97240', 'simulated-1');
  await market.say('97270', 'simulated-2');
  await market.taken(QUIET);
  const position = await ann.place(market, { stop_loss: '97247' });
  const { id: book } = await findMarket(server, 'BTC');
  const bob = await ContractUser.open(server, '100');
  await server.grant(bob.email, 'BTC', '1');
  await server.grant(bob.email, 'USDT', '90000');
  const order = { currency_match_id: book, type: 'limit', quantity: '0.01' } as const;
  // Earlier files of a shared server may have left a bid that meets the sell order.
  await server.closeMarketOrders(book);
  const placed = [
    dataOf(await placeOrder(server, bob, { ...order, side: 'buy', price: '96700' })),
    dataOf(await placeOrder(server, bob, { ...order, side: 'sell', price: '96900' })),
  ];
  // In the mark of the spot market it has that vote.
  const spotMark = () => server.control('POST', '/prices/evaluate', { pair: 'BTC/USDT' });
  await eventually(async () =>
    expect(await spotMark()).toMatchObject({ mark: { status: 'live', ticks: 9_724_500 } }),
  );
  // Ann asks at the mark of this moment.
  const { open_price: opened } = await ann.place(market);
  expect(opened).toBe('97269.45');
  expect(await ann.order(position.id)).toMatchObject({ state: 'in_trading' });
  for (const { id } of placed) await server.call('cancelOrder', { id }, { token: bob.token });
  await closeAll(ann);
});

test('an old request that is sent again opens, closes and moves nothing', async () => {
  const [key, order] = [newKey(), orderOf(market.id)];
  const { id } = dataOf(await ann.call('placeLeverOrder', order, key));
  await ann.ask('closeLeverPosition', { id });
  const moving = { from: contract, to: spot, amount: '100' };
  dataOf(await transfer(server, ann, moving, key));
  const before = await heldBy(ann);

  const again = await Promise.all(
    Array.from({ length: 20 }, () => ann.call('placeLeverOrder', order, key)),
  );
  expect(new Set(again.map((answer) => dataOf(answer).id))).toEqual(new Set([id]));
  await Promise.all(Array.from({ length: 20 }, () => transfer(server, ann, moving, key)));
  expect(errorOf(await ann.call('placeLeverOrder', { ...order, lots: '11' }, key))).toBe(
    'idempotency_key_reused',
  );
  expect(await ann.refusal('closeLeverPosition', { id })).toBe('contract_order_not_open');
  const late = { [COMMAND_EXPIRY_HEADER]: String(Date.now() - 60_000) };
  const headers = { ...newClientAddress(), ...late, 'idempotency-key': newKey() };
  expect(errorOf(await server.call('placeLeverOrder', order, { token: ann.token, headers }))).toBe(
    'command_expired',
  );
  expect(await ann.ask('listLeverOrders', {})).toEqual([]);
  expect(await heldBy(ann)).toBe(before);
});

test('the session of another user reaches no order, and a session that has ended reaches nothing', async () => {
  const { id, revision } = await ann.place(market);
  const thief = await ContractUser.open(server, '100');
  const targets = { take_profit: '99000', stop_loss: '' };
  const tries = (user: ContractUser) =>
    Promise.all([
      user.refusal('closeLeverPosition', { id }),
      user.refusal('cancelLeverOrder', { id }),
      user.refusal('withdrawLeverClose', { id }),
      user.refusal('amendLeverTargets', { id, revision: String(revision), ...targets }),
      user.refusal('getLeverOrder', { id }),
    ]);
  expect(new Set(await tries(thief))).toEqual(new Set(['contract_order_not_found']));
  expect(await thief.ask('closeAllLeverPositions', { direction: 'all' })).toMatchObject({
    closed: [],
    waiting: [],
  });
  // The fields of a request name no user.
  const posing = { ...orderOf(market.id), user_id: String(await ann.id()) };
  expect(await thief.refusal('placeLeverOrder', posing)).toBe('invalid_request');
  expect(await ann.order(id)).toMatchObject({ state: 'in_trading', revision });

  await ann.ask('signOut', {});
  expect(new Set(await tries(ann))).toEqual(new Set(['session_ended']));
  expect(await ann.takeOut('100')).toBe('session_ended');
});

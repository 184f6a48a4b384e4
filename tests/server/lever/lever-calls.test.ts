/** The calls of contracts over HTTP: orders, positions, closes that wait, refusals, history and marks. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LeverMarkQuote } from '../../../contract/lever/lever.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { UserState } from '../../../streams/user-state.ts';
import { eventually } from '../../support/eventually.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { ContractMarket, ContractUser, orderOf } from '../../support/lever/contract-users.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf, messagesTo } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';
import { Client } from '../edge/socket-harness.ts';

/** 10 lots of 0.001 BTC at 97,250 with the multiple 10. */
const ENTRY = '97269.45';
const MARGIN = '97.26945';

let server: TestServer;
let market: ContractMarket;
let ann: ContractUser;
let bob: ContractUser;
let operator: TestOperator;
beforeAll(async () => {
  server = await borrowServer();
  operator = await signInOperator(server);
  market = await ContractMarket.open(server, 'BTC');
  await market.price('97250');
  ann = await ContractUser.open(server, '100000');
  bob = await ContractUser.open(server, '1000');
});
afterEach(async () => {
  await market.price('97250');
  for (const user of [ann, bob]) {
    await user.ask('cancelAllLeverOrders', {});
    await user.ask('closeAllLeverPositions', { direction: 'all' });
  }
});
afterAll(async () => {
  await market.release();
  await giveBack(server);
});

describe('markets and marks', () => {
  test('are public, with the terms of the next orders', async () => {
    const markets = dataOf(await server.call('listLeverMarkets', {}));
    expect(markets.find(({ id }) => String(id) === market.id)).toMatchObject({
      settle_currency_code: 'USDT',
      lot_size: '0.001',
      multiples: [2, 3, 5, 10, 20, 50, 100],
      spread_ppm: 200,
      status: 'trading',
      mark: '97250',
      mark_state: 'live',
      next_open: null,
    });
    expect(await market.mark()).toMatchObject({ mark: '97250', reason: null, close_only: false });
  });

  test('name the reason for which there is no live mark', async () => {
    await market.freeze();
    expect(await market.mark()).toMatchObject({
      mark: '97250',
      mark_state: 'frozen',
      reason: 'too_few',
      seq: null,
      sources: [],
    });
  });

  test('exist for known markets and for marks that were used', async () => {
    const unknown = await server.call('getLeverMark', { lever_market_id: '99999' });
    expect(errorOf(unknown)).toBe('lever_market_not_found');
    const { id } = await ann.place(market);
    const { steps } = await ann.order(id);
    const seq = steps.find(({ event }) => event === 'opened')?.mark_seq ?? 0;
    expect(await market.mark(seq)).toMatchObject({ seq, mark: '97250', changed_at: null });
    const future = { lever_market_id: market.id, seq: '999999999999' };
    expect(errorOf(await server.call('getLeverMark', future))).toBe('record_not_found');
  });
});

describe('a market order', () => {
  test('opens at the entry price and holds its margin', async () => {
    const before = await ann.ask('getLeverAccount', {});
    const order = await ann.place(market, { take_profit: '99000', stop_loss: '95000' });
    expect(order).toMatchObject({
      state: 'in_trading',
      open_price: ENTRY,
      margin: MARGIN,
      fee: '0.48634725',
      take_profit: '99000',
      stop_loss: '95000',
      revision: 2,
    });
    const account = await ann.ask('getLeverAccount', {});
    expect(account).toMatchObject({ frozen: MARGIN, margin: MARGIN, debt: '0' });
    expect(account.positions.map(({ id }) => id)).toEqual([order.id]);
    expect(account.thresholds).toEqual({ warning: 100, danger: 70, stop_out: 50 });
    expect(Number(before.available) - Number(account.available)).toBeCloseTo(97.75579725, 6);
    expect(await ann.ask('listLeverOrders', { lever_market_id: market.id })).toEqual([order]);
  });

  test('is closed at the mark, and its history explains both prices', async () => {
    const { id } = await ann.place(market, { direction: 'short' });
    await market.price('96000');
    const closed = await ann.ask('closeLeverPosition', { id });
    expect(closed).toMatchObject({
      state: 'closed',
      close_reason: 'owner',
      close_price: '96000',
      profit: '12.3055',
      overnight_fee: '0',
    });
    const page = await ann.ask('listLeverHistory', { size: '1' });
    expect(page.orders).toEqual([closed]);
    const { steps, marks, ...end } = await ann.order(id);
    expect(steps.map(({ event, price }) => [event, price])).toEqual([
      ['opened', '97230.55'],
      ['closed', '96000'],
    ]);
    expect(marks.map(({ mark, seq }) => [mark, seq])).toEqual([
      ['97250', steps[0]?.mark_seq],
      ['96000', steps[1]?.mark_seq],
    ]);
    expect(marks[0]?.sources.length).toBeGreaterThan(1);
    expect(end).toMatchObject({ worst_price: null, seen: null, cover: null, insured: '0' });
  });

  test('is placed once per key, and its outcome can be asked for', async () => {
    const key = newKey();
    const first = dataOf(await ann.call('placeLeverOrder', orderOf(market.id), key));
    const again = dataOf(await ann.call('placeLeverOrder', orderOf(market.id), key));
    expect(again).toEqual(first);
    const other = await ann.call('placeLeverOrder', orderOf(market.id, { lots: '11' }), key);
    expect(errorOf(other)).toBe('idempotency_key_reused');
    const outcome = await ann.ask('getCommandOutcome', {
      path: '/api/private/lever/place_order',
      idempotency_key: key,
    });
    expect(outcome).toEqual({ state: 'executed', record_id: first.id, error: null });
  });
});

describe('a limit order', () => {
  const limit = { type: 'limit', price: '97000' } as const;

  test('holds its reserve, changes its targets, and gives the reserve back', async () => {
    const placed = await ann.place(market, limit);
    expect(placed).toMatchObject({ state: 'pending', reserve: '97.485', revision: 1 });
    const targets = { id: placed.id, take_profit: '99000', stop_loss: '' };
    const amended = await ann.ask('amendLeverTargets', { ...targets, revision: '1' });
    expect(amended).toMatchObject({ take_profit: '99000', stop_loss: null, revision: 2 });
    expect(await ann.refusal('amendLeverTargets', { ...targets, revision: '1' })).toBe(
      'contract_order_changed',
    );
    const ended = await ann.ask('cancelLeverOrder', { id: placed.id });
    expect(ended).toMatchObject({ state: 'cancelled', cancel_reason: 'owner', reserve: '0' });
    expect(await ann.ask('getLeverAccount', {})).toMatchObject({ frozen: '0' });
  });

  test('opens when the mark reaches it, never worse than its limit', async () => {
    const { id } = await ann.place(market, limit);
    await market.price('96980.6');
    await expect
      .poll(() => ann.order(id))
      .toMatchObject({ state: 'in_trading', open_price: '97000' });
  });

  test('is canceled when its owner is disabled', async () => {
    const cyd = await ContractUser.open(server, '1000');
    const { id } = await cyd.place(market, limit);
    await server.changeUser(cyd.email, 'disable');
    const report = () => operator.ask('getLifecycle', { kind: 'contract-order', id });
    await eventually(async () =>
      expect(await report()).toMatchObject({ state: 'cancelled', faults: [] }),
    );
    // The user did not cancel it.
    expect((await report()).steps.at(-1)).toMatchObject({ event: 'order.dismiss', by: 'operator' });
  });

  test('belongs to its owner', async () => {
    const { id } = await ann.place(market, limit);
    expect(await bob.refusal('cancelLeverOrder', { id })).toBe('contract_order_not_found');
    expect(await bob.refusal('getLeverOrder', { id })).toBe('contract_order_not_found');
    await ann.ask('cancelLeverOrder', { id });
    expect(await ann.refusal('cancelLeverOrder', { id })).toBe('contract_order_not_open');
    expect(await ann.refusal('closeLeverPosition', { id })).toBe('contract_order_not_open');
  });
});

test('a close without a live mark waits for one, and can be withdrawn', async () => {
  const kept = await ann.place(market);
  const left = await ann.place(market);
  await market.freeze();
  const waiting = await ann.ask('closeLeverPosition', { id: kept.id });
  expect(waiting).toMatchObject({ state: 'closing', close_reason: 'owner', closed_at: null });
  expect(await ann.ask('withdrawLeverClose', { id: kept.id })).toMatchObject({
    state: 'in_trading',
    close_reason: null,
  });
  expect(await ann.refusal('withdrawLeverClose', { id: kept.id })).toBe('contract_order_not_open');
  await ann.ask('closeLeverPosition', { id: left.id });
  expect(await ann.refusal('placeLeverOrder', orderOf(market.id))).toBe('mark_unavailable');
  await market.price('97300');
  await expect
    .poll(() => ann.order(left.id))
    .toMatchObject({ state: 'closed', close_price: '97300' });
  expect(await ann.order(kept.id)).toMatchObject({ state: 'in_trading' });
});

test('many positions are closed by direction, and many orders canceled at once', async () => {
  const long = await ann.place(market);
  const short = await ann.place(market, { direction: 'short' });
  const pending = await ann.place(market, { type: 'limit', price: '90000' });
  const shorts = await ann.ask('closeAllLeverPositions', { direction: 'short' });
  expect(shorts.closed.map(({ id }) => id)).toEqual([short.id]);
  await market.freeze();
  const rest = await ann.ask('closeAllLeverPositions', {
    direction: 'all',
    lever_market_id: market.id,
  });
  expect(rest).toEqual({ closed: [], waiting: [long.id] });
  const cancelled = await ann.ask('cancelAllLeverOrders', { lever_market_id: market.id });
  expect(cancelled.map(({ id, state }) => [id, state])).toEqual([[pending.id, 'cancelled']]);
  const unknown = { lever_market_id: '99999' };
  expect(await ann.refusal('cancelAllLeverOrders', unknown)).toBe('lever_market_not_found');
  expect(await ann.refusal('closeAllLeverPositions', { ...unknown, direction: 'all' })).toBe(
    'lever_market_not_found',
  );
});

describe('an order is refused', () => {
  test.each([
    ['lever_market_not_found', { lever_market_id: '99999' }],
    ['lots_out_of_bounds', { lots: '10001' }],
    ['multiple_not_offered', { multiple: '7' }],
    ['multiple_not_offered', { multiple: '101' }],
    ['price_not_on_tick', { type: 'limit', price: '97000.001' }],
    ['price_not_on_tick', { stop_loss: '1'.repeat(20) }],
    ['limit_price_wrong_side', { type: 'limit', price: '97250' }],
    ['take_profit_wrong_side', { take_profit: ENTRY }],
    ['stop_loss_wrong_side', { stop_loss: '97250' }],
    // Both targets at one price, then each on the side of the other.
    ['stop_loss_wrong_side', { take_profit: '98000', stop_loss: '98000' }],
    ['take_profit_wrong_side', { take_profit: '95000', stop_loss: '95000' }],
    ['take_profit_wrong_side', { take_profit: '95000', stop_loss: '98000' }],
    ['take_profit_wrong_side', { direction: 'short', take_profit: '98000', stop_loss: '95000' }],
    ['price_beyond_worst', { worst_price: '97269.44' }],
    ['insufficient_margin', { lots: '1000', multiple: '2' }],
    ['invalid_request', { lots: '0' }],
    ['invalid_request', { direction: 'up' }],
    ['invalid_request', { type: 'limit' }],
  ] as const)('with %s for %j', async (error, fields) => {
    const asked = orderOf(market.id, fields as Partial<ReturnType<typeof orderOf>>);
    expect(await bob.refusal('placeLeverOrder', asked)).toBe(error);
  });

  test.each([
    ['stop_loss_wrong_side', '98000', '98000'],
    ['take_profit_wrong_side', '95000', '95000'],
    ['take_profit_wrong_side', '95000', '98000'],
  ] as const)('with %s for an amendment to %s and %s', async (error, profit, loss) => {
    const { id, revision } = await ann.place(market);
    const targets = { take_profit: profit, stop_loss: loss };
    const amendment = { id, revision: String(revision), ...targets };
    expect(await ann.refusal('amendLeverTargets', amendment)).toBe(error);
  });

  test('from a user whose identity is not verified, and without a key or a session', async () => {
    const { token } = await newUser(server, { coins: { USDT: '10' } });
    const headers = { 'idempotency-key': newKey() };
    const order = orderOf(market.id);
    expect(errorOf(await server.call('placeLeverOrder', order, { token, headers }))).toBe(
      'verification_required',
    );
    expect(errorOf(await server.call('placeLeverOrder', order, { token: ann.token }))).toBe(
      'idempotency_key_required',
    );
    expect(errorOf(await server.call('placeLeverOrder', order, { headers }))).toBe('unauthorized');
  });
});

test('margin stays in the account', async () => {
  await bob.place(market, { lots: '50' });
  const { available } = await bob.ask('getLeverAccount', {});
  // The spread is a loss, which the available balance covers.
  expect(await bob.takeOut(available)).toBe('margin_in_use');
  expect(await bob.takeOut('1')).toBeUndefined();
  await bob.move(1, 2, '1');
});

test('operators see the log of an order, and the running check finds no fault', async () => {
  const { id } = await ann.place(market);
  await ann.ask('closeLeverPosition', { id });
  expect(await operator.ask('getLifecycle', { kind: 'contract-order', id })).toMatchObject({
    state: 'closed',
    revision: 4,
    faults: [],
    steps: [
      { event: 'lifecycle.started', state: 'pending' },
      { event: 'order.opened', by: 'engine', state: 'inTrading' },
      { event: 'close.order', by: 'owner', state: 'closing' },
      { event: 'position.settled', by: 'engine', state: 'closed' },
    ],
  });
  const unknown = await operator.call('getLifecycle', { kind: 'contract-order', id: '999999' });
  expect(errorOf(unknown)).toBe('record_not_found');
  expect(server.logs.filter((line) => /differs from its log/.test(line))).toEqual([]);
});

test('the socket sends orders and balances to their owner, and marks to all', async () => {
  const first = await ann.place(market);
  const client = new Client(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`, {});
  await client.waitFor(({ type }) => type === 'hello');
  client.send({ type: 'auth', token: ann.token });
  await client.waitFor(({ type }) => type === 'auth');
  client.send({ type: 'sub', params: 'USER' });
  client.send({ type: 'sub', params: 'MARK' });
  const users = () => client.of('USER');
  await eventually(() => expect(users()).not.toEqual([]));
  const [snapshot] = users();
  expect(snapshot?.kind === 'snapshot' && snapshot.lever_orders).toEqual([first]);
  expect(snapshot?.kind === 'snapshot' && snapshot.balances).toContainEqual(
    expect.objectContaining({ account_type_id: 2, frozen: MARGIN }),
  );
  const second = await ann.place(market);
  const state = new UserState();
  await eventually(() => {
    for (const message of users())
      if (message.kind === 'snapshot') state.replace(message);
      else state.apply(message.event);
    expect([...state.leverOrders.keys()]).toEqual([first.id, second.id]);
    expect(state.leverBalances.get(1)?.frozen).toBe('194.5389');
  });
  const marks = () =>
    client
      .of('MARK')
      .filter(({ lever_market_id: id }) => String(id) === market.id)
      .map(({ mark }) => mark);
  await market.price('97251');
  await eventually(() => expect(marks().at(-1)).toMatchObject({ price: '97251', state: 'live' }));
  await expectDistance(0, marks);
  // The median stays; 10 of 97,251 are 102.8 millionths.
  await market.say('97261', 'simulated-1');
  await expectDistance(103, marks);
  expect(marks().at(-1)).toMatchObject({ price: '97251', is_agreed: true });
  await market.freeze();
  await expectDistance(null, marks);
  const { changed_at: frozenAt } = await market.mark();
  expect(marks().at(-1)).toMatchObject({ state: 'frozen', changed_at: frozenAt });
  client.webSocket.terminate();
});

test('a stop-out explains itself, and its owner is notified', async () => {
  const owner = await ContractUser.open(server, '410');
  const { id: first } = await owner.place(market, { lots: '100', multiple: '50' });
  const { id } = await owner.place(market, { lots: '100', multiple: '50' });
  await market.price('96600');
  await messagesTo(server, owner.email, 2);
  await market.price('90000');
  await expect
    .poll(() => owner.order(id))
    .toMatchObject({ state: 'closed', close_reason: 'stop_out' });
  const { seen, profit, marks, ...end } = await owner.order(id);
  const [equity, margin] = [Number(seen?.equity), Number(seen?.margin)];
  expect(equity * 2).toBeLessThanOrEqual(margin);
  expect(Number(profit)).toBeLessThan(0);
  expect(marks.at(-1)).toMatchObject({ mark: '90000' });
  // Both positions together lose 0.2 for each unit of the price: the equity was half of the margin there.
  const excessAt = (price: number) => 2 * (equity + 0.2 * (price - 90_000)) - margin;
  const stopOutPrice = Number(seen?.stop_out_price);
  expect([excessAt(stopOutPrice) <= 0, excessAt(stopOutPrice + 0.01) > 0]).toEqual([true, true]);
  const other = await owner.order(first);
  const paid = [end.insured, end.waived, other.insured, other.waived].map(Number);
  expect(paid.reduce((sum, amount) => sum + amount)).toBeCloseTo(-equity, 9);
  const [stoppedOut, warned] = await messagesTo(server, owner.email, 3);
  expect(warned?.body).toMatch(
    /^The margin level of your Meridian contract account fell to 6\d\.\d+%\./,
  );
  expect(stoppedOut?.subject).toBe('Your Meridian contract positions were liquidated');
});

/** The list of markets and the last message of the socket have this distance of the sources. */
const expectDistance = (apartPpm: number | null, marks: () => readonly LeverMarkQuote[]) =>
  eventually(async () => {
    const markets = dataOf(
      await server.call('listLeverMarkets', {}, { headers: newClientAddress() }),
    );
    const listed = markets.find(({ id }) => String(id) === market.id);
    expect([listed?.apart_ppm, marks().at(-1)?.apart_ppm]).toEqual([apartPpm, apartPpm]);
  });

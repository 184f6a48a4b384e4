/** Acts of operators on contract markets, and their effect on users: status, terms of new orders, and an announced end. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { DEMO_OPERATOR, DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { eventually } from '../../support/eventually.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import {
  callOperator,
  codeOf,
  signInOperator,
  type OperatorFields,
  type TestOperator,
} from '../../support/operator/operators.ts';
import { recordedFaults } from '../../support/ledger/recorded-faults.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf, messagesTo } from '../../support/users/accounts.ts';

const REASON = 'as the test says';
const TERMS = {
  lots_min: '5',
  lots_max: '500',
  multiples: '2,5,10',
  spread_ppm: '400',
  fee_ppm: '600',
  night_ppm: '0',
  net_limit: '1000000',
  gross_limit: '4000000',
  owner_limit: '52000',
  reason: REASON,
};

let server: TestServer;
let operator: TestOperator;
let market: ContractMarket;
let ann: ContractUser;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off' } });
  operator = await signInOperator(server);
  market = await ContractMarket.open(server, 'BTC');
  await market.price('97250');
  ann = await ContractUser.open(server, '10000');
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  const withoutAct = await recordedFaults(server, 'lever_terms_');
  await server.stop();
  expect([...faults, ...withoutAct]).toEqual([]);
});

const shown = async () => {
  const { markets } = await operator.ask('getLeverDesk', {});
  return ensure(
    markets.find(({ id }) => String(id) === market.id),
    'the market',
  );
};
const setStatus = (status: 'trading' | 'close_only' | 'halted') =>
  operator.ask('setLeverMarketStatus', { id: market.id, status, reason: REASON });
const saveTerms = (changes: Partial<OperatorFields<'saveLeverTerms'>>) =>
  operator.call('saveLeverTerms', { id: market.id, ...TERMS, ...changes });
const listed = async () => {
  const markets = dataOf(await server.call('listLeverMarkets', {}));
  return markets.find(({ id }) => String(id) === market.id);
};

test('the desk shows the funds, the exposure at the mark, and every source, a wrong one unused', async () => {
  const { id } = await ann.place(market, { direction: 'short' });
  await server.control('POST', '/prices/set', {
    pair: 'BTC/USDT',
    source: 'simulated-1',
    price: '50000',
  });
  const { house } = await operator.ask('getLeverDesk', {});
  expect(house).toMatchObject({ currency_code: 'USDT', base: '10000000', guard: 'open' });
  // 10 lots of 0.001 BTC at the mark of 97,250, which one source of three does not move.
  await eventually(async () => {
    const { longs, shorts, mark, sources } = await shown();
    expect({ longs, shorts, mark }).toMatchObject({
      longs: '0',
      shorts: '972.5',
      mark: { mark: '97250', mark_state: 'live', reason: null },
    });
    expect(sources.filter(({ is_used: isUsed }) => !isUsed)).toMatchObject([{ price: '50000' }]);
  });
  await server.control('POST', '/prices/remove', { pair: 'BTC/USDT', source: 'simulated-1' });
  const silent = { source: 'simulated-1', price: null, age_ms: null, is_used: false };
  expect((await shown()).sources).toContainEqual(silent);
  await market.price('97250');
  await ann.ask('closeLeverPosition', { id });
});

test('terms apply to new orders, and a position keeps those of its placement', async () => {
  const before = await ann.place(market);
  dataOf(await saveTerms({}));
  expect(await ann.order(before.id)).toMatchObject({ spread_ppm: 200, fee_ppm: 500 });
  expect(await ann.place(market)).toMatchObject({ spread_ppm: 400, fee_ppm: 600 });
  expect(await ann.refusal('placeLeverOrder', orderWith({ lots: '4' }))).toBe('lots_out_of_bounds');
  expect(await ann.refusal('placeLeverOrder', orderWith({ lots: '5' }))).toBe(undefined);
  expect(await ann.refusal('placeLeverOrder', orderWith({ multiple: '20' }))).toBe(
    'multiple_not_offered',
  );
  expect(await ann.refusal('placeLeverOrder', orderWith({ lots: '500' }))).toBe(undefined);
  // Together with those of before more than 52,000 USDT at the mark.
  expect(await ann.refusal('placeLeverOrder', orderWith({ lots: '50' }))).toBe(
    'position_limit_reached',
  );
  await ann.ask('closeAllLeverPositions', { direction: 'all' });
});

test('the desk shows what the fees have earned, and the fullest limit refuses the next opening', async () => {
  dataOf(await saveTerms({ net_limit: '1000', gross_limit: '4000' }));
  const { house: before } = await operator.ask('getLeverDesk', {});
  const { fee } = await ann.place(market, { direction: 'short' });
  const { house } = await operator.ask('getLeverDesk', {});
  // The insurance fund gets a fifth of each opening fee.
  const earned = Number(house.fees) - Number(before.fees);
  expect([Number(fee) > 0, earned]).toEqual([true, expect.closeTo(Number(fee) * 0.8, 9)]);
  expect((await shown()).limits).toEqual({
    net: { used: '972.5', cap: '1000', full_bp: 9_725 },
    gross: { used: '972.5', cap: '4000', full_bp: 2_431 },
  });
  expect(house.limits.move).toMatchObject({ used: '97.25', full_bp: 0 });
  expect(house.limits.loss.cap).toBe('4000000');
  const net = { limit: 'net', lever_market_id: Number(market.id) };
  expect([before.refuses_next, house.refuses_next]).toEqual([null, net]);

  const short = await ann.refusal('placeLeverOrder', orderWith({ direction: 'short' }));
  expect(short).toBe('exposure_limit_reached');
  // A long of the same size only lowers the net exposure.
  await ann.place(market);
  const { house: even } = await operator.ask('getLeverDesk', {});
  expect(even.refuses_next).toMatchObject({ limit: 'gross' });
  await setStatus('close_only');
  expect((await operator.ask('getLeverDesk', {})).house.refuses_next).toBeNull();
  await setStatus('trading');
  await ann.ask('closeAllLeverPositions', { direction: 'all' });
  dataOf(await saveTerms({}));
});

test('an order at fees that its owner did not see is refused, and a lower fee is welcome', async () => {
  const seen = { fee_ppm: '600', night_ppm: '0' };
  expect(await ann.refusal('placeLeverOrder', orderWith(seen))).toBe(undefined);
  dataOf(await saveTerms({ fee_ppm: '601' }));
  expect(await ann.refusal('placeLeverOrder', orderWith(seen))).toBe('lever_terms_changed');
  dataOf(await saveTerms({ fee_ppm: '500', night_ppm: '1' }));
  expect(await ann.refusal('placeLeverOrder', orderWith(seen))).toBe('lever_terms_changed');
  dataOf(await saveTerms({ fee_ppm: '500' }));
  expect(await ann.refusal('placeLeverOrder', orderWith(seen))).toBe(undefined);
  await ann.ask('closeAllLeverPositions', { direction: 'all' });
  dataOf(await saveTerms({}));
});

test.each([
  ['a lower bound above the upper one', { lots_min: '600' }, 'lots_max'],
  ['multiples that do not ascend', { multiples: '5,2' }, 'multiples'],
  ['the same multiple twice', { multiples: '5,5' }, 'multiples'],
  ['a spread that takes more than a quarter of a margin', { spread_ppm: '25001' }, 'spread_ppm'],
  ['a limit of zero', { net_limit: '0' }, 'net_limit'],
])('terms are refused: %s', async (_what, changes, field) => {
  const { revision } = await shown();
  expect(await saveTerms(changes)).toMatchObject({ data: null, fields: [field] });
  expect((await shown()).revision).toBe(revision);
});

test('a halted market takes nothing, and a close-only one lets positions be closed', async () => {
  const { id } = await ann.place(market);
  await setStatus('halted');
  expect(await ann.refusal('placeLeverOrder', orderWith({}))).toBe('market_halted');
  expect(await ann.ask('closeLeverPosition', { id })).toMatchObject({ state: 'closing' });
  await setStatus('close_only');
  expect(await ann.refusal('placeLeverOrder', orderWith({}))).toBe('contracts_close_only');
  await market.price('97250');
  await eventually(async () => expect((await ann.order(id)).state).toBe('closed'));
  await setStatus('trading');
});

test('an announced end can be withdrawn, and the market opens by its status', async () => {
  const { ends_at: endsAt } = await announce();
  expect(await listed()).toMatchObject({ status: 'close_only', ends_at: endsAt });
  const opened = { id: market.id, status: 'trading', reason: REASON } as const;
  expect(errorOf(await operator.call('setLeverMarketStatus', opened))).toBe('lever_market_ending');
  await operator.ask('keepLeverMarket', { id: market.id, reason: REASON });
  expect(await listed()).toMatchObject({ status: 'close_only', ends_at: null });
  await setStatus('trading');
  expect(await ann.refusal('placeLeverOrder', orderWith({}))).toBe(undefined);
});

test('an announced end is sent to the owner of a position', async () => {
  await announce();
  await eventually(async () => {
    const messages = await messagesTo(server, ann.email);
    const told = messages.find(({ subject }) => subject === 'A Meridian contract will end');
    expect(told?.body).toMatch(/^The contract BTC\/USDT ends on \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
  });
  await operator.ask('keepLeverMarket', { id: market.id, reason: REASON });
  await setStatus('trading');
});

test('an end has at least a day of notice', async () => {
  const short = { id: market.id, notice_hours: '23', reason: REASON };
  expect(errorOf(await operator.call('windDownLeverMarket', short))).toBe('invalid_request');
  expect(await listed()).toMatchObject({ status: 'trading', ends_at: null });
});

/** Leaves the state of a server that stopped before it canceled the order of a disabled user. @returns the order's id. */
async function placeByDisabledUser(): Promise<string> {
  const cyd = await ContractUser.open(server, '1000');
  const { id } = await cyd.ask('placeLeverOrder', orderWith({ type: 'limit', price: '90000' }));
  await queryServer(server, 'update users set disabled_at_ms = 1 where id = $1', [await cyd.id()]);
  return id;
}

test('the end comes after a restart too: all positions close once, at the mark of that time, and a user who was disabled before the stop keeps no order', async () => {
  const ofDisabled = await placeByDisabledUser();
  const pending = await ann.ask('placeLeverOrder', orderWith({ type: 'limit', price: '90000' }));
  await announce();
  await server.restart();
  const kept = 'select state, cancel_reason from lever_orders where id = $1';
  await eventually(async () =>
    expect(await queryServer(server, kept, [ofDisabled])).toEqual([
      { state: 'cancelled', cancel_reason: 'operator' },
    ]),
  );
  await market.price('98000');
  await server.controlAdvance(23 * HOUR_MS);
  await market.price('98500');
  expect((await orders()).filter(({ state }) => state === 'in_trading')).toHaveLength(1);
  await server.controlAdvance(HOUR_MS);
  await market.price('99000');
  await eventually(async () =>
    expect(await orders()).toEqual([
      { id: expect.any(String), state: 'closed', reason: 'wound_down' },
      { id: pending.id, state: 'cancelled', reason: 'market_removed' },
    ]),
  );
  const token = await signInAgain();
  const keep = { id: market.id, reason: REASON };
  const late = await callOperator(server, 'keepLeverMarket', keep, { token });
  expect(errorOf(late)).toBe('lever_market_ending');
  const { markets } = dataOf(await callOperator(server, 'getLeverDesk', {}, { token }));
  expect(markets.filter((each) => each.is_ended).map(({ id }) => String(id))).toEqual([market.id]);
  const ended = await rows();
  await server.restart();
  await market.price('97250');
  expect(await rows()).toEqual(ended);
  expect(await listed()).toMatchObject({ status: 'close_only' });
});

/** Signs in with the bound authenticator, because sessions end within a day. */
async function signInAgain(): Promise<string> {
  const google_code = codeOf(operator.secret, server.clockAheadMs);
  const credentials = { account: DEMO_OPERATOR, password: DEMO_PASSWORD, google_code };
  return dataOf(await callOperator(server, 'signIn', credentials)).token;
}

const orderWith = (fields: Partial<Parameters<typeof ann.place>[1]>) => ({
  lever_market_id: market.id,
  direction: 'long' as const,
  type: 'market' as const,
  lots: '10',
  multiple: '10',
  ...fields,
});
const announce = () =>
  operator.ask('windDownLeverMarket', { id: market.id, notice_hours: '24', reason: REASON });
/** The last position and the last pending order of Ann. */
const orders = () =>
  queryServer<{ readonly id: string; readonly state: string; readonly reason: string | null }>(
    server,
    `select found.id::text, state, coalesce(close_reason, cancel_reason) as reason
     from lever_orders found join users on users.id = owner_id
     where email = $1 order by found.id desc limit 2`,
    [ann.email],
  ).then((found) => found.toReversed());
const rows = () => queryServer(server, 'select * from lever_orders order by id');

/** How operators add to the funds of contracts and take from them: alone within a daily limit, above it in twos, each once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { signInColleague } from '../../support/operator/colleague.ts';
import { eventually } from '../../support/eventually.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { errorOf } from '../../support/users/accounts.ts';

const REASON = 'as the test says';
let server: TestServer;
let operator: TestOperator;
let colleague: TestOperator;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off' } });
  operator = await signInOperator(server);
  colleague = await signInColleague(server);
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const desk = () => operator.ask('getLeverDesk', {});
const ask = (pool: string, insurance = '0') =>
  operator.call('askLeverFunding', { pool, insurance, reason: REASON });
/** The newest funding that waits. */
async function waiting(): Promise<string> {
  const { funds } = await desk();
  const found = funds.fundings.filter(({ state }) => state === 'waiting');
  return ensure(found.at(-1), 'a waiting funding').id;
}

test('one operator moves at most the daily limit alone, additions and takings together', async () => {
  expect((await ask('60000', '-1000')).data).toMatchObject({ day_used: '61000' });
  expect((await desk()).house).toMatchObject({ pool: '10060000', insurance: '499000' });
  expect((await ask('-39000')).data).toMatchObject({ day_used: '100000' });
  expect((await desk()).house.pool).toBe('10021000');
  expect((await ask('0.000001')).data?.fundings[0]).toMatchObject({ state: 'waiting' });
  expect((await desk()).house.pool).toBe('10021000');
  await operator.ask('withdrawLeverFunding', { id: await waiting(), reason: REASON });
});

test('above the limit another operator approves, who is never the one who asked', async () => {
  const before = (await desk()).house;
  await ask('500000');
  const decision = { id: await waiting(), reason: REASON };
  expect(errorOf(await operator.call('approveLeverFunding', decision))).toBe(
    'second_operator_needed',
  );
  expect((await desk()).house).toEqual(before);
  const approved = await colleague.ask('approveLeverFunding', decision);
  expect(approved.fundings[0]).toMatchObject({ state: 'booked', asked_by: 'Demo operator' });
  expect((await desk()).house).toMatchObject({ pool: '10521000', base: '10521000' });
  expect(errorOf(await colleague.call('approveLeverFunding', decision))).toBe('already_decided');
  expect(errorOf(await colleague.call('withdrawLeverFunding', decision))).toBe('already_decided');
});

test('nothing is taken that the funds do not hold, and nothing is asked for twice at one revision', async () => {
  const { funds, house } = await desk();
  expect(errorOf(await ask('-10521000.1'))).toBe('lever_funds_needed');
  expect(errorOf(await ask('0', '-499000.1'))).toBe('lever_funds_needed');
  expect(errorOf(await ask('0', '0'))).toBe('invalid_request');
  expect(errorOf(await ask('1e3'))).toBe('invalid_request');
  const request = { pool: '1', insurance: '0', reason: REASON, revision: String(funds.revision) };
  const answers = await Promise.all([
    operator.call('askLeverFunding', request),
    colleague.call('askLeverFunding', request),
  ]);
  expect(answers.map(errorOf).filter((error) => error === 'record_changed')).toHaveLength(1);
  expect((await desk()).house).toEqual(house);
  await operator.ask('withdrawLeverFunding', { id: await waiting(), reason: REASON });
});

test('an approved funding is booked once after a stop of the server', async () => {
  const { house } = await desk();
  const stored = await queryServer<{ readonly id: string }>(
    server,
    `insert into lever_fundings (pool, insurance, state, asked_by, asked_at_ms, decided_by, decided_at_ms)
     select 7 * 10::numeric ^ 18, 0, 'approved', 1, 1, 2, 2 returning id::text`,
  );
  await server.restart();
  const { id } = ensure(stored[0], 'the funding');
  const booked = () =>
    queryServer(server, `select pool::text from lever_funds where request_id = 'funding-${id}'`);
  await eventually(async () => expect(await booked()).toHaveLength(1));
  // The state is as if the server had stopped between the booking and its mark.
  await queryServer(server, `update lever_fundings set state = 'approved' where id = ${id}`);
  await server.restart();
  expect(await booked()).toHaveLength(1);
  const { funds, house: after } = await desk();
  expect(funds.fundings.find((funding) => funding.id === id)?.state).toBe('booked');
  expect(Number(after.pool) - Number(house.pool)).toBe(7);
});

test('operators cannot take all while a position is open', async () => {
  const market = await ContractMarket.open(server, 'BTC');
  await market.price('97250');
  const user = await ContractUser.open(server, '1000');
  const takeAll = async () => {
    const { pool, insurance } = (await desk()).house;
    return ask(`-${pool}`, `-${insurance}`);
  };
  const { data } = await takeAll();
  expect(data?.fundings[0]).toMatchObject({ state: 'waiting' });
  const decision = { id: await waiting(), reason: REASON };
  const { id } = await user.place(market);
  const { house } = await desk();
  expect(errorOf(await takeAll())).toBe('lever_funds_needed');
  expect(errorOf(await colleague.call('approveLeverFunding', decision))).toBe('lever_funds_needed');
  expect((await desk()).house).toEqual(house);
  await user.ask('closeLeverPosition', { id });
  await colleague.ask('withdrawLeverFunding', decision);
  await market.release();
});

test('the overview says what the pool allows, and that it owes until it is funded', async () => {
  const overview = () => operator.ask('countQueues', {});
  expect(await overview()).toMatchObject({ lever_guard: 'open', is_lever_pool_in_debt: false });
  const move = async (pool: number, insurance = '0') => {
    await ask(String(pool), insurance);
    await colleague.ask('approveLeverFunding', { id: await waiting(), reason: REASON });
  };
  const { house } = await desk();
  await move(40_000 - Number(house.pool), `-${house.insurance}`);
  const market = await ContractMarket.open(server, 'BTC');
  await market.price('100000');
  const user = await ContractUser.open(server, '40000');
  await user.place(market, { lots: '2000' });
  // A fifth of 200,000 is more than the pool has.
  await market.say('121000');
  await eventually(async () => expect((await overview()).is_lever_pool_in_debt).toBe(true));
  expect((await overview()).lever_guard).not.toBe('open');
  await move(1_000_000);
  expect(await overview()).toMatchObject({ lever_guard: 'open', is_lever_pool_in_debt: false });
  await market.release();
});

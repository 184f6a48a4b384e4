/** How operators add contract markets: by two of them, within bounds, on agreeing sources, and traded without a restart. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { signInColleague } from '../../support/operator/colleague.ts';
import { eventually } from '../../support/eventually.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import { removeContracts } from '../../support/lever/remove-contracts.ts';
import {
  signInOperator,
  type OperatorFields,
  type TestOperator,
} from '../../support/operator/operators.ts';
import { recordedFaults } from '../../support/ledger/recorded-faults.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { errorOf } from '../../support/users/accounts.ts';

const REASON = 'as the test says';
const SOL = {
  instrument: 'SOL/USDT',
  lot_size: '0.1',
  lots_min: '2',
  lots_max: '500',
  multiples: '2,5,10',
  spread_ppm: '400',
  fee_ppm: '600',
  night_ppm: '200',
  net_limit: '1000000',
  gross_limit: '4000000',
  owner_limit: '250000',
  reason: REASON,
};

let server: TestServer;
let operator: TestOperator;
let colleague: TestOperator;
/** A user with a position in the market that the operators opened. */
let ann: ContractUser;
let position: LeverOrderInfo;
beforeAll(async () => {
  ({ server } = await startPreparedServer({ MARKET_MAKER: 'off' }, (database) =>
    removeContracts(database, ['SOL', 'LINK', 'LTC']),
  ));
  operator = await signInOperator(server);
  colleague = await signInColleague(server);
  await price('SOL', '150');
  await price('LINK', '20');
  await price('LTC', '100');
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  const withoutAct = await recordedFaults(server, 'lever_terms_');
  await server.stop();
  expect([...faults, ...withoutAct]).toEqual([]);
});

const price = (code: string, value: string) =>
  server.control('POST', '/prices/set', {
    pair: `${code}/USDT`,
    price: value,
    is_settled: true,
  });
const listings = async () => (await operator.ask('getLeverDesk', {})).listings;
const ask = (changes: Partial<OperatorFields<'askLeverMarket'>> = {}, by = operator) =>
  by.call('askLeverMarket', { ...SOL, ...changes });
/** The newest request that waits. */
async function waiting(): Promise<{ readonly id: string; readonly reason: string }> {
  const found = (await listings()).listings.filter(({ state }) => state === 'waiting');
  return { id: ensure(found.at(-1), 'a waiting request').id, reason: REASON };
}
const marketOf = (code: string) => ContractMarket.open(server, code);
const acts = () =>
  queryServer<{ readonly action: string; readonly operator_id: number }>(
    server,
    `select action, operator_id from audit_log where subject_kind = 'lever_listing' order by id`,
  );

test('the desk offers the instruments without a contract, with the price of their sources', async () => {
  const { instruments } = await listings();
  expect(instruments).toEqual([
    { name: 'SOL/USDT', price_scale: 3, mark: '150' },
    { name: 'LINK/USDT', price_scale: 4, mark: '20' },
    { name: 'LTC/USDT', price_scale: 3, mark: '100' },
  ]);
});

test.each([
  ['an instrument without sources', { instrument: 'SOL/EUR' }, 'record_not_found'],
  ['an instrument that has a contract', { instrument: 'BTC/USDT' }, 'lever_instrument_taken'],
  ['an instrument that is priced in another coin', { instrument: 'SOL/ETH' }, 'record_not_found'],
  ['a lot with too many digits', { lot_size: '0.0000000000000001' }, 'lever_lot_unsuitable'],
  ['a lot worth less than a cent', { lot_size: '0.00006' }, 'lever_lot_unsuitable'],
  ['a least order above the limit of a user', { lot_size: '1000' }, 'lever_lot_unsuitable'],
  ['a limit beyond all amounts', { net_limit: '9999999999999999' }, 'amount_scale_exceeded'],
])('nothing is asked for %s', async (_what, changes, error) => {
  const before = await acts();
  expect(errorOf(await ask(changes))).toBe(error);
  expect(await acts()).toEqual(before);
});

test.each([
  ['trades that cost nothing', { spread_ppm: '0', fee_ppm: '99' }, 'fee_ppm'],
  ['a fee above one percent', { fee_ppm: '10001' }, 'fee_ppm'],
  ['a night that costs more than one percent', { night_ppm: '10001' }, 'night_ppm'],
  ['a multiple above 100', { multiples: '2,101' }, 'multiples'],
  ['a spread that takes more than a quarter of a margin', { spread_ppm: '25001' }, 'spread_ppm'],
  ['a lower bound above the upper one', { lots_min: '501' }, 'lots_max'],
  ['a lot of zero', { lot_size: '0' }, 'lot_size'],
])('no operator can ask for %s', async (_what, changes, field) => {
  expect(await ask(changes)).toMatchObject({ data: null, fields: [field] });
});

test('nothing is asked for or approved while the sources do not agree', async () => {
  await server.control('POST', '/prices/remove', { pair: 'LTC/USDT' });
  expect(errorOf(await ask({ instrument: 'LTC/USDT' }))).toBe('mark_unavailable');
  await price('LTC', '100');
  expect(errorOf(await ask({ instrument: 'LTC/USDT' }))).toBe(undefined);
  await server.control('POST', '/prices/remove', { pair: 'LTC/USDT' });
  const decision = await waiting();
  expect(errorOf(await colleague.call('approveLeverMarket', decision))).toBe('mark_unavailable');
  await operator.ask('withdrawLeverMarket', decision);
  expect(errorOf(await colleague.call('approveLeverMarket', decision))).toBe('already_decided');
  await price('LTC', '100');
});

test('another operator approves, and users trade the market at once', async () => {
  expect((await ask()).data?.listings[0]).toMatchObject({
    instrument: 'SOL/USDT',
    state: 'waiting',
    asked_by: 'Demo operator',
    owner_limit: '250000',
  });
  expect(errorOf(await ask({}, colleague))).toBe('lever_instrument_taken');
  const decision = await waiting();
  expect(errorOf(await operator.call('approveLeverMarket', decision))).toBe(
    'second_operator_needed',
  );
  await expect(marketOf('SOL')).rejects.toThrow('no contract on SOL');
  const approved = await colleague.ask('approveLeverMarket', decision);
  expect(approved.listings).toContainEqual(expect.objectContaining({ state: 'opened' }));
  const market = await marketOf('SOL');
  await market.price('150');
  ann = await ContractUser.open(server, '1000');
  // 10 lots of 0.1 SOL at 150.06, which is the mark and the spread.
  position = await ann.place(market);
  expect(position).toMatchObject({ state: 'in_trading', open_price: '150.06', fee: '0.090036' });
});

test('every step is in the audit log with its operator', async () => {
  const [mine, other] = ['ask', 'approve'].map((act) => `lever_listing.${act}`);
  const last = (await acts()).slice(-2);
  expect(last.map(({ action }) => action)).toEqual([mine, other]);
  expect(new Set(last.map(({ operator_id: id }) => id)).size).toBe(2);
});

test('of two operators who ask at one revision, one gets the other’s act', async () => {
  const revision = String((await listings()).revision);
  const asked = { instrument: 'LINK/USDT', revision };
  const answers = await Promise.all([ask(asked), ask(asked, colleague)]);
  expect(answers.map(errorOf).filter((error) => error !== undefined)).toEqual(['record_changed']);
  await operator.ask('withdrawLeverMarket', await waiting());
});

test('a market that was approved before a stop of the server is opened once by the next start, which keeps opened ones', async () => {
  await ask({ instrument: 'LINK/USDT' });
  const { id } = await waiting();
  await queryServer(
    server,
    `update lever_listings set state = 'approved', decided_by = asked_by + 1, decided_at_ms = 1
     where id = ${id}`,
  );
  await server.restart();
  const found = () => queryServer(server, `select state from lever_listings where id = ${id}`);
  expect(await found()).toEqual([{ state: 'opened' }]);
  // The state is as if the server had stopped between the market and the state of the request.
  await queryServer(server, `update lever_listings set state = 'approved' where id = ${id}`);
  await server.restart();
  expect(await found()).toEqual([{ state: 'opened' }]);
  await expect(marketOf('LINK')).resolves.toBeDefined();
  await price('SOL', '160');
  const market = await marketOf('SOL');
  await eventually(async () =>
    expect(await market.mark()).toMatchObject({ mark: '160', mark_state: 'live' }),
  );
  const closed = await ann.ask('closeLeverPosition', { id: position.id });
  expect(closed).toMatchObject({ state: 'closed', profit: '9.94' });
});

test('the queue of the console counts the requests that wait', async () => {
  const before = (await operator.ask('countQueues', {})).lever_requests;
  await ask({ instrument: 'LTC/USDT' });
  expect((await operator.ask('countQueues', {})).lever_requests).toBe(before + 1);
  await operator.ask('withdrawLeverMarket', await waiting());
  expect((await operator.ask('countQueues', {})).lever_requests).toBe(before);
});

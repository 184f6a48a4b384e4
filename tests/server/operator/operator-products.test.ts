/**
 * The operators' desks of fast contracts and savings: terms and states for what comes later, funds alone within a daily
 * limit and above it in twos, and no call that changes an open order or a running position.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { OperatorEndpointName } from '../../../contract/operator/endpoints.ts';
import { signInColleague } from '../../support/operator/colleague.ts';
import {
  callReasoned,
  REASON,
  reasoned,
  refusalOf,
  type Unreasoned,
} from '../../support/desk/reasoned-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { addShortProduct, fixedOf, MicroUser, setIndex } from '../../support/micro/micro-users.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { findProduct, subscribe } from '../../support/staking/staking-users.ts';
import { startPreparedServer, type Prepare } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';

/** An instrument of the index log without products. */
const UNOFFERED = 'LTC/USDT';
const ENDED = ['won', 'lost', 'drawn', 'voided'] as const;
/** Orders take 4 s, and a slow machine needs several times that. */
const PATIENT = { timeout: 120_000 };
const TERMS = {
  profit_ppm: '500000',
  loss_ppm: '600000',
  stake_min: '2',
  stake_max: '20',
  owner_limit: '40',
  side_limit: '50000',
  skew_limit: '20000',
};
const SAVINGS = {
  daily_ppb: '100000',
  amount_min: '200',
  amount_max: '1000',
  user_max: '1000',
  quota: '5000',
};

let server: TestServer;
let operator: TestOperator;
let colleague: TestOperator;
/** A product of BTC that lasts 4 s. */
let short: string;
beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  const prepare: Prepare<string> = async (database) => {
    await database.query(`delete from micro_products where instrument = '${UNOFFERED}'`);
    return addShortProduct(database);
  };
  const started = await startPreparedServer(env, prepare, { isOwnProcess: true });
  ({ server, prepared: short } = started);
  operator = await signInOperator(server);
  colleague = await signInColleague(server);
  await setIndex(server, '97000');
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const ask = <N extends OperatorEndpointName>(name: N, fields: Unreasoned<N>) =>
  operator.ask(name, reasoned<N>(fields));
const call = <N extends OperatorEndpointName>(name: N, fields: Unreasoned<N>, who = operator) =>
  callReasoned(who, name, fields);
const refusal = <N extends OperatorEndpointName>(name: N, fields: Unreasoned<N>, who = operator) =>
  refusalOf(who, name, fields);
const microDesk = () => operator.ask('getMicroDesk', {});
const btc = async () => {
  const { instruments } = await microDesk();
  return ensure(
    instruments.find(({ instrument }) => instrument === 'BTC/USDT'),
    'the instrument BTC/USDT',
  );
};
/** USDT that operators have put into the pool; orders change its balance at any time. */
const funded = async (): Promise<number> => {
  const [row] = await queryServer<{ readonly sum: string }>(
    server,
    'select sum(amount) / 10::numeric ^ 18 as sum from micro_funds',
  );
  return Number(row?.sum);
};
const stakingDesk = () => operator.ask('getStakingDesk', {});
const usdtFund = async () => {
  const { fund } = await stakingDesk();
  return ensure(
    fund.find(({ currency_code: code }) => code === 'USDT'),
    'the fund of USDT',
  );
};
async function waiting(desk: 'getMicroDesk' | 'getStakingDesk'): Promise<string> {
  const { funds } = await operator.ask(desk, {});
  return ensure(
    funds.changes.findLast((change) => change.is_waiting),
    'a waiting change',
  ).id;
}

/** Amounts that 10 USDT return under the terms of the seed. */
const RETURNED = { won: '18.5', lost: '0', drawn: '10', voided: '10' };

test(
  'no call of operators changes an open order: it keeps its terms and ends by the index',
  PATIENT,
  async () => {
    const user = await MicroUser.open(server, '200');
    const minute = String(
      (await btc()).products.find(({ seconds }) => seconds === 60)?.id ?? 'no product of a minute',
    );
    const [long, placed] = [
      await user.placeOpen(minute, 'up', '10'),
      await user.placeOpen(short, 'up', '10'),
    ];
    const { up, point } = await btc();
    expect(up.orders).toBeGreaterThan(0);
    expect(Number(up.profits)).toBeGreaterThan(8);
    expect(point?.sources.length).toBeGreaterThan(1);
    expect(Number((await microDesk()).pool_reserved)).toBeGreaterThan(8);
    await ask('saveMicroTerms', { id: short, ...TERMS });
    await ask('saveMicroTerms', { id: minute, ...TERMS });
    await ask('setMicroProductStatus', { id: short, status: 'halted' });
    await ask('setMicroProductStatus', { id: minute, status: 'halted' });
    await ask('addMicroProduct', { instrument: 'BTC/USDT', seconds: '45', ...TERMS });
    await ask('askMicroFunding', { amount: '-100' });
    expect(errorOf(await user.call('placeMicroOrder', order()))).toBe('market_halted');
    const ended = await user.reached(placed.id, ...ENDED);
    expect(fixedOf(ended)).toEqual(fixedOf(placed));
    expect(fixedOf(await user.order(long.id))).toEqual(fixedOf(long));
    expect(ended).toMatchObject({ stake: '10', profit_ppm: 850_000, loss_ppm: 1_000_000 });
    expect(ended.payout).toBe(RETURNED[ended.state as keyof typeof RETURNED]);
  },
);

const order = (stake = '5') => ({ micro_product_id: short, direction: 'up' as const, stake });

test('new terms count for the next order, and the old ones are refused', PATIENT, async () => {
  const user = await MicroUser.open(server, '100');
  await ask('setMicroProductStatus', { id: short, status: 'trading' });
  const seen = { ...order(), profit_ppm: '850000' };
  expect(errorOf(await user.call('placeMicroOrder', seen))).toBe('micro_terms_changed');
  await eventually(async () =>
    expect(errorOf(await user.call('placeMicroOrder', order('21')))).toBe('stake_out_of_bounds'),
  );
  const placed = await user.placeOpen(short, 'down', '5');
  expect(placed).toMatchObject({ profit_ppm: 500_000, loss_ppm: 600_000 });
  // A kill keeps the terms, and the order that has them.
  await server.kill();
  await server.restart();
  const { products } = await btc();
  expect(products.map(({ seconds, status }) => `${seconds} ${status}`)).toEqual([
    '4 trading',
    '30 trading',
    '45 halted',
    '60 halted',
    '120 trading',
    '300 trading',
  ]);
  expect(products[0]).toMatchObject({ profit_ppm: 500_000, stake_max: '20', owner_limit: '40' });
  const added = String(ensure(products[2], 'the added product').id);
  await ask('setMicroProductStatus', { id: added, status: 'trading' });
  await setIndex(server, '97000');
  expect((await user.placeOpen(added, 'up', '2')).seconds).toBe(45);
  await user.reached(placed.id, ...ENDED);
});

test('terms outside of their bounds are refused by the name of the field', async () => {
  const wrong = async (change: Partial<typeof TERMS>) => {
    const answer = await call('saveMicroTerms', { id: short, ...TERMS, ...change });
    return [errorOf(answer), (answer as { fields?: readonly string[] }).fields];
  };
  // A profit above the loss would pay users on average.
  expect(await wrong({ profit_ppm: '600001' })).toEqual(['invalid_request', ['profit_ppm']]);
  expect(await wrong({ loss_ppm: '1000001' })).toEqual(['invalid_request', ['loss_ppm']]);
  expect(await wrong({ stake_max: '1.9' })).toEqual(['invalid_request', ['stake_max']]);
  expect(await wrong({ owner_limit: '19' })).toEqual(['invalid_request', ['owner_limit']]);
  expect(await wrong({ side_limit: '19999' })).toEqual(['invalid_request', ['side_limit']]);
  expect(await refusal('saveMicroTerms', { id: short, ...TERMS, stake_max: `2${'0'.repeat(33)}` }))
    // Above the limit of a user.
    .toBe('invalid_request');
  const next = { instrument: 'BTC/USDT', ...TERMS };
  expect(await refusal('addMicroProduct', { ...next, seconds: '9' })).toBe('invalid_request');
  expect(await refusal('addMicroProduct', { ...next, seconds: '60' })).toBe('not_changed');
});

test('an operator opens an instrument of the index log that had no product', PATIENT, async () => {
  const before = await microDesk();
  expect(before.offerable).toContain(UNOFFERED);
  expect(before.instruments.map(({ instrument }) => instrument)).not.toContain(UNOFFERED);
  const added = await ask('addMicroProduct', { instrument: UNOFFERED, seconds: '30', ...TERMS });
  const opened = added.instruments.find(({ instrument }) => instrument === UNOFFERED);
  expect(opened?.products).toMatchObject([{ seconds: 30, status: 'halted', stake_max: '20' }]);
  const id = String(opened?.products[0]?.id);
  await ask('setMicroProductStatus', { id, status: 'trading' });
  const user = await MicroUser.open(server, '100');
  expect(await user.placeOpen(id, 'up', '2')).toMatchObject({ instrument: UNOFFERED, seconds: 30 });
});

test('of two approvals at once of takings that the pool has once, one is booked', async () => {
  const { pool_free: free } = await microDesk();
  const amount = `-${Math.floor(Number(free) * 0.6)}`;
  await ask('askMicroFunding', { amount });
  await ask('askMicroFunding', { amount });
  const { funds } = await microDesk();
  const ids = funds.changes.filter((change) => change.is_waiting).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  const before = await funded();
  const approve = async (id: string): Promise<string | undefined> => {
    const error = await refusal('approveMicroFunding', { id }, colleague);
    // The other approval came first: this one is sent again at the revision after it.
    return error === 'record_changed' ? approve(id) : error;
  };
  await Promise.all(ids.map(approve));
  const decided = await microDesk();
  const own = decided.funds.changes.filter(({ id }) => ids.includes(id));
  // The other one waits, or was refused when it was to be booked.
  expect(own.filter(({ state }) => state === 'booked')).toHaveLength(1);
  expect(await funded()).toBeCloseTo(before + Number(amount), 6);
  expect(Number(decided.pool_free)).toBeGreaterThan(0);
  for (const { id } of own.filter((change) => change.is_waiting))
    await ask('withdrawMicroFunding', { id });
});

test('one operator moves at most the daily limit of the pool alone, and never what orders can win', async () => {
  const { pool_free: free, funds } = await microDesk();
  // The first test has taken 100.
  expect(funds).toMatchObject({ day_limit: '100000', day_used: '100' });
  expect(await refusal('askMicroFunding', { amount: `-${Number(free) + 1000}` })).toBe(
    'funds_needed',
  );
  const before = await funded();
  const revision = String(funds.revision);
  const answers = await Promise.all(
    [operator, colleague].flatMap((who) => [
      call('askMicroFunding', { amount: '-60000', revision }, who),
      call('askMicroFunding', { amount: '60000.5', revision }, who),
    ]),
  );
  expect(answers.filter((answer) => errorOf(answer) === undefined)).toHaveLength(1);
  const moved = Math.abs((await funded()) - before);
  expect([60_000, 60_000.5]).toContain(moved);
  expect(
    (await call('askMicroFunding', { amount: '-50000' })).data?.funds.changes[0],
  ).toMatchObject({ state: 'waiting', is_waiting: true, asked_by: 'Demo operator' });
  const now = await funded();
  const decision = { id: await waiting('getMicroDesk') };
  expect(await refusal('approveMicroFunding', decision)).toBe('second_operator_needed');
  expect(await refusal('approveStakingFunding', decision, colleague)).toBe('record_not_found');
  expect(await funded()).toBe(now);
  const rivals = await Promise.all(
    [0, 1].map(() => call('approveMicroFunding', decision, colleague)),
  );
  expect(rivals.filter((answer) => errorOf(answer) === undefined)).toHaveLength(1);
  expect(await funded()).toBe(now - 50_000);
  expect(await refusal('withdrawMicroFunding', decision)).toBe('already_decided');
});

test('an approved change of a fund is booked once, also when the server stops in between', async () => {
  const [pool, fund] = [await funded(), (await usdtFund()).free];
  const rows = await queryServer<{ readonly id: string }>(
    server,
    `insert into fund_changes (fund, currency_id, amount, worth, state, asked_by, asked_at_ms, decided_by, decided_at_ms)
     select fund, id, 7 * 10::numeric ^ 18, 7 * 10::numeric ^ 18, 'approved', 1, 1, 2, 2
     from currencies, unnest('{micro_pool,staking_fund}'::text[]) fund where code = 'USDT' returning id::text`,
  );
  await server.restart();
  const booked = async () => (await funded()) - pool;
  await eventually(async () => expect(await booked()).toBe(7));
  expect(Number((await usdtFund()).free) - Number(fund)).toBe(7);
  // The state is as if the server had stopped between the booking of the dealing writer and its mark.
  await queryServer(server, `update fund_changes set state = 'approved' where id = ${rows[0]?.id}`);
  await server.restart();
  const { funds } = await microDesk();
  expect(funds.changes.find(({ id }) => id === rows[0]?.id)?.state).toBe('booked');
  expect(await booked()).toBe(7);
});

test('savings keep the terms of their subscription, and new ones take those of the desk', async () => {
  const user = await newUser(server, { coins: { USDT: '5000' } });
  const old = await findProduct(server);
  const position = dataOf(await subscribe(server, user, { amount: '1000', product: old }));
  const id = String(old.id);
  const saved = await ask('saveStakingTerms', { id, ...SAVINGS });
  expect(saved.products.find((each) => each.id === old.id)).toMatchObject({
    daily_ppb: 100_000,
    quota: '5000',
    taken: '1000',
    last_act: { action: 'staking_product.save_terms', reason: REASON },
  });
  const again = dataOf(
    await server.call('getStakingPosition', { id: position.id }, { token: user.token }),
  );
  expect(again).toMatchObject({ daily_ppb: 136_986, promised: '4.10958', state: 'in_effect' });
  const asked = (amount: string, product = old) => subscribe(server, user, { amount, product });
  expect(errorOf(await asked('500'))).toBe('staking_terms_changed');
  const present = { ...old, daily_ppb: 100_000 };
  expect(errorOf(await asked('199', present))).toBe('staking_amount_out_of_bounds');
  expect(errorOf(await asked('200', present))).toBe('staking_limit_reached');
  expect(
    await refusal('saveStakingTerms', {
      id,
      ...SAVINGS,
      amount_max: '200',
      user_max: '300',
      quota: '999',
    }),
  ).toBe('amount_too_small');
  expect(await refusal('saveStakingTerms', { id, ...SAVINGS, quota: '999' })).toBe(
    'invalid_request',
  );
  await ask('setStakingProductState', { id, state: 'closed' });
  expect(errorOf(await asked('200', present))).toBe('staking_product_not_found');
  await ask('setStakingProductState', { id, state: 'open' });
});

test('a new product is closed until an operator opens it', async () => {
  const before = await stakingDesk();
  const { currency_id: currency } = await findProduct(server);
  const added = await ask('addStakingProduct', {
    currency_id: String(currency),
    cycle_days: '7',
    ...SAVINGS,
  });
  const product = ensure(added.products.at(-1), 'the new product');
  expect(added.products).toHaveLength(before.products.length + 1);
  expect(product).toMatchObject({ cycle_days: 7, state: 'closed', taken: '0' });
  const user = await newUser(server, { coins: { USDT: '500' } });
  const shown = dataOf(await server.call('listStakingProducts', {}));
  const wanted = ensure(
    shown.find((each) => each.id === product.id),
    'the shown product',
  );
  expect(wanted.is_open).toBe(false);
  const subscribed = () => subscribe(server, user, { amount: '500', product: wanted });
  expect(errorOf(await subscribed())).toBe('staking_product_not_found');
  await ask('setStakingProductState', { id: String(product.id), state: 'open' });
  expect(dataOf(await subscribed())).toMatchObject({ cycle_days: 7, daily_dividend: '0.05' });
});

test('the savings fund gives up nothing that positions are promised, and one operator nothing beyond the limit', async () => {
  const { free, promised, currency_id: currency } = await usdtFund();
  const id = String(currency);
  expect(Number(promised)).toBeGreaterThan(0);
  expect(
    await refusal('askStakingFunding', { currency_id: id, amount: `-${Number(free) + 1}` }),
  ).toBe('funds_needed');
  expect((await usdtFund()).promised).toBe(promised);
  const ofBtc = ensure(
    (await stakingDesk()).fund.find(({ currency_code: code }) => code === 'BTC'),
    'the fund of BTC',
  );
  await eventually(async () => {
    const { markets } = await operator.ask('getLeverDesk', {});
    expect(markets.find(({ name }) => name === 'BTC/USDT')?.mark.mark_state).toBe('live');
  });
  // Two bitcoins are worth more than the limit, and a tenth is not.
  const inBtc = (amount: string) =>
    ask('askStakingFunding', { currency_id: String(ofBtc.currency_id), amount });
  expect((await inBtc('2')).funds.changes[0]).toMatchObject({ state: 'waiting', amount: '2' });
  const { funds } = await inBtc('-0.1');
  expect(funds.changes[1]).toMatchObject({ state: 'booked', amount: '-0.1' });
  expect(Number(funds.day_used)).toBeGreaterThan(1_000);
  const decision = { id: await waiting('getStakingDesk') };
  expect(await refusal('approveStakingFunding', decision)).toBe('second_operator_needed');
  const approved = dataOf(await call('approveStakingFunding', decision, colleague));
  expect(approved.fund.find(({ currency_code: code }) => code === 'BTC')?.free).toBe(
    String(Number(ofBtc.free) + 1.9),
  );
});

/** Changes by a user with all rights of the database, each with the fault that the verifier names. */
const PLANTED: readonly (readonly [fault: string, table: string])[] = [
  ['micro_funded_otherwise', 'micro_funds'],
  ['staking_funded_otherwise', 'staking_fundings'],
];

test('the verifier of the ledger names a fund whose record differs from its booking', async () => {
  const faults = async () => (await server.verifyLedger()).faults.join('\n');
  for (const [fault, table] of PLANTED) {
    const byHand = async (change: string) => {
      await queryServer(server, `alter table ${table} disable trigger ${table}_append_only`);
      await queryServer(server, `update ${table} set amount = amount ${change}`);
      await queryServer(server, `alter table ${table} enable always trigger ${table}_append_only`);
    };
    await byHand('+ 1');
    expect(await faults(), table).toContain(fault);
    await byHand('- 1');
    expect(await faults(), table).not.toContain(fault);
  }
});

/** Staking over HTTP: subscriptions, dividends of each day, the end of a cycle, refusals, and a killed server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, dayOf, HOUR_MS } from '../../../contract/time.ts';
import type { StakingPosition, StakingProduct } from '../../../contract/staking/staking.ts';
import { stakingPositionModel } from '../../../qa/models/staking-position.model.ts';
import { generatePaths } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { callReasoned } from '../../support/desk/reasoned-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { queryServer, withServerDatabase } from '../../support/databases/server-database.ts';
import {
  HttpStakingPosition,
  stakingObstacle,
} from '../../support/staking/http-staking-position.ts';
import { findProduct, subscribe } from '../../support/staking/staking-users.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf, messagesTo, signIn } from '../../support/users/accounts.ts';
import { balanceOf as balanceIn, FINANCIAL, SPOT } from '../../support/users/balances.ts';
import { newUser, type TestUser } from '../../support/users/test-user.ts';

let server: TestServer;
let product: StakingProduct;
beforeAll(async () => {
  server = await startTestServer({ isOwnProcess: true, env: { TRUST_PROXY: 'loopback' } });
  product = await findProduct(server);
  // Noon, so that no midnight passes by itself.
  const now = await server.controlAdvance(0);
  await server.holdClock(dayOf(now) + DAY_MS + 12 * HOUR_MS);
});
afterAll(async () => {
  expect((await server.verifyLedger()).faults).toEqual([]);
  await server.stop();
});

const userWith = (amount: string): Promise<TestUser> =>
  newUser(server, { coins: { USDT: amount } });

test('a position earns each whole day once and returns principal and dividends at its end', async () => {
  const user = await userWith('1000');
  const key = newKey();
  const position = dataOf(await subscribe(server, user, { amount: '1000', product }, key));
  expect(position).toMatchObject({
    state: 'in_effect',
    amount: '1000',
    daily_dividend: '0.136986',
    promised: '4.10958',
    paid_days: 0,
    earned: '0',
  });
  // The same key finds the same position.
  expect(dataOf(await subscribe(server, user, { amount: '1000', product }, key)).id).toBe(
    position.id,
  );
  expect(await balanceOf(user, SPOT)).toEqual({ available: '0', frozen: '0' });
  expect(await balanceOf(user, FINANCIAL)).toEqual({ available: '0', frozen: '1000' });

  // A second position of the next day has its first dividend a day later.
  await server.holdClock(position.first_day_at + HOUR_MS);
  const later = await userWith('1000');
  const second = dataOf(await subscribe(server, later, { amount: '500', product }));
  await server.holdClock(position.first_day_at + DAY_MS);
  await seePaid(user, position.id, 1);
  expect((await detail(later, second.id)).paid_days).toBe(0);
  expect(await balanceOf(user, FINANCIAL)).toEqual({ available: '0.136986', frozen: '1000' });

  // A server that was down for days pays each of them.
  await server.holdClock(position.first_day_at + 8 * DAY_MS);
  const { dividends } = await seePaid(user, position.id, 8);
  expect(dividends.map(({ day_at: day }) => (day - position.first_day_at) / DAY_MS)).toEqual([
    7, 6, 5, 4, 3, 2, 1, 0,
  ]);

  await server.holdClock(position.ends_at);
  const ended = await seePaid(user, position.id, 30);
  await eventually(async () => expect((await detail(user, position.id)).state).toBe('expired'));
  expect(ended.earned).toBe('4.10958');
  await eventually(async () =>
    expect(await balanceOf(user, SPOT)).toEqual({ available: '1004.10958', frozen: '0' }),
  );
  expect(await balanceOf(user, FINANCIAL)).toEqual({ available: '0', frozen: '0' });
  await eventually(async () => {
    const mails = await messagesTo(server, user.email);
    expect(mails.filter(({ body }) => body.includes(' 1004.10958 USDT'))).toHaveLength(1);
  });
  expect((await detail(later, second.id)).state).toBe('in_effect');
});

test('refusals change nothing', async () => {
  const user = await userWith('60000');
  const ask = (amount: string, change: Partial<StakingProduct> = {}) =>
    subscribe(server, user, { amount, product: { ...product, ...change } });
  expect(errorOf(await ask('99.999'))).toBe('staking_amount_out_of_bounds');
  expect(errorOf(await ask('50000.000000000000000001'))).toBe('staking_amount_out_of_bounds');
  expect(errorOf(await ask('1000', { id: 999 }))).toBe('staking_product_not_found');
  expect(errorOf(await ask('1000', { daily_ppb: 136_987 }))).toBe('staking_terms_changed');
  expect(errorOf(await ask('0.0000000000000000001'))).toBe('invalid_request');
  expect(await balanceOf(user, SPOT)).toEqual({ available: '60000', frozen: '0' });
  // A balance that is too small: nothing stays reserved.
  expect(errorOf(await subscribe(server, user, { amount: '50000', product }))).toBeUndefined();
  const before = await findProduct(server);
  expect(errorOf(await ask('20000'))).toBe('insufficient_balance');
  expect(await findProduct(server)).toEqual(before);
  const key = newKey();
  dataOf(await subscribe(server, user, { amount: '100', product }, key));
  expect(errorOf(await subscribe(server, user, { amount: '101', product }, key))).toBe(
    'idempotency_key_reused',
  );
});

test('subscriptions at once fill the limit of a user exactly', async () => {
  const small = await findProduct(server, 'ETH', 30);
  const user = await newUser(server, { coins: { ETH: '1000' } });
  // 30 ETH at once, 60 ETH in all.
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => subscribe(server, user, { amount: '10', product: small })),
  );
  expect(answers.filter((answer) => errorOf(answer) === undefined)).toHaveLength(6);
  expect(answers.flatMap((answer) => errorOf(answer) ?? [])).toEqual(
    Array.from({ length: 4 }, () => 'staking_limit_reached'),
  );
  expect((await balanceOf(user, FINANCIAL, 'ETH')).frozen).toBe('60');
});

test('1,000 subscriptions at once share exactly the rest of a quota', async () => {
  const { id } = await findProduct(server, 'BTC', 60);
  await queryServer(
    server,
    `update staking_products set quota = taken + 5 * amount_min where id = ${id}`,
  );
  const rare = await findProduct(server, 'BTC', 60);
  const users = await Promise.all(
    Array.from({ length: 10 }, () => newUser(server, { coins: { BTC: '1' } })),
  );
  const answers = await Promise.all(
    users.flatMap((user) =>
      Array.from({ length: 100 }, () =>
        subscribe(server, user, { amount: rare.amount_min, product: rare }),
      ),
    ),
  );
  const errors = answers.map((answer) => errorOf(answer));
  expect(errors.filter((error) => error === undefined)).toHaveLength(5);
  expect(errors.filter((error) => error === 'staking_product_sold_out')).toHaveLength(995);
  expect((await findProduct(server, 'BTC', 60)).quota_left).toBe('0');
});

test('a fund that cannot pay all days refuses the subscription, and takes nothing', async () => {
  const { id } = await findProduct(server, 'USDT', 90);
  // A tenth a day: 50,000 USDT would earn 450,000, and the fund has 100,000.
  await queryServer(server, `update staking_products set daily_ppb = 100000000 where id = ${id}`);
  const dear = await findProduct(server, 'USDT', 90);
  const user = await userWith('50000');
  expect(errorOf(await subscribe(server, user, { amount: '50000', product: dear }))).toBe(
    'staking_product_sold_out',
  );
  expect(await balanceOf(user, SPOT)).toEqual({ available: '50000', frozen: '0' });
  expect(await findProduct(server, 'USDT', 90)).toEqual(dear);
});

test('a position keeps its dividend to its end while an operator changes and closes its product', async () => {
  const old = await findProduct(server, 'ETH', 30);
  const user = await newUser(server, { coins: { ETH: '10' } });
  const bought = dataOf(await subscribe(server, user, { amount: '10', product: old }));
  const { id, first_day_at: firstDayAt, daily_dividend: daily, promised } = bought;
  await server.holdClock(firstDayAt + DAY_MS);
  expect(termsOf(await seePaid(user, id, 1))).toEqual(termsOf(bought));

  const operator = await signInOperator(server);
  const ofOld = { id: String(old.id) };
  const terms = {
    daily_ppb: '1',
    amount_min: old.amount_min,
    amount_max: old.amount_max,
    user_max: old.user_max,
    quota: old.quota,
  };
  dataOf(await callReasoned(operator, 'saveStakingTerms', { ...ofOld, ...terms }));
  dataOf(await callReasoned(operator, 'setStakingProductState', { ...ofOld, state: 'closed' }));
  expect(await findProduct(server, 'ETH', 30)).toMatchObject({ daily_ppb: 1, is_open: false });

  await server.holdClock(firstDayAt + 2 * DAY_MS);
  expect(termsOf(await seePaid(user, id, 2))).toEqual(termsOf(bought));
  await server.holdClock(bought.ends_at);
  const { dividends, earned } = await seePaid(user, id, 30);
  expect(new Set(dividends.map(({ amount }) => amount))).toEqual(new Set([daily]));
  expect(earned).toBe(promised);
  await eventually(async () => expect((await detail(user, id)).state).toBe('expired'));
  await eventually(async () =>
    expect((await balanceOf(user, SPOT, 'ETH')).available).toBe(
      `10.${promised.slice('0.'.length)}`,
    ),
  );
});

test('a position passes through each state over HTTP', async () => {
  const paths = generatePaths(stakingPositionModel, 'edge');
  const open = paths.filter((path) => stakingObstacle(path) === null);
  expect(paths.length - open.length).toBe(1);
  for (const path of open) {
    const position = new HttpStakingPosition(server);
    await runPath(path, position, position.expected);
  }
});

test('a server that is killed while it pays, and is down for seven days, pays each day once', async () => {
  const user = await userWith('1000');
  const { id, first_day_at: firstDayAt } = dataOf(
    await subscribe(server, user, { amount: '1000' }),
  );
  await withServerDatabase(server, async (client) => {
    // The database may end with its server.
    client.on('error', () => {});
    // The payment has written its rows, and waits for the fund.
    await client.query('begin; select from ledger_accounts where account_type = 130 for update');
    await server.holdClock(firstDayAt + DAY_MS);
    await eventually(async () => {
      const waiting = await queryServer(
        server,
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%staking_dividends%'`,
      );
      expect(waiting).toHaveLength(1);
    });
    await server.kill();
  });
  // Its clock is back at the time of this machine, before all days of the position.
  await server.restart();
  await server.holdClock(firstDayAt + 8 * DAY_MS);
  const { dividends, earned } = await seePaid(user, id, 8);
  expect(dividends).toHaveLength(8);
  expect(earned).toBe('1.095888');
  expect(await balanceOf(user, FINANCIAL)).toEqual({ available: '1.095888', frozen: '1000' });
  // The payment that was under way is there once, or not at all.
  const booked = await queryServer<{ days: number; movements: number }>(
    server,
    `select count(*)::integer as days, (
       select count(*)::integer from ledger_movements
       where recipe = 'staking.dividend' and cause_id like '${id}:%') as movements
     from staking_dividends where position_id = ${id}`,
  );
  expect(booked).toEqual([{ days: 8, movements: 8 }]);
});

/** Terms that a position has from its beginning. */
const termsOf = (position: StakingPosition) => {
  const { daily_ppb: ppb, daily_dividend: daily, promised, ends_at: endsAt } = position;
  return { ppb, daily, promised, endsAt };
};

/** Returns the position once that many days are paid. A moved clock has ended the session of the user. */
const seePaid = (user: TestUser, id: string, days: number) =>
  eventually(async () => {
    const found = await detail(user, id);
    expect(found.paid_days).toBe(days);
    return found;
  });
const detail = async (user: TestUser, id: string) =>
  dataOf(await server.call('getStakingPosition', { id }, { token: await freshToken(user) }));
const freshToken = async ({ email }: TestUser) => dataOf(await signIn(server, email)).accessToken;
const balanceOf = async (user: TestUser, type: number, code = 'USDT') =>
  balanceIn(server, { token: await freshToken(user) }, code, type);

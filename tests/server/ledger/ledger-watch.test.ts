/**
 * The running server verifies its ledger: a planted fault is found within an interval, and no order is
 * accepted after it.
 */
import { constants } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { dataOf, errorOf, signIn } from '../../support/users/accounts.ts';
import { runLedgerVerify } from '../../support/ledger/run-ledger-verify.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { prioritiesOfConnection } from '../../support/process-priorities.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';
import { Client } from '../edge/socket-harness.ts';

const TRADER = 'demo.trader@meridian.test';
const MERCHANT = 'demo.merchant@meridian.test';
/** The trader's USDT: the demo trader, spot account, first currency. */
const TRADERS_USDT =
  'owner_id = (select id from users where email = $1) and account_type = 1 and currency_id = 1';

let server: TestServer;
let token = '';
let operator: TestOperator;
beforeAll(async () => {
  server = await startTestServer({
    isOwnProcess: true,
    env: { MARKET_MAKER: 'off', LOG_LEVEL: 'debug' },
  });
  ({ accessToken: token } = dataOf(await signIn(server, TRADER, DEMO_PASSWORD)));
  operator = await signInOperator(server);
  await server.waitForLog(/"kind":"full","faults":\[\].*ledger verified/);
});
afterAll(() => server.stop());

const addToBalance = (change: number, of = server) =>
  queryServer(of, `update ledger_accounts set available = available + $2 where ${TRADERS_USDT}`, [
    TRADER,
    change,
  ]);

/** 95 % of the last price of bitcoin: far below the market, but within the band. */
async function lowPrice(): Promise<string> {
  const [group] = dataOf(await server.call('listCurrencyMatches', {}));
  return String(Math.floor(Number(group?.matches[0]?.currency_quotation.close) * 0.95));
}

const placeAt = (price: string, key: string, side: 'buy' | 'sell' = 'buy', by = token) =>
  server.call(
    'placeOrder',
    { currency_match_id: '1', side, type: 'limit', price, quantity: '0.01' },
    { token: by, headers: { 'idempotency-key': key } },
  );

const placeOrder = async (key: string) => placeAt(await lowPrice(), key);

/** The last row of `ledger_verifications`, which is written after the log line. */
async function lastFaults(): Promise<readonly string[] | undefined> {
  const [row] = await queryServer<{ faults: string[] }>(
    server,
    'select faults from ledger_verifications order by id desc limit 1',
  );
  return row?.faults;
}

/** Moves the clock by an interval and returns the matching log lines since `from`. */
async function afterInterval(pattern: RegExp, from: number): Promise<string> {
  await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
  return server.waitForLog(pattern, from);
}

/** Holds the server's clock until the test ends, after the last pass and before the next. */
async function holdAfterPass(): Promise<void> {
  await server.holdClock((await server.controlAdvance(0)) + MINUTE_MS);
  onTestFinished(() => server.releaseClock());
  const atMs = await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
  await eventually(async () => {
    const [row] = await queryServer<{ at_ms: bigint }>(
      server,
      'select at_ms from ledger_verifications order by id desc limit 1',
    );
    expect(Number(row?.at_ms)).toBe(atMs);
  });
}

const verifyByCommand = (dataDir = server.dataDir) => runLedgerVerify(dataDir);

const PERMISSION = { hours: '1', reason: 'The disk is being replaced.' } as const;
const INCONSISTENT = /"level":"error".*the ledger is not consistent/;
const CONSISTENT_AGAIN = /the ledger is consistent again/;

test('a consistent ledger is verified again and again, each time only its new entries, and orders are accepted', async () => {
  const from = server.logs.length;
  expect(dataOf(await placeOrder('watch-consistent-000001'))).toMatchObject({ state: 'paid' });
  const line = await afterInterval(/"kind":"recent","faults":\[\],"entries":1/, from);
  expect(line).toContain('ledger verified');
  await eventually(async () => expect(await lastFaults()).toEqual([]));
});

test('a ledger under constant writes is found consistent, pass after pass', async () => {
  const from = server.logs.length;
  const { accessToken: merchant } = dataOf(await signIn(server, MERCHANT, DEMO_PASSWORD));
  const price = await lowPrice();
  for (let round = 0; round < 10; round++) {
    const before = server.logs.length;
    const orders = Array.from({ length: 10 }, (_, index) => {
      const key = `watch-load-${round}-${index}`;
      const sides = [placeAt(price, `${key}-buy`), placeAt(price, `${key}-sell`, 'sell', merchant)];
      return Promise.all(sides);
    });
    await afterInterval(/ledger verified/, before);
    for (const answers of await Promise.all(orders))
      expect(answers.map(errorOf)).toEqual([undefined, undefined]);
  }
  const passes = server.logs.slice(from).filter((line) => /ledger verified/.test(line));
  expect(passes.length).toBeGreaterThanOrEqual(10);
  expect(passes.filter((line) => !line.includes('"kind":"recent","faults":[]'))).toEqual([]);
  expect((await server.verifyLedger()).faults).toEqual([]);
});

describe('a balance that was changed by one unit', () => {
  test('is named within an interval, stops placing but not canceling, and is stored', async () => {
    const from = server.logs.length;
    const { id } = dataOf(await placeOrder('watch-before-00001'));
    await addToBalance(1);
    const line = await afterInterval(INCONSISTENT, from);
    expect(line).toContain('balance_not_sum_of_entries: owner_id');
    expect(line).toContain('currency_not_zero: currency_id 1, sum 1');
    expect(errorOf(await placeOrder('watch-faulty-00001'))).toBe('service_unavailable');
    expect(dataOf(await server.call('cancelOrder', { id }, { token })).state).toBe('cancelled');
    await eventually(async () =>
      expect(await lastFaults()).toContain('currency_not_zero: currency_id 1, sum 1'),
    );
  });

  test('is never permitted by an operator', async () => {
    expect(errorOf(await operator.call('continueUnverified', PERMISSION))).toBe(
      'ledger_has_faults',
    );
    expect((await operator.ask('getLedgerHealth', {})).unverified).toBeNull();
    expect(errorOf(await placeOrder('watch-faulty-00002'))).toBe('service_unavailable');
  });

  test('is named by the command, next to the running server, with exit code 1', async () => {
    const { code, output } = await verifyByCommand();
    expect(output).toContain('NOT consistent');
    expect(output).toMatch(
      /balance_not_sum_of_entries: owner_id \d+, account_type 1, currency_id 1/,
    );
    expect(code).toBe(1);
  });

  test('is named to tests by the control interface', async () => {
    const { currencies, faults } = await server.verifyLedger();
    expect(currencies[0]).toMatchObject({ currency_code: 'USDT', sum: '0.000000000000000001' });
    expect(faults).toContain('currency_not_zero: currency_id 1, sum 1');
  });

  test('still stops placing after a restart, from the first request on', async () => {
    await server.restart();
    expect(errorOf(await placeOrder('watch-restart-0001'))).toBe('service_unavailable');
  });

  test('is forgotten when it has been corrected', async () => {
    const from = server.logs.length;
    await addToBalance(-1);
    await afterInterval(CONSISTENT_AGAIN, from);
    expect(dataOf(await placeOrder('watch-again-000001'))).toMatchObject({ state: 'paid' });
    expect(await verifyByCommand()).toMatchObject({
      code: 0,
      output: expect.stringContaining('is consistent') as string,
    });
  });
});

describe('passes that fail one after another', () => {
  const FAILED = /"level":"error".*the ledger could not be verified/;
  const UNVERIFIED = 'not_verified: 5 passes failed one after another, or one did not end';
  /** A start grants rights by the names of tables, so that only a column may have another name. */
  const rename = (from: string, to: string) =>
    queryServer(server, `alter table shops rename column ${from} to ${to}`);

  test('stop placing at the fifth, and are stored', async () => {
    // The held clock prevents further passes on a slow machine, so each of the five is the test's own.
    await holdAfterPass();
    await rename('user_id', 'user_away');
    for (let pass = 1; pass <= 5; pass += 1) {
      expect(dataOf(await placeOrder(`watch-failing-0000${pass}`))).toMatchObject({
        state: 'paid',
      });
      await afterInterval(FAILED, server.logs.length);
    }
    await eventually(async () => expect(await lastFaults()).toEqual([UNVERIFIED]));
    expect(errorOf(await placeOrder('watch-unverified-1'))).toBe('service_unavailable');
  });

  test('are reported once, and still stop placing after a restart', async () => {
    const from = server.logs.length;
    await afterInterval(FAILED, from);
    await afterInterval(FAILED, server.logs.length);
    expect(server.logs.slice(from).filter((line) => INCONSISTENT.test(line))).toEqual([]);
    await server.restart();
    expect(errorOf(await placeOrder('watch-unverified-2'))).toBe('service_unavailable');
  });

  test('let the exchange go on for the hours that an operator permits, also after a restart', async () => {
    const health = async () => (await operator.ask('getLedgerHealth', {})).unverified;
    expect(await health()).toMatchObject({ continues_until: null });
    await operator.ask('continueUnverified', PERMISSION);
    expect(dataOf(await placeOrder('watch-permitted-01'))).toMatchObject({ state: 'paid' });
    // The alarm stays.
    expect(await operator.ask('getLedgerHealth', {})).toMatchObject({ is_consistent: false });
    expect((await operator.ask('countQueues', {})).ledger).toBe('unverified');
    await server.restart();
    expect(dataOf(await placeOrder('watch-permitted-02'))).toMatchObject({ state: 'paid' });
    const until = (await health())?.continues_until ?? 0;
    expect((await operator.ask('listAudit', { subject_kind: 'ledger' })).entries).toMatchObject([
      { action: 'ledger.continue', reason: PERMISSION.reason, details: { hours: 1 } },
    ]);
    await server.controlAdvance(until - (await server.controlAdvance(0)) + 1);
    ({ accessToken: token } = dataOf(await signIn(server, TRADER, DEMO_PASSWORD)));
    const refused = await placeOrder('watch-unverified-3');
    expect(errorOf(refused)).toBe('service_unavailable');
  });

  test('are forgotten when one finds no fault, and so is the permission', async () => {
    // The clock is back before the end of the permission.
    await server.restart();
    expect(dataOf(await placeOrder('watch-permitted-03'))).toMatchObject({ state: 'paid' });
    const from = server.logs.length;
    await rename('user_away', 'user_id');
    await afterInterval(CONSISTENT_AGAIN, from);
    expect(dataOf(await placeOrder('watch-verified-001'))).toMatchObject({ state: 'paid' });
    await eventually(async () => expect(await lastFaults()).toEqual([]));
    await eventually(async () => {
      const lasting = 'select from unverified_permissions where ended_at_ms is null';
      expect(await queryServer(server, lasting)).toEqual([]);
    });
  });
});

test('an order of long ago that was changed by hand is named within an interval, and forgotten when put right', async () => {
  // Before the first trade every pass compares all orders.
  const { accessToken: merchant } = dataOf(await signIn(server, MERCHANT, DEMO_PASSWORD));
  const price = await lowPrice();
  dataOf(await placeAt(price, 'watch-long-ago-buy'));
  dataOf(await placeAt(price, 'watch-long-ago-sell', 'sell', merchant));
  const { id } = dataOf(await placeOrder('watch-long-ago-001'));
  dataOf(await server.call('cancelOrder', { id }, { token }));
  await afterInterval(/ledger verified/, server.logs.length);
  const addLot = (lots: number) =>
    queryServer(server, 'update spot_orders set executed_lots = executed_lots + $1 where id = $2', [
      lots,
      id,
    ]);
  const from = server.logs.length;
  await addLot(1);
  expect(await afterInterval(INCONSISTENT, from)).toContain('order_not_sum_of_deals: order_id');
  await addLot(-1);
  await afterInterval(CONSISTENT_AGAIN, from);
});

test('ranges of the ledger are closed after an hour and published, also after a kill and a verification by the command', async () => {
  const head = async () => (await fetch(`${server.origin}/ledger-head.json`)).json();
  const before = await head();
  const from = server.logs.length;
  await server.controlAdvance(HOUR_MS);
  // Rows that two passes found consistent are closed.
  await afterInterval(/ledger verified/, server.logs.length);
  const line = await afterInterval(/ledger range closed/, from);
  await eventually(async () => expect(await head()).not.toEqual(before));
  const { range, hash } = (await head()) as { range: number; hash: string };
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(range).toBeGreaterThan(0);
  expect(line).toContain('"hash":"');
  const closer = await prioritiesOfConnection(server, 'meridian ranges');
  expect(closer.process).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  expect((await server.verifyLedger()).faults).toEqual([]);
  await server.kill();
  // The server is stopped, so that the command opens the database itself.
  expect(await verifyByCommand()).toMatchObject({
    code: 0,
    output: expect.stringMatching(/consistent: \d+ entries in/) as string,
  });
  await server.restart();
  expect(await head()).toMatchObject({ range, hash });
});

test.each([
  [
    'the connection of the passes was ended by hand',
    () =>
      queryServer(
        server,
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'meridian ledger'`,
      ),
  ],
  ['the server was killed', () => server.kill().then(() => server.restart())],
])('an old order that was changed before %s is named within an interval', async (_, end) => {
  const [last] = await queryServer<{ id: bigint }>(server, 'select max(id) as id from spot_orders');
  // The changed order has its turn many passes later.
  await queryServer(
    server,
    `insert into spot_orders
     select (jsonb_populate_record(ended, jsonb_build_object('id', ended.id + n, 'idempotency_key', null))).*
     from spot_orders ended, generate_series(1, 4500) n where ended.id = $1`,
    [last?.id],
  );
  const from = server.logs.length;
  // The first pass of the new session has the first turn.
  await afterInterval(/"kind":"recent","faults":\[\].*ledger verified/, from);
  await holdAfterPass();
  await queryServer(
    server,
    'update spot_orders set executed_lots = executed_lots + 1 where id = $1',
    [Number(last?.id) + 4_400],
  );
  await end();
  await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
  expect(await server.waitForLog(INCONSISTENT, from)).toContain('order_not_sum_of_deals: order_id');
  await queryServer(
    server,
    'update spot_orders set executed_lots = executed_lots - 1 where id = $1',
    [Number(last?.id) + 4_400],
  );
  await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
  await server.waitForLog(CONSISTENT_AGAIN, from);
});

test('an entry that was inserted by hand is named within an interval', async () => {
  const from = server.logs.length;
  await queryServer(
    server,
    `insert into ledger_entries (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
     select id, 2, 1, 1, 1, 1, 0 from users where email = $1`,
    [TRADER],
  );
  const line = await afterInterval(INCONSISTENT, from);
  expect(line).toContain('movement_not_balanced: journal 1, number 1, currency_id 1, sum 1');
  expect(errorOf(await placeOrder('watch-entry-000001'))).toBe('service_unavailable');
});

test('the market maker places no order on an inconsistent ledger, even after a restart', async () => {
  const house = await startTestServer({ env: { LOG_LEVEL: 'debug' } });
  const visitors: Client[] = [];
  // The market maker trades faster while a client is connected.
  const visit = async (): Promise<void> => {
    const visitor = new Client(`${house.origin.replace('http', 'ws')}${SOCKET_PATH}`, {});
    visitors.push(visitor);
    await visitor.waitFor(({ type }) => type === 'hello');
  };
  const pass = async (pattern = /ledger verified/): Promise<void> => {
    const from = house.logs.length;
    await house.controlAdvance(LIMITS.ledger_verify_interval_ms);
    await house.waitForLog(pattern, from);
    // The server closes silent connections as idle, so the visitor keeps sending.
    await visitors.at(-1)?.settle();
  };
  const lastIds = () =>
    queryServer(
      house,
      "select (select last_order_id from spot_writers where name = 'spot') as placed, (select max(id) from spot_deals) as dealt",
    );
  // The market maker runs several times between two passes.
  const expectNothingNew = async (): Promise<void> => {
    const before = await lastIds();
    for (let count = 0; count < 3; count += 1) await pass();
    expect(await lastIds()).toEqual(before);
  };
  try {
    await visit();
    const first = await lastIds();
    await eventually(async () => expect(await lastIds()).not.toEqual(first));
    await addToBalance(1, house);
    await pass(INCONSISTENT);
    // Trades under way are stored by then.
    await pass();
    await expectNothingNew();
    const before = await lastIds();
    await house.restart();
    await visit();
    await expectNothingNew();
    expect(await lastIds()).toEqual(before);
  } finally {
    for (const visitor of visitors) visitor.webSocket.terminate();
    await house.stop();
  }
});

test('the command says when there is no database', async () => {
  const none = await verifyByCommand(path.join(server.dataDir, 'nothing'));
  expect(none.output).toContain('There is no database in');
  expect(none.code).toBe(2);
});

/**
 * Changes of contract markets and funds that were allowed when operators asked for them, and are refused when they are
 * made, because another change was stored first.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { signInColleague } from '../../support/operator/colleague.ts';
import { WriterGate } from '../../support/crash/writer-gate.ts';
import { eventually } from '../../support/eventually.ts';
import { ContractMarket } from '../../support/lever/contract-users.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { errorOf } from '../../support/users/accounts.ts';

const REASON = 'as the test says';
let server: TestServer;
let operator: TestOperator;
let colleague: TestOperator;
let market: ContractMarket;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off' } });
  operator = await signInOperator(server);
  colleague = await signInColleague(server);
  market = await ContractMarket.open(server, 'BTC');
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const shown = async () => {
  const { markets } = await operator.ask('getLeverDesk', {});
  return ensure(
    markets.find(({ id }) => String(id) === market.id),
    'the market',
  );
};
const setStatus = (status: 'trading' | 'close_only') =>
  operator.call('setLeverMarketStatus', { id: market.id, status, reason: REASON });
const windDown = (by: TestOperator) =>
  by.call('windDownLeverMarket', { id: market.id, notice_hours: '24', reason: REASON });

/** The second change is allowed when it is asked for, because the database still holds the first one. */
async function atOnce<T>(first: () => Promise<unknown>, second: () => Promise<T>): Promise<T> {
  const gate = await WriterGate.open(server, 'dealing');
  try {
    await gate.hold();
    const { revision } = await shown();
    const made = first();
    // Each change is in the audit log before it is made.
    const later = async (than: number) => {
      const { revision: present } = await shown();
      expect(present).toBeGreaterThan(than);
      return present;
    };
    const between = await eventually(() => later(revision));
    const refused = second();
    await eventually(() => later(between));
    await gate.close();
    await made;
    return await refused;
  } finally {
    await gate.close();
  }
}

test('a market does not open after its end was announced', async () => {
  await setStatus('close_only');
  const opened = await atOnce(
    () => windDown(colleague),
    () => setStatus('trading'),
  );
  expect(errorOf(opened)).toBe('record_changed');
  expect(await shown()).toMatchObject({ status: 'close_only', ends_at: expect.any(Number) });
  await operator.ask('keepLeverMarket', { id: market.id, reason: REASON });
  expect(errorOf(await setStatus('trading'))).toBe(undefined);
});

test('a second operator announces no other end', async () => {
  const second = await atOnce(
    () => windDown(colleague),
    () => windDown(operator),
  );
  expect(errorOf(second)).toBe('record_changed');
  expect(await shown()).toMatchObject({ status: 'close_only', ends_at: expect.any(Number) });
  await operator.ask('keepLeverMarket', { id: market.id, reason: REASON });
});

test('an approved funding that takes more than the pool has by then is refused', async () => {
  const { house } = await operator.ask('getLeverDesk', {});
  // The state is as if an earlier funding had taken the amount after the approval.
  const stored = await queryServer<{ readonly id: string }>(
    server,
    `insert into lever_fundings (pool, insurance, state, asked_by, asked_at_ms, decided_by, decided_at_ms)
     select -($1::numeric + 1) * 10::numeric ^ 18, 0, 'approved', 1, 1, 2, 2 returning id::text`,
    [house.pool],
  );
  const funding = { pool: '7', insurance: '0', reason: REASON };
  expect(errorOf(await operator.call('askLeverFunding', funding))).toBe(undefined);
  const { id } = ensure(stored[0], 'the funding');
  const { funds, house: after } = await operator.ask('getLeverDesk', {});
  expect(funds.fundings.find((each) => each.id === id)?.state).toBe('refused');
  expect(Number(after.pool) - Number(house.pool)).toBe(7);
});

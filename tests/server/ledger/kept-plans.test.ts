/** A session of the verifier keeps the plans of small passes until the tables have grown. */
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { prepareForPasses } from '../../../server/ledger/verify-session.repo.ts';
import { RowStatistics } from '../../../server/ledger/verify-statistics.repo.ts';
import { Verifier } from '../../../server/ledger/verifier.repo.ts';
import {
  startScratchDatabase,
  withClient,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';
import { run } from './planted-ledger.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());

/** Movements of the journal of spot, without entries: their sums are zero. */
const movements = (first: number, last: number): string => `
  insert into ledger_movements
  select 2, number, 'seed.grant', number::text, 0, 'r', 0 from generate_series(${first}, ${last}) number`;

/** An order of the exchange that is executed without a trade. */
const EXECUTED_ORDER = `
  insert into currencies values (1, 'USDT', 'Tether', 18), (2, 'BTC', 'Bitcoin', 18);
  insert into spot_markets values (1, 2, 1, 2, 6, 0, 100000, 1000, 1000, 'trading');
  insert into spot_orders values
    (1, 0, 1, 'sell', 'limit', 100, 1000, null, 1000, 1000, 1000, 1e15, 1e12, 0, 'executed', null, 2, null, 'r', 0, 0)`;

/** Watches the statements of a connection. @returns how often its plans were discarded */
function watchDiscards(client: Client): () => number {
  const query = vi.spyOn(client, 'query');
  return () => query.mock.calls.filter(([text]) => String(text) === 'discard plans').length;
}

test('a pass makes its plans again when the tables have grown fourfold', async () => {
  const address = await scratch.copy();
  await withClient(address, async (client) => {
    const statistics = new RowStatistics(client);
    const discards = watchDiscards(client);
    const look = async () => {
      await client.query('begin isolation level repeatable read, read only');
      await statistics.forgetOldPlans();
      await client.query('commit');
      return discards();
    };
    await run(address, movements(1, 1_000));
    expect(await look()).toBe(0);
    await run(address, movements(1_001, 2_000));
    expect(await look()).toBe(0);
    await run(address, movements(2_001, 8_000));
    expect(await look()).toBe(1);
    expect(await look()).toBe(1);
  });
});

test('no pass prepares the statements of an earlier one again', async () => {
  const address = await scratch.copy();
  await withClient(address, async (client) => {
    await prepareForPasses(client);
    const verifier = new Verifier(client, ledgerBook('any'));
    const prepared = async (like = '%') => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::integer as count from pg_prepared_statements where statement like $1',
        [like],
      );
      return rows[0]?.count ?? 0;
    };
    const pass = async (first: number, last: number) => {
      await run(address, movements(first, last));
      const { faults } = await verifier.verifyRecent();
      // Movements without entries are faults of their rules, and none of a pass.
      expect(faults.filter((fault) => fault.startsWith('rule_failed'))).toEqual([]);
      return prepared();
    };
    await verifier.verifyOpen();
    await pass(1, 1);
    const afterTwo = await pass(2, 2);
    expect(await prepared('%spot_journal_gap%verify.last_spot%')).toBeGreaterThan(0);
    expect(await pass(3, 3)).toBe(afterTwo);
    const afterLarge = await pass(4, 400);
    expect(await pass(401, 800)).toBe(afterLarge);
    expect(await pass(801, 801)).toBe(afterLarge);
  });
});

test('before the first trade a small pass compares the orders of the exchange, too', async () => {
  const address = await scratch.copy();
  await withClient(address, async (client) => {
    await prepareForPasses(client);
    const verifier = new Verifier(client, ledgerBook('any'));
    await verifier.verifyOpen();
    await run(address, EXECUTED_ORDER);
    const { faults } = await verifier.verifyRecent();
    expect(faults).toContainEqual(
      expect.stringMatching(
        /^order_not_sum_of_deals: order_id 1, executed_lots 1000, lots_of_deals 0/,
      ),
    );
  });
});

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

/** Movements of the general journal, without entries: their sums are zero. */
const movements = (first: number, last: number): string => `
  insert into ledger_movements
  select 1, number, 'seed.grant', number::text, 0, 'r', 0 from generate_series(${first}, ${last}) number`;

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

test('a small pass prepares no statement again, also after a large pass', async () => {
  const address = await scratch.copy();
  await withClient(address, async (client) => {
    await prepareForPasses(client);
    const verifier = new Verifier(client, ledgerBook('any'));
    const prepared = async () => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::integer as count from pg_prepared_statements',
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
    expect(await pass(3, 3)).toBe(afterTwo);
    await pass(4, 400);
    const afterLarge = await prepared();
    expect(await pass(401, 401)).toBe(afterLarge);
  });
});

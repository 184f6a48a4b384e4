/** Savings of a version that did not keep terms: positions and products have theirs after the migration. */
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/time.ts';
import { connect } from '../../../server/kit/db/connect.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { migrateDatabase } from '../../../server/kit/db/migrate.ts';
import { createLog } from '../../../server/kit/log.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { olderMigrations } from '../../support/databases/older-migrations.ts';
import { bookPositions } from '../../support/staking/booked-positions.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

test('older positions keep terms that their product had, and acts before do not count', async () => {
  const postgres = await launchPostgres({ dataDir: folders.make(), log: createLog('silent') });
  const { address } = postgres;
  await migrateDatabase(address, { folder: olderMigrations(folders.make(), '0071_savings_terms') });
  const client = await connect(address, 'test');
  await bookPositions(client, {
    count: 20,
    users: 4,
    cycleDays: 30,
    firstDayMs: Date.parse('2026-11-21T00:00Z') + DAY_MS,
  });
  await client.query(`
    insert into operators (id, account, name, password_hash, created_at_ms)
    overriding system value values (1, 'ann@example.test', 'Ann', 'x', 0);
    insert into audit_log (operator_id, action, subject_kind, subject_id, reason, details, request_id, address, at_ms)
    values (1, 'staking_product.save_terms', 'staking_product', '1', 'r', '{"dailyPpb": "100000 → 5"}', 'r', 'a', 0);
    update staking_products set daily_ppb = 5, amount_min = 3 where id = 1`);
  await migrateDatabase(address);
  const { rows } = await client.query<object>(
    'select product_id, daily_ppb, amount_min::int, older_acts from staking_terms order by id',
  );
  expect(rows).toEqual([
    { product_id: 1, daily_ppb: 100_000, amount_min: 10_000_000, older_acts: 0 },
    { product_id: 1, daily_ppb: 5, amount_min: 3, older_acts: 1 },
  ]);
  const faults = async () =>
    (await verifyWholeLedger(address, 'test', 'none')).faults.filter((fault) =>
      /^staking_(?:terms|product|position)_/.test(fault),
    );
  expect(await faults()).toEqual([]);
  await client.query('update staking_products set daily_ppb = 6 where id = 1');
  expect(await faults()).toEqual([
    expect.stringContaining('staking_terms_without_act: product_id 1, changes 1, acts 0'),
  ]);
  await client.end();
  await postgres.stop();
});

/** Fast contracts of a version whose database did not compare results with the index log: they go on, and end by the same rules. */
import { afterAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { EMBEDDED_ROLE, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { migrateDatabase } from '../../../server/kit/db/migrate.ts';
import { createLog } from '../../../server/kit/log.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { MicroBench, START } from '../../support/micro/micro-bench.ts';
import { ANN, PRICE, storeMicroProduct } from '../../support/micro/use-micro-bench.ts';
import { olderMigrations } from '../../support/databases/older-migrations.ts';
import { withClient } from '../../support/databases/scratch-database.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const query = (address: DatabaseAddress, statements: string) =>
  withClient(address, (client) => client.query(statements));

const folders = temporaryFolders();
afterAll(() => folders.removeAll());
/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;

test('orders of every state, also one in the middle of its window', async () => {
  const postgres = await launchPostgres({ dataDir: folders.make(), log: createLog('silent') });
  const folder = 'socketFolder' in postgres.address ? postgres.address.socketFolder : '';
  const address = { connectionString: `socket:${folder}?db=postgres&user=${EMBEDDED_ROLE}` };
  await migrateDatabase(address, { folder: olderMigrations(folders.make(), '0062_false_results') });
  await storeMicroProduct(address);
  // This version signs the parts that it stores; that one did not.
  await query(
    address,
    'alter table index_parts add column signature bytea; create table index_older_parts (at_ms bigint, hash bytea)',
  );
  // A minute is signed while the orders run.
  const former = await MicroBench.open(address, { time: START + 50_000 });
  await former.grant(ANN, '1000');
  await former.pass(4, PRICE);
  await former.place(ANN);
  await former.pass(1, PRICE);
  await former.pass(POINTS, PRICE + 1);
  await former.pass(4, PRICE);
  await former.place(ANN);
  await former.pass(1, PRICE);
  await former.pass(POINTS, null);
  await former.pass(4, PRICE);
  await former.place(ANN);
  await former.pass(9, null);
  await former.pass(4, PRICE);
  await former.place(ANN);
  await former.pass(1, PRICE);
  await former.pass(POINTS - 6, PRICE + 1);
  await former.place(ANN);
  const stateOf = async (bench: MicroBench) => {
    const rows = await bench.lever.rows<{ state: string }>(
      'select state from micro_orders order by id',
    );
    return rows.map(({ state }) => state);
  };
  expect(await stateOf(former)).toEqual(['won', 'voided', 'voided', 'open', 'opening']);
  await former.close();
  await query(
    address,
    'alter table index_parts drop column signature; drop table index_older_parts',
  );

  await migrateDatabase(address);
  const bench = await MicroBench.open(address, { time: former.now });
  // A start needs a moment until its price holds again.
  await bench.pass(2 * POINTS, PRICE + 1);
  expect(await stateOf(bench)).toEqual(['won', 'voided', 'voided', 'won', 'drawn']);
  expect((await bench.order(ANN, 4)).window).toEqual({ sum: 10 * (PRICE + 1), count: 10 });
  expect(ensure((await bench.order(ANN, 5)).window, 'a window').count).toBe(12);
  expect(bench.lever.ends).toEqual([]);
  await bench.close();
  expect(await verifyWholeLedger(address, 'test', 'any')).toMatchObject({ faults: [] });
  await postgres.stop();
});

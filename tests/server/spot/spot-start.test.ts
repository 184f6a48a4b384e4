/** Starts of spot trading on a database with a fault. */
import { afterAll, expect, test } from 'vitest';
import { EXIT_CODES } from '../../../server/kit/process/exit-codes.ts';
import { plantLazyCommits } from '../../support/crash/lazy-commits.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { runServerToExit } from '../../support/servers/server-process.ts';
import { startTestServer } from '../../support/servers/test-server.ts';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

/** Open quotes of the market maker that cannot be canceled: a quote that never traded is deleted, others are changed. */
const PLANTED_FAULT = `
  create function refuse_changes() returns trigger language plpgsql as
    $$ begin raise exception 'no change today'; end $$;
  create trigger refuse_changes before update or delete on spot_orders for each row execute function refuse_changes()`;

test('a start whose first commit fails ends with one line', async () => {
  const dataDir = folders.make();
  const env = { MARKET_MAKER: 'on' };
  const server = await startTestServer({ dataDir, env });
  // The first quotes are committed after the start. Without a quote the next start has nothing to cancel.
  await expect
    .poll(() => queryServer(server, 'select id from spot_orders limit 1'))
    .toHaveLength(1);
  await queryServer(server, PLANTED_FAULT);
  await server.stop();
  const { code, output } = await runServerToExit({ ...env, DATA_DIR: dataDir });
  expect(code).toBe(EXIT_CODES.failed);
  expect(output).toContain('no change today');
  expect(output).toContain('Spot trading ended before the server was ready');
});

test('a start on a database that may lose commits in a crash is logged with a warning', async () => {
  const server = await startTestServer({ env: { MARKET_MAKER: 'off', SEED: 'none' } });
  const warning = /loses orders that were acknowledged/;
  expect(server.logs.filter((line) => warning.test(line))).toEqual([]);
  await plantLazyCommits(server);
  expect(await server.waitForLog(warning)).toContain('synchronous_commit');
  await server.stop();
});

/** The setup of the tests with a database, once per run of all projects: their folders and templates. */
import { makeTemplates, removeTemplates } from './database-template.ts';
import { eventually } from '../eventually.ts';
import { queryServer } from './server-database.ts';
import { fixServerProgram } from '../servers/server-script.ts';
import { closeSharedServers, openSharedServers } from '../servers/shared-server-folder.ts';
import { openMemoryFolder, removeMemoryFolder } from '../temporary-folder.ts';
import { startTestServer } from '../servers/test-server.ts';

/**
 * The work that the first start leaves, so that no copy does it. A ledger without a guard would count as moved at the next
 * start, and each full verification of it have three parts.
 */
const WAITS_FOR = `
  select 'the first verification' as wait where not exists (select from ledger_guards)
  union all
  select 'the end of offering ' || id from ieo_offerings
  where closes_at_ms <= $1 and phase not in ('ended', 'cancelled')`;

export async function setup(): Promise<void> {
  openMemoryFolder();
  openSharedServers();
  fixServerProgram();
  await makeTemplates(async (dataDir) => {
    const server = await startTestServer({ dataDir, env: { MARKET_MAKER: 'off' } });
    await eventually(async () => {
      const [row] = await queryServer<{ wait: string }>(server, WAITS_FOR, [Date.now()]);
      if (row !== undefined) throw new Error(`the demo exchange waits for ${row.wait}`);
    });
    await server.stop();
  });
}

export async function teardown(): Promise<void> {
  await closeSharedServers();
  removeTemplates();
  removeMemoryFolder();
}

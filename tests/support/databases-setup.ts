/** The setup of the tests with a database, once per run of all projects: their folders and templates. */
import { makeTemplates, removeTemplates } from './database-template.ts';
import { eventually } from './eventually.ts';
import { bundleServer, removeServerBundle } from './server-bundle.ts';
import { queryServer } from './server-database.ts';
import { closeSharedServers, openSharedServers } from './shared-server-folder.ts';
import { openMemoryFolder, removeMemoryFolder } from './temporary-folder.ts';
import { startTestServer } from './test-server.ts';

export async function setup(): Promise<void> {
  openMemoryFolder();
  openSharedServers();
  await bundleServer();
  await makeTemplates(async (dataDir) => {
    const server = await startTestServer({ dataDir, env: { MARKET_MAKER: 'off' } });
    // A ledger without a guard counts as moved at the next start, and each full verification has three parts then.
    await eventually(async () => {
      if ((await queryServer(server, 'select from ledger_guards')).length === 0)
        throw new Error('the first verification stores no guard');
    });
    await server.stop();
  });
}

export async function teardown(): Promise<void> {
  await closeSharedServers();
  removeServerBundle();
  removeTemplates();
  removeMemoryFolder();
}

/** The setup of the tests with a database, once per run of all projects: their folders and templates. */
import { makeTemplates, removeTemplates } from './database-template.ts';
import { bundleServer, removeServerBundle } from './server-bundle.ts';
import { closeSharedServers, openSharedServers } from './shared-server-folder.ts';
import { openMemoryFolder, removeMemoryFolder } from './temporary-folder.ts';
import { startTestServer } from './test-server.ts';

export async function setup(): Promise<void> {
  openMemoryFolder();
  openSharedServers();
  await bundleServer();
  await makeTemplates(async (dataDir) => {
    const server = await startTestServer({ dataDir, env: { MARKET_MAKER: 'off' } });
    await server.stop();
  });
}

export async function teardown(): Promise<void> {
  await closeSharedServers();
  removeServerBundle();
  removeTemplates();
  removeMemoryFolder();
}

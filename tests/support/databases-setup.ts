/** Before the tests with a database, once for a run of all projects: where they are made, and from what. */
import { makeTemplates, removeTemplates } from './database-template.ts';
import { openMemoryFolder, removeMemoryFolder } from './temporary-folder.ts';
import { startTestServer } from './test-server.ts';

export async function setup(): Promise<void> {
  openMemoryFolder();
  await makeTemplates(async (dataDir) => {
    const server = await startTestServer({ dataDir, env: { MARKET_MAKER: 'off' } });
    await server.stop();
  });
}

export function teardown(): void {
  removeTemplates();
  removeMemoryFolder();
}

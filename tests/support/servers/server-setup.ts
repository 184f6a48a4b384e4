/**
 * Runs before each file of the tests with a server. The servers of a worker share a process. A file that borrows none ends the
 * idle ones of its worker: all later files borrow none, either, and an idle server takes a few percent of a core.
 */
import { setSourceMapsSupport } from 'node:module';
import { beforeAll, expect } from 'vitest';
import { borrowsServer } from './borrowers.ts';
import { useServerHost } from './server-host.ts';
import { endIdleServers } from './shared-server.ts';

// Node strips types in place, so that no module has a source map. With source maps on, each error searches for them, and Playwright
// makes an error a call.
setSourceMapsSupport(false);
useServerHost();

beforeAll(async () => {
  const { testPath } = expect.getState();
  if (testPath !== undefined && !borrowsServer(testPath)) await endIdleServers();
});

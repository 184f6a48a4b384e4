/**
 * Runs before each file of the tests with a server: a file that borrows none ends the idle ones of its worker. All
 * later files of the worker borrow none, either, and an idle server takes a few percent of a core.
 */
import { beforeAll, expect } from 'vitest';
import { borrowsServer } from './borrowers.ts';
import { endIdleServers } from './shared-server.ts';

beforeAll(async () => {
  const { testPath } = expect.getState();
  if (testPath !== undefined && !borrowsServer(testPath)) await endIdleServers();
});

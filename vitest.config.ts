/** The projects of the test suite: their files, timeouts and workers. */
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';
import { COMPILE_CACHE, RESOLVE_ONCE } from './scripts/quick-node.ts';
import { ON_DISK } from './tests/support/temporary-folder.ts';

/**
 * A test waits for commits, frames and processes more than it computes, so four workers keep two cores busy. Tests
 * that measure the start time of a server run after all others, one by one.
 */
const WORKERS = 4;
/** Tests without a server only compute: another worker takes more time for its modules than it saves. */
const UNIT_WORKERS = 3;
/**
 * Projects of one group share its workers, so vitest refuses a group of projects with different numbers of workers, and
 * runs no test of a group below 0.
 */
const AFTER_UNIT = { groupOrder: 1 };
const AFTER_ALL = { groupOrder: 2 };
/** Data folders are in memory. One database is created and migrated once and copied into them. */
const DATABASES = 'tests/support/databases/databases-setup.ts';

/** V8 begins with 1 MB for new objects and collects it many times while a worker loads its modules. */
const ROOMY_NURSERY = '--min-semi-space-size=16';
const execArgv = [ROOMY_NURSERY, ...RESOLVE_ONCE];

// The workers inherit it, and most programs that tests start.
Object.assign(process.env, COMPILE_CACHE);

/** Measures the start time of a server, after a crash and otherwise. */
const ALONE = ['tests/server/boot/start-time.test.ts'];
const CRASHES = 'tests/server/**/*-crash.test.ts';

/**
 * Node itself loads the modules of tests, and strips their types as it does for the server: it keeps what it has
 * compiled, and runs it faster than modules that Vite has transformed. It cannot load `.tsx`.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false };

/** Conditions may take long on a machine that does other work during the tests, and each try takes from its time. */
const expect = { poll: { timeout: 30_000, interval: 100 } };

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    // The modules of the project are loaded once a worker instead of once a file: half of the cost of a short file.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          experimental,
          // A test in `.tsx` fails instead of being passed over.
          include: ['tests/{unit,properties,machines,streams,guards,contract,qa}/**/*.test.ts?(x)'],
          environment: 'node',
          execArgv,
          maxWorkers: UNIT_WORKERS,
          testTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'server',
          expect,
          experimental,
          include: ['tests/server/**/*.test.ts'],
          exclude: [...ALONE, CRASHES],
          sequence: AFTER_UNIT,
          environment: 'node',
          execArgv,
          maxWorkers: WORKERS,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          globalSetup: [DATABASES],
          setupFiles: ['tests/support/servers/server-setup.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          expect,
          experimental,
          include: ['tests/e2e/**/*.test.ts'],
          sequence: AFTER_UNIT,
          environment: 'node',
          execArgv,
          maxWorkers: WORKERS,
          testTimeout: 180_000,
          hookTimeout: 240_000,
          // Each worker starts a browser of its own.
          globalSetup: [DATABASES, 'tests/support/pages/browser-setup.ts'],
          setupFiles: ['tests/support/servers/server-setup.ts'],
        },
      },
      {
        test: {
          name: 'crash',
          expect,
          experimental,
          include: [CRASHES],
          exclude: ALONE,
          sequence: AFTER_UNIT,
          environment: 'node',
          execArgv,
          maxWorkers: WORKERS,
          globalSetup: [DATABASES],
          // Tests that kill a server need its data on a disk.
          env: ON_DISK,
          testTimeout: 300_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'alone',
          expect,
          experimental,
          include: ALONE,
          environment: 'node',
          execArgv,
          env: ON_DISK,
          testTimeout: 300_000,
          hookTimeout: 240_000,
          fileParallelism: false,
          // The start time cannot be measured during other tests.
          sequence: AFTER_ALL,
        },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{unit,properties,machines,streams,guards,contract,qa}/**/*.test.ts?(x)'],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: ['tests/server/*-crash.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // One browser and one server serve all files: two cores.
          fileParallelism: false,
          globalSetup: ['tests/support/browser-setup.ts'],
        },
      },
      {
        test: {
          name: 'crash',
          include: ['tests/server/*-crash.test.ts'],
          environment: 'node',
          fileParallelism: false,
          // After all others: how fast a server is back can not be told beside them.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

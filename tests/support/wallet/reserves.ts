/** The comparison of the coins of each chain with deposits and withdrawals, on a test server. */
import { expect } from 'vitest';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

/** Compares now, instead of after the interval of the job. */
export const compareReserves = (server: TestServer): Promise<unknown> =>
  server.control('POST', '/chain/compare-reserves', {});

/** Compares, and expects that no coins are missing and never were. */
export async function expectNothingMissing(server: TestServer): Promise<void> {
  await compareReserves(server);
  const found = await queryServer(
    server,
    "select detail from chain_halts where cause = 'custody_short'",
  );
  expect(found).toEqual([]);
}

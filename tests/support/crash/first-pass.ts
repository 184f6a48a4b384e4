/** The verification of the ledger that a server makes after its start: everything after the closed ranges. */
import type { EpochMs } from '../../../contract/time.ts';
import { eventually } from '../eventually.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

/** A server verifies at low priority: on a busy machine a pass of half a second takes many times that. */
const PASS_MS_MAX = 180_000;
/** The clock of an earlier server may have been moved, so that its last pass has a later time than now. */
const PASS_SINCE = 'select faults from ledger_verifications where at_ms between $1 and $2';

/** Waits for the pass. @param since real time before the start. @returns its faults, or that it did not end. */
export async function faultsOfFirstPass(
  server: Pick<TestServer, 'dataDir'>,
  since: EpochMs,
): Promise<readonly string[]> {
  const passed = async () => {
    const times = [since, Date.now()];
    const [row] = await queryServer<{ faults: readonly string[] }>(server, PASS_SINCE, times);
    if (row === undefined) throw new Error('not verified yet');
    return row.faults;
  };
  return eventually(passed, { timeout: PASS_MS_MAX }).catch((error: unknown) => [
    `the server did not verify its ledger: ${String(error)}`,
  ]);
}

/**
 * Starts a server for tests that plant faults, and waits for its first pass: a pass that came upon a planted row would
 * stop the exchange until the next one. @throws Error for a fault
 */
export async function startVerified<T extends Pick<TestServer, 'dataDir'>>(
  start: () => Promise<T>,
): Promise<T> {
  const since = Date.now();
  const server = await start();
  const faults = await faultsOfFirstPass(server, since);
  if (faults.length > 0) throw new Error(`a new server has faults:\n${faults.join('\n')}`);
  return server;
}

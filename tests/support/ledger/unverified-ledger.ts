/** A ledger that the server cannot verify, although no fault is in it. */
import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '../../../contract/limits.ts';
import { eventually } from '../eventually.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

const UNVERIFIED = ['not_verified: 5 passes failed one after another, or one did not end'];
/** The time for which other tests wait for a line of the log: a busy machine takes seconds for a pass. */
const PATIENCE = { timeout: 60_000 };
/** Far more than are needed, and too few to end the session of an operator. */
const PASSES_MAX = 12;

/** Takes away a table that the verifier reads. @returns a function that gives it back. */
export async function unverifyLedger(server: TestServer): Promise<() => Promise<void>> {
  const rename = (from: string, to: string) =>
    queryServer(server, `alter table ${from} rename to ${to}`);
  await passesUntil(server, []);
  await rename('deposit_recoveries', 'recoveries_away');
  await passesUntil(server, UNVERIFIED);
  return async () => {
    await rename('recoveries_away', 'deposit_recoveries');
    await passesUntil(server, []);
  };
}

async function passesUntil(server: TestServer, wanted: readonly string[]): Promise<void> {
  for (let pass = 0; pass < PASSES_MAX; pass++)
    if (isDeepStrictEqual(await faultsOfNextPass(server), wanted)) return;
  throw new Error(`no pass ended with ${JSON.stringify(wanted)}`);
}

/** Moves the clock by an interval, and waits for the pass. @returns the stored faults */
async function faultsOfNextPass(server: TestServer): Promise<readonly string[]> {
  const from = server.logs.length;
  const now = await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
  return eventually(async () => {
    const hasFailed = server.logs.slice(from).some((line) => /could not be verified/.test(line));
    const [row] = await queryServer<{ at_ms: bigint; faults: readonly string[] }>(
      server,
      'select at_ms, faults from ledger_verifications order by id desc limit 1',
    );
    if (!hasFailed && Number(row?.at_ms) < now)
      throw new Error(`the pass of ${now} has not ended: ${server.logs.slice(-5).join('\n')}`);
    return row?.faults ?? [];
  }, PATIENCE);
}

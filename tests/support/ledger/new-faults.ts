/** The ledger of a server along generated paths, which share most of their steps. */
import type { Path } from '../../../qa/paths.ts';
import type { TestServer } from '../servers/test-server.ts';

/** Steps from the start of a record after which a server was verified, as text. */
const verified = new WeakMap<TestServer, Set<string>>();

/**
 * Faults after the first `done` steps of the path. A server is verified once for the same steps, because a
 * verification takes ten times as long as a call; a later one includes every change since the last.
 */
export async function newFaults(
  server: TestServer,
  { model, start, steps }: Path,
  done: number,
): Promise<readonly string[]> {
  const known = verified.get(server) ?? new Set();
  verified.set(server, known);
  const labels = steps.slice(0, done).map(({ label }) => label);
  const history = JSON.stringify([model, start.snapshot.context, labels]);
  if (known.has(history)) return [];
  known.add(history);
  return server.verifyRecent();
}

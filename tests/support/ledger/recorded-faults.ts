/** Faults that a demo exchange names, which knows no grants and no terms of tests. */
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import type { TestServer } from '../servers/test-server.ts';

/** Verifies the whole ledger. @returns the faults whose names begin so */
export async function recordedFaults(
  { dataDir }: Pick<TestServer, 'dataDir'>,
  ...beginnings: readonly string[]
): Promise<readonly string[]> {
  const socketFolder = openRunFolder(dataDir);
  const { faults } = await verifyWholeLedger({ socketFolder }, 'test', 'recorded');
  return faults.filter((fault) => beginnings.some((name) => fault.startsWith(name)));
}

/** Runs one full verification of a database's ledger, for a command or a test. */
import { findResultsNotInLog, readStoredPoints } from '../../areas/micro/micro.area.ts';
import { openDatabase, type DatabaseAddress } from '../../kit/db/database.ts';
import { createLog } from '../../kit/log.ts';
import type { GrantPolicy } from '../../ledger/ledger-book.types.ts';
import { openVerifierSession } from '../../ledger/verify-session.repo.ts';
import type { Pass } from '../../ledger/verifier.repo.ts';
import { ledgerBook } from './ledger-book.ts';

/**
 * Connects, verifies everything in one snapshot, compares the results of fast contracts with the lines of the index log,
 * disconnects. Writes nothing.
 */
export async function verifyWholeLedger(
  address: DatabaseAddress,
  name: string,
  grants: GrantPolicy,
): Promise<Pass> {
  const book = ledgerBook(grants);
  const session = await openVerifierSession(address, { name, isBackground: false, book });
  try {
    const pass = await session.verifyAll();
    return { ...pass, faults: [...pass.faults, ...(await findFaultsOfResults(address))] };
  } finally {
    await session.close();
  }
}

async function findFaultsOfResults(address: DatabaseAddress): Promise<readonly string[]> {
  const database = openDatabase(address, createLog('silent'));
  try {
    return await findResultsNotInLog({
      database,
      readStored: (instrument, time) => readStoredPoints(database, instrument, time),
    });
  } finally {
    await database.$client.end();
  }
}

/** Runs one full verification of a database's ledger, for a command or a test. */
import type { DatabaseAddress } from '../kit/db/database.ts';
import type { GrantPolicy } from '../ledger/ledger-book.types.ts';
import { openVerifierSession } from '../ledger/verify-session.repo.ts';
import type { Pass } from '../ledger/verifier.repo.ts';
import { ledgerBook } from './ledger-book.ts';

/** Connects, verifies everything in one snapshot, disconnects. Writes nothing. */
export async function verifyWholeLedger(
  address: DatabaseAddress,
  name: string,
  grants: GrantPolicy,
): Promise<Pass> {
  const book = ledgerBook(grants);
  const session = await openVerifierSession(address, { name, isBackground: false, book });
  try {
    return await session.verifyAll();
  } finally {
    await session.close();
  }
}

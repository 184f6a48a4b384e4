/** Runs one full verification of a database's ledger, for a command or a test. */
import type { DatabaseAddress } from '../kit/db/database.ts';
import { openVerifierSession } from './verify-session.repo.ts';
import type { Pass } from './verify-session.repo.ts';

/** Connects, verifies everything in one snapshot, disconnects. Writes nothing. */
export async function verifyBooks(address: DatabaseAddress, name: string): Promise<Pass> {
  const session = await openVerifierSession(address, { name, isBackground: false });
  try {
    return await session.verifyAll();
  } finally {
    await session.close();
  }
}

/** Keeps the guard of the append-only tables true to migrations, which may change triggers, and stores moves. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { EpochMs } from '../../contract/time.ts';
import { connect } from '../kit/db/connect.ts';
import type { DatabaseAddress } from '../kit/db/database.ts';
import { storeMove } from './ledger-moves.repo.ts';
import {
  changedGuards,
  findGuard,
  hasGuards,
  PLACE,
  readGuard,
  storeGuard,
} from './ledger-guard.repo.ts';

/**
 * Runs the migration. The guard after it is accepted if it was intact before: a change by hand in
 * between two starts stays one. A ledger that was moved here is noted before anything is written to it.
 * @param migrate returns whether it changed the schema
 */
export async function guardMigration(
  address: DatabaseAddress,
  now: EpochMs,
  migrate: () => Promise<boolean>,
): Promise<void> {
  const client = await connect(address, 'meridian guard');
  try {
    const wasIntact = await isIntact(client);
    const isChanged = await migrate();
    const database = drizzle({ client });
    if ((isChanged && wasIntact) || (await isUnused(client)))
      await storeGuard(database, await readGuard(client), now);
    await storeMove(database, now);
  } finally {
    await client.end();
  }
}

/**
 * Without a stored guard and with movements, the verifier stores the first one itself, after its first passes. A
 * ledger that was never used gets it from the start, so that it has a place before the first pass.
 */
async function isIntact(client: Client): Promise<boolean> {
  if (!(await hasGuards(client))) return false;
  const [stored, now] = [await findGuard(client), await readGuard(client)];
  return (
    stored !== undefined && stored.place === now.place && changedGuards(stored, now).length === 0
  );
}

/** Whether the ledger has no movements, and no guard of its present place. */
async function isUnused(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select where not exists (select from ledger_guards where place = ${PLACE})
       and not exists (select from ledger_movements)`,
  );
  return rowCount === 1;
}

/** A database with the tables of chains for the tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../../server/kit/db/database.ts';
import { openChainDatabase } from './chain-database.ts';
import { startScratchDatabase, type ScratchDatabase } from '../databases/scratch-database.ts';

/** Call it at the top of a file; the database is open while its tests run. */
export function useChainDatabase(): { readonly database: Database } {
  const chains = {} as { database: Database };
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await startScratchDatabase();
    chains.database = await openChainDatabase(await scratch.copy());
  });
  afterAll(async () => {
    await chains.database.$client.end();
    await scratch.stop();
  });
  return chains;
}

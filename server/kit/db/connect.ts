/** Opens a single PostgreSQL connection outside of the pools, for work at the start. */
import { Client } from 'pg';
import { StartupError } from '../process/startup-error.ts';
import { connectionOptions } from './database.ts';
import type { DatabaseAddress } from './database.ts';

/** @param name is shown in pg_stat_activity. @throws StartupError when the database cannot be reached. */
export async function connect(address: DatabaseAddress, name: string): Promise<Client> {
  const client = new Client(connectionOptions(address, name));
  client.on('error', () => {
    // The running query rejects as well; the listener only keeps the process alive.
  });
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(`The database cannot be reached: ${reasonOf(error)}.`);
  }
  return client;
}

/**
 * Node reports a refused connection to a name with several addresses as an error without a message.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

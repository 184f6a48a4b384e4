/** Halts of chains, planted in the database of a running test server. */
import { ensure } from '../../../contract/assert.ts';
import { queryServer } from '../server-database.ts';
import type { TestServer } from '../test-server.ts';
import { CHAIN } from './wallet-people.ts';

/** @returns id of the halt. */
export async function haltOf(server: TestServer, chain: string): Promise<string> {
  const [halt] = await queryServer<{ id: string }>(
    server,
    `insert into chain_halts (chain, cause, detail, began_at_ms) values ($1, 'settled_deposit_lost', '', 0)
     returning id::text`,
    [chain],
  );
  return ensure(halt, 'halt').id;
}

/** Approves a withdrawal while its chain signs nothing, then moves it to a chain that is not configured. */
export async function parkWithdrawal(
  server: TestServer,
  id: string,
  approve: () => Promise<unknown>,
): Promise<void> {
  const haltId = await haltOf(server, CHAIN);
  await approve();
  await queryServer(server, "update withdrawals set chain = 'elsewhere' where id = $1", [id]);
  await queryServer(server, 'delete from chain_halts where id = $1', [haltId]);
}

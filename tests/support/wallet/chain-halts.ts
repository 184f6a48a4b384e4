/** Halts of chains, planted in the database of a running test server. */
import { ensure } from '../../../contract/assert.ts';
import { queryServer } from '../server-database.ts';
import type { TestServer } from '../test-server.ts';

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

/** Has a withdrawal approved that nobody signs, because its owner is disabled. @returns a function that enables the owner. */
export async function parkWithdrawal(
  server: TestServer,
  id: string,
  approve: () => Promise<unknown>,
): Promise<() => Promise<unknown>> {
  const disable = (at: number | null) =>
    queryServer(
      server,
      `update users set disabled_at_ms = $1
       where id = (select user_id from withdrawals where id = $2)`,
      [at, id],
    );
  await disable(1);
  await approve();
  return () => disable(null);
}

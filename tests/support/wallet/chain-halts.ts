/** Halts of chains, planted in the database of a running test server. */
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import type { ChainHalt } from '../../../server/areas/custody/custody.area.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

type HaltCause = ChainHalt['cause'];

/** @returns id of the halt. */
export async function haltOf(
  server: TestServer,
  chain: string,
  cause: HaltCause = 'settled_deposit_lost',
): Promise<string> {
  const [halt] = await queryServer<{ id: string }>(
    server,
    `insert into chain_halts (chain, cause, detail, began_at_ms) values ($1, $2, '', 0)
     returning id::text`,
    [chain, cause],
  );
  return ensure(halt, 'halt').id;
}

interface ForeignPayment {
  readonly address: string;
  /** USDT as decimal text. */
  readonly amount: string;
}

/** Has the wallet of the development chain pay with its next nonce, without the server, in blocks of its own. */
export async function payForeign(
  server: TestServer,
  { address, amount }: ForeignPayment,
  blocks: number = CHAIN_LIMITS.withdrawal_confirmations,
): Promise<{ readonly nonce: number; readonly hash: string }> {
  const payment = { address, currency_code: 'USDT', amount, from_wallet: true };
  const paid = await server.control('POST', '/chain/pay', payment);
  await server.control('POST', '/chain/mine', { blocks });
  const { transaction_hash: hash, nonce } = paid as { transaction_hash: string; nonce: number };
  return { nonce, hash };
}

/** Has a withdrawal approved that no server signs, because its owner is disabled. @returns a function that enables the owner. */
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

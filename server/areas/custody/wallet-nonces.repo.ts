/** The nonces of the wallets that pay withdrawals. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../kit/db/database.ts';
import { chainWallets } from '../../kit/db/schema/wallet.ts';

/**
 * The next nonce of the wallet, taken when `tx` commits; others wait until then.
 * @param atLeast how many transactions the chain has of the wallet: more than this table knows of only
 *   when it is from a backup, or when somebody else uses the wallet.
 */
export async function takeNonce(
  tx: Transaction,
  chain: string,
  address: string,
  atLeast: number,
): Promise<number> {
  const [row] = await tx
    .insert(chainWallets)
    .values({ chain, address, nextNonce: atLeast + 1 })
    .onConflictDoUpdate({
      target: [chainWallets.chain, chainWallets.address],
      set: {
        nextNonce: sql`greatest(${chainWallets.nextNonce}, ${atLeast}::bigint) + 1`,
      },
    })
    .returning({ nextNonce: chainWallets.nextNonce });
  if (row === undefined) throw new Error('an upsert returns its row');
  return row.nextNonce - 1;
}

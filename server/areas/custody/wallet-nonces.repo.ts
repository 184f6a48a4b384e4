/** Statements on the nonces of the hot wallets. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../kit/db/database.ts';
import { chainWallets } from '../../kit/db/schema/wallet.ts';

/**
 * Takes the next nonce of the wallet when `tx` commits; other transactions wait until then.
 * @param atLeast the number of the wallet's transactions on the chain. It exceeds this table only after
 * a restore from a backup, or when another program uses the wallet.
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

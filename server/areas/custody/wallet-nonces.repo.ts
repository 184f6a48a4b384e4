/** Statements on the nonces of the hot wallets. */
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { chainWallets } from '../../kit/db/schema/custody.ts';
import { ChainUnavailableError } from './chain-unavailable-error.ts';

const isOf = (chain: string, address: string) =>
  and(eq(chainWallets.chain, chain), eq(chainWallets.address, address));

/** The nonce of the wallet's next transaction; 0 before the first. */
export async function findNextNonce(
  database: Executor,
  chain: string,
  address: string,
): Promise<number> {
  const [row] = await database
    .select({ nextNonce: chainWallets.nextNonce })
    .from(chainWallets)
    .where(isOf(chain, address));
  return row?.nextNonce ?? 0;
}

/**
 * Passes nonces that the wallet has used on the chain without this database, from `first` to the one before
 * `next`. @returns false when `first` is not the wallet's next nonce.
 */
export async function passNonces(
  tx: Transaction,
  { chain, address }: { readonly chain: string; readonly address: string },
  first: number,
  next: number,
): Promise<boolean> {
  const set = { nextNonce: next };
  const isNext = eq(chainWallets.nextNonce, first);
  const changed =
    first === 0
      ? await tx
          .insert(chainWallets)
          .values({ chain, address, ...set })
          .onConflictDoUpdate({
            target: [chainWallets.chain, chainWallets.address],
            set,
            setWhere: isNext,
          })
          .returning({ nextNonce: chainWallets.nextNonce })
      : await tx
          .update(chainWallets)
          .set(set)
          .where(and(isOf(chain, address), isNext))
          .returning({ nextNonce: chainWallets.nextNonce });
  return changed.length === 1;
}

/**
 * Takes the next nonce of the wallet when `tx` commits; other transactions wait until then.
 * @param used the number of the wallet's transactions on the chain.
 * @throws ChainUnavailableError foreign_nonces when it exceeds this table: after a restore from a
 *   backup, when another program uses the wallet, or when a used wallet is new here. The payments of those transactions might be paid again.
 */
export async function takeNonce(
  tx: Transaction,
  chain: string,
  address: string,
  used: number,
): Promise<number> {
  const next = sql`${chainWallets.nextNonce} + 1`;
  const returned = { nextNonce: chainWallets.nextNonce };
  const [row] =
    used === 0
      ? await tx
          .insert(chainWallets)
          .values({ chain, address, nextNonce: 1 })
          .onConflictDoUpdate({
            target: [chainWallets.chain, chainWallets.address],
            set: { nextNonce: next },
          })
          .returning(returned)
      : await tx
          .update(chainWallets)
          .set({ nextNonce: next })
          .where(and(isOf(chain, address), gte(chainWallets.nextNonce, used)))
          .returning(returned);
  if (row === undefined)
    throw new ChainUnavailableError(chain, 'foreign_nonces', `${used} used by ${address}`);
  return row.nextNonce - 1;
}

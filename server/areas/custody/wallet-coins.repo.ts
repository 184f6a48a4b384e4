/** Statements on the coins of the chains. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { walletCoins } from '../../kit/db/schema/custody.ts';

/** Amounts are units of the ledger. */
export type WalletCoinRow = typeof walletCoins.$inferSelect;

/** Returns coins in the order of currencies, then of chain names. */
export function findWalletCoins(database: Executor): Promise<WalletCoinRow[]> {
  return database
    .select()
    .from(walletCoins)
    .orderBy(asc(walletCoins.currencyId), asc(walletCoins.chain));
}

/** Returns the coins that exist, in any order. */
export function findWalletCoinsOf(
  database: Executor,
  currencyIds: readonly number[],
): Promise<WalletCoinRow[]> {
  return database
    .select()
    .from(walletCoins)
    .where(inArray(walletCoins.currencyId, [...currencyIds]));
}

/** The columns that operators set. */
export type WalletCoinTerms = Pick<
  WalletCoinRow,
  'canDeposit' | 'canWithdraw' | 'minDeposit' | 'minWithdrawal' | 'withdrawalFee'
>;

const isOf = (currencyId: number, chain: string) =>
  and(eq(walletCoins.currencyId, currencyId), eq(walletCoins.chain, chain));

/** Finds a coin and locks it until the transaction ends. */
export async function lockWalletCoin(
  tx: Transaction,
  currencyId: number,
  chain: string,
): Promise<WalletCoinRow | undefined> {
  const [row] = await tx.select().from(walletCoins).where(isOf(currencyId, chain)).for('update');
  return row;
}

export async function updateWalletCoin(
  tx: Transaction,
  currencyId: number,
  chain: string,
  terms: WalletCoinTerms,
): Promise<void> {
  await tx.update(walletCoins).set(terms).where(isOf(currencyId, chain));
}

/** Inserts missing coins; of existing ones, updates only the facts of the chain. */
export async function upsertWalletCoins(
  database: Executor,
  rows: readonly WalletCoinRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await database
    .insert(walletCoins)
    .values([...rows])
    .onConflictDoUpdate({
      target: [walletCoins.currencyId, walletCoins.chain],
      set: {
        decimals: sql`excluded.decimals`,
        contractAddress: sql`excluded.contract_address`,
      },
    });
}

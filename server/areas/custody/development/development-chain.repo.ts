/** Statements on the blocks and transactions of the development chain. Writers lock the table of blocks. */
import { randomBytes } from 'node:crypto';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  notInArray,
  or,
} from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Database, Executor, Transaction } from '../../../kit/db/database.ts';
import {
  developmentBlocks as blocks,
  developmentTransactions as transactions,
} from '../../../kit/db/schema/custody.ts';
import { transaction } from '../../../kit/db/transaction.ts';
import type { Block } from '../chain.types.ts';

const columns = { number: blocks.number, hash: blocks.hash, parentHash: blocks.parentHash };

export type DevelopmentTransaction = typeof transactions.$inferSelect;

/** Runs `work` with an exclusive lock on writes to the chain; reads continue. */
export function writeToChain<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return transaction(database, async (tx) => {
    await tx.execute(sql`lock table ${blocks} in share row exclusive mode`);
    return work(tx);
  });
}

/** Returns undefined before the first block. */
export async function findHead(db: Executor): Promise<Block | undefined> {
  const [row] = await db.select(columns).from(blocks).orderBy(desc(blocks.number)).limit(1);
  return row;
}

export async function findBlock(db: Executor, number: number): Promise<Block | null> {
  const [row] = await db.select(columns).from(blocks).where(eq(blocks.number, number));
  return row ?? null;
}

/** Mines all pending transactions except `excluded`. */
export async function insertBlock(
  tx: Transaction,
  parent: Block | undefined,
  now: EpochMs,
  excluded: readonly string[] = [],
): Promise<Block> {
  const block = {
    number: (parent?.number ?? -1) + 1,
    hash: `0x${randomBytes(32).toString('hex')}`,
    parentHash: parent?.hash ?? `0x${'0'.repeat(64)}`,
  };
  await tx.insert(blocks).values({ ...block, minedAtMs: now });
  await tx
    .update(transactions)
    .set({ blockNumber: block.number })
    .where(and(isNull(transactions.blockNumber), notInArray(transactions.hash, [...excluded])));
  return block;
}

/** Removes the blocks from `number` on; their transactions become pending again. */
export async function removeBlocks(tx: Transaction, number: number): Promise<void> {
  await tx
    .update(transactions)
    .set({ blockNumber: null })
    .where(gte(transactions.blockNumber, number));
  await tx.delete(blocks).where(gte(blocks.number, number));
}

/** Removes the transactions that no block contains. */
export async function removeWaiting(tx: Transaction, hashes: readonly string[]): Promise<void> {
  await tx
    .delete(transactions)
    .where(and(isNull(transactions.blockNumber), inArray(transactions.hash, [...hashes])));
}

/** Whether a transaction is pending or has fewer than `confirmations`. */
export async function hasOutstanding(db: Executor, confirmations: number): Promise<boolean> {
  const head = db.select({ number: max(blocks.number) }).from(blocks);
  const found = await db
    .select({ hash: transactions.hash })
    .from(transactions)
    .where(
      or(
        isNull(transactions.blockNumber),
        gt(transactions.blockNumber, sql`(${head}) - ${confirmations - 1}::bigint`),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Returns false when its hash or its nonce is taken. */
export async function insertTransaction(
  db: Executor,
  row: Omit<DevelopmentTransaction, 'blockNumber'>,
): Promise<boolean> {
  const inserted = await db
    .insert(transactions)
    .values({ ...row, blockNumber: null })
    .onConflictDoNothing()
    .returning({ hash: transactions.hash });
  return inserted.length > 0;
}

export async function findTransaction(
  db: Executor,
  hash: string,
): Promise<DevelopmentTransaction | undefined> {
  const [row] = await db.select().from(transactions).where(eq(transactions.hash, hash));
  return row;
}

/** Returns the number of nonces up to the highest: of mined transactions, or of pending ones too. */
export async function countNonces(db: Executor, which: 'mined' | 'all'): Promise<number> {
  const rows = await db
    .select({ highest: max(transactions.nonce) })
    .from(transactions)
    .where(which === 'mined' ? isNotNull(transactions.blockNumber) : undefined);
  return (rows[0]?.highest ?? -1) + 1;
}

export async function findByNonce(
  db: Executor,
  nonce: number,
): Promise<DevelopmentTransaction | undefined> {
  const [row] = await db.select().from(transactions).where(eq(transactions.nonce, nonce));
  return row;
}

/** Returns the payments of one block; also empty when the block does not exist. */
export async function findBlockPayments(
  db: Executor,
  block: { readonly number: number; readonly hash: string },
): Promise<DevelopmentTransaction[]> {
  const rows = await db
    .select({ row: transactions })
    .from(transactions)
    .innerJoin(blocks, eq(blocks.number, transactions.blockNumber))
    .where(
      and(
        eq(blocks.number, block.number),
        eq(blocks.hash, block.hash),
        gt(transactions.amount, 0n),
      ),
    )
    .orderBy(asc(transactions.createdAtMs), asc(transactions.hash));
  return rows.map(({ row }) => row);
}

/** Returns pending payments, oldest first. */
export function findWaitingPayments(db: Executor): Promise<DevelopmentTransaction[]> {
  return db
    .select()
    .from(transactions)
    .where(and(isNull(transactions.blockNumber), gt(transactions.amount, 0n)))
    .orderBy(asc(transactions.createdAtMs), asc(transactions.hash));
}

/** Returns the transactions to an address, pending or mined, oldest first. */
export function findTransactionsTo(
  db: Executor,
  address: string,
): Promise<DevelopmentTransaction[]> {
  return db
    .select()
    .from(transactions)
    .where(eq(transactions.toAddress, address))
    .orderBy(asc(transactions.createdAtMs), asc(transactions.hash));
}

/** Returns the times at which `from` paid one of the addresses after `since`: at most `count`, newest first. */
export async function findPaymentTimes(
  db: Executor,
  from: string,
  addresses: readonly string[],
  since: EpochMs,
  count: number,
): Promise<readonly EpochMs[]> {
  const rows = await db
    .select({ at: transactions.createdAtMs })
    .from(transactions)
    .where(
      and(
        inArray(transactions.toAddress, [...addresses]),
        eq(transactions.fromAddress, from),
        gt(transactions.createdAtMs, since),
      ),
    )
    .orderBy(desc(transactions.createdAtMs))
    .limit(count);
  return rows.map(({ at }) => at);
}

/** Returns the received amounts of the addresses less their payments, in blocks up to `number`. */
export async function findHoldings(
  db: Executor,
  addresses: readonly string[],
  number: number,
): Promise<readonly { address: string; currencyId: number; amount: bigint }[]> {
  const side = (
    address: typeof transactions.toAddress | typeof transactions.fromAddress,
    amount: SQL<string>,
  ) =>
    db
      .select({ address, currencyId: transactions.currencyId, amount: amount.as('amount') })
      .from(transactions)
      .where(and(inArray(address, [...addresses]), lte(transactions.blockNumber, number)))
      .groupBy(address, transactions.currencyId);
  const [received, paid] = await Promise.all([
    side(transactions.toAddress, sql`sum(${transactions.amount})::text`),
    side(transactions.fromAddress, sql`(-sum(${transactions.amount}))::text`),
  ]);
  return [...received, ...paid].map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** Returns the highest nonce in a block up to `number`; null before the first. */
export async function findLastNonce(db: Executor, number: number): Promise<number | null> {
  const [row] = await db
    .select({ nonce: max(transactions.nonce) })
    .from(transactions)
    .where(lte(transactions.blockNumber, number));
  return row?.nonce ?? null;
}

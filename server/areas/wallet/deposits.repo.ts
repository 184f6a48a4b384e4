/** Statements on deposits and their shortfalls. */
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { BlockRef } from '../custody/custody.area.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { executeNamed } from '../../kit/db/named-statement.ts';
import { depositRecoveries, deposits } from '../../kit/db/schema/wallet.ts';
import type { PostingId } from '../../ledger/writer/postings.types.ts';
import type { DepositRow } from './wallet-lifecycles.ts';

type NewDeposit = Omit<typeof deposits.$inferInsert, 'id'>;
export type DepositRecovery = typeof depositRecoveries.$inferSelect;

const INTEGER_MAX = 2_147_483_647;

/** Returns undefined, with nothing stored, when the output is known. */
export async function insertDeposit(
  tx: Transaction,
  deposit: NewDeposit,
): Promise<DepositRow | undefined> {
  const rows = await tx.insert(deposits).values(deposit).onConflictDoNothing().returning();
  return rows[0];
}

/** Locks the deposit of this output; undefined when it is not known. */
export async function lockDepositOf(
  tx: Transaction,
  chain: string,
  { transactionHash, outputIndex }: Pick<DepositRow, 'transactionHash' | 'outputIndex'>,
): Promise<DepositRow | undefined> {
  const rows = await tx
    .select()
    .from(deposits)
    .where(
      and(
        eq(deposits.chain, chain),
        eq(deposits.transactionHash, transactionHash),
        eq(deposits.outputIndex, outputIndex),
      ),
    )
    .for('update');
  return rows[0];
}

const isWaiting = sql`${deposits.phase} = 'seen' and ${deposits.blockNumber} is null`;

/** Pending deposits that no block contains yet, oldest first. */
export function findWaiting(database: Executor, chain: string): Promise<DepositRow[]> {
  return database
    .select()
    .from(deposits)
    .where(and(eq(deposits.chain, chain), isWaiting))
    .orderBy(asc(deposits.id));
}

/** Counts the deposits of one user on all chains that wait for a block. */
export function countWaiting(database: Executor, userId: number): Promise<number> {
  return database.$count(deposits, and(eq(deposits.userId, userId), isWaiting));
}

/** Frees the key of its output for another deposit; a negative index is of no output. */
export async function setAside(tx: Transaction, id: number): Promise<void> {
  const outputIndex = -1 - (id % INTEGER_MAX);
  await tx.update(deposits).set({ outputIndex }).where(eq(deposits.id, id));
}

export async function lockDeposit(tx: Transaction, id: number): Promise<DepositRow> {
  const rows = await tx.select().from(deposits).where(eq(deposits.id, id)).for('update');
  return ensure(rows[0], `deposit ${id}`);
}

/** Sets the block that contains the deposit; null for none. */
export async function setDepositBlock(
  tx: Transaction,
  id: number,
  block: BlockRef | null,
): Promise<void> {
  await tx
    .update(deposits)
    .set({ blockNumber: block?.number ?? null, blockHash: block?.hash ?? null })
    .where(eq(deposits.id, id));
}

/** Deposits of this block, locked, in the order of ids. */
export function lockDepositsOfBlock(
  tx: Transaction,
  chain: string,
  { number, hash }: BlockRef,
): Promise<DepositRow[]> {
  return tx
    .select()
    .from(deposits)
    .where(
      and(
        eq(deposits.chain, chain),
        eq(deposits.blockNumber, number),
        eq(deposits.blockHash, hash),
      ),
    )
    .orderBy(asc(deposits.id))
    .for('update');
}

/**
 * Returns deposits on the chain that a further block may change, oldest first. A deposit below the minimum
 * does not change any more.
 */
export function findCounting(database: Executor, chain: string): Promise<DepositRow[]> {
  return database
    .select()
    .from(deposits)
    .where(
      and(
        eq(deposits.chain, chain),
        isNotNull(deposits.blockNumber),
        // Literally as in the two indexes: a plan with parameters would not use them.
        or(
          sql`${deposits.phase} in ('seen', 'confirming', 'credited')`,
          // A new block contains the output again.
          and(sql`${deposits.phase} = 'reversed'`, isNotNull(deposits.blockNumber)),
        ),
      ),
    )
    .orderBy(asc(deposits.id));
}

type DepositChange = Pick<DepositRow, 'phase' | 'confirmations' | 'revision' | 'updatedAtMs'> & {
  readonly blockNumber?: number | null;
  readonly blockHash?: string | null;
};

export async function updateDeposit(
  tx: Transaction,
  id: number,
  change: DepositChange,
): Promise<DepositRow> {
  const rows = await tx.update(deposits).set(change).where(eq(deposits.id, id)).returning();
  return ensure(rows[0], `deposit ${id}`);
}

interface DepositFilter {
  readonly userId: number;
  readonly currencyId?: number | undefined;
  readonly phases?: readonly DepositRow['phase'][] | undefined;
  /** Limits the list to smaller ids. */
  readonly before?: number | undefined;
  readonly count: number;
}

/** Returns the deposits of one user, newest first. */
export function findDeposits(
  database: Executor,
  { userId, currencyId, phases, before, count }: DepositFilter,
): Promise<DepositRow[]> {
  return database
    .select()
    .from(deposits)
    .where(
      and(
        eq(deposits.userId, userId),
        currencyId === undefined ? undefined : eq(deposits.currencyId, currencyId),
        phases === undefined ? undefined : inArray(deposits.phase, [...phases]),
        before === undefined ? undefined : lt(deposits.id, before),
      ),
    )
    .orderBy(desc(deposits.id))
    .limit(count);
}

/** Returns undefined for a deposit of another user. */
export async function findDeposit(
  database: Executor,
  userId: number,
  id: number,
): Promise<DepositRow | undefined> {
  const rows = await database
    .select()
    .from(deposits)
    .where(and(eq(deposits.id, id), eq(deposits.userId, userId)));
  return rows[0];
}

export interface LienRow {
  readonly currencyId: number;
  /** Credited, but without enough confirmations to be withdrawn. */
  readonly locked: bigint;
  /** The shortfall of deposits that were reversed. */
  readonly owed: bigint;
}

/** Returns the amounts that limit withdrawals of a user, by currency. */
export function findLiens(database: Executor, userId: number): Promise<LienRow[]> {
  const { currencyId, amount, phase, shortfall } = deposits;
  return database
    .select({
      currencyId,
      locked: sql`coalesce(sum(${amount}) filter (where ${phase} = 'credited'), 0)`.mapWith(BigInt),
      owed: sql`sum(${shortfall})`.mapWith(BigInt),
    })
    .from(deposits)
    .where(and(eq(deposits.userId, userId), or(sql`${phase} = 'credited'`, sql`${shortfall} > 0`)))
    .groupBy(currencyId);
}

const USERS_WITH_LIENS = {
  name: 'users_with_liens',
  text: `select distinct user_id as "userId" from deposits
    where user_id = any($1::integer[]) and (phase = 'credited' or shortfall > 0)`,
};

/** Returns the users who have a lien, see {@link findLiens}. */
export async function findUsersWithLiens(
  database: Executor,
  userIds: readonly number[],
): Promise<readonly { readonly userId: number }[]> {
  return (await executeNamed<{ userId: number }>(database, USERS_WITH_LIENS, [userIds])).rows;
}

/** Locks the deposits of a user and currency that have a shortfall, oldest first. */
export function lockOwed(
  tx: Transaction,
  userId: number,
  currencyId: number,
): Promise<DepositRow[]> {
  return tx
    .select()
    .from(deposits)
    .where(
      and(
        eq(deposits.userId, userId),
        eq(deposits.currencyId, currencyId),
        gt(deposits.shortfall, 0n),
      ),
    )
    .orderBy(asc(deposits.id))
    .for('update');
}

/** Returns ids of deposits with a shortfall, oldest first. */
export async function findOwedIds(database: Executor): Promise<number[]> {
  const rows = await database
    .select({ id: deposits.id })
    .from(deposits)
    .where(gt(deposits.shortfall, 0n))
    .orderBy(asc(deposits.id));
  return rows.map(({ id }) => id);
}

/** @param change added to the shortfall, in units. */
export async function changeShortfall(tx: Transaction, id: number, change: bigint): Promise<void> {
  await tx
    .update(deposits)
    .set({ shortfall: sql`${deposits.shortfall} + ${change}::numeric` })
    .where(eq(deposits.id, id));
}

/** Finds the recovery that is under way for the deposit. */
export async function findOpenRecovery(
  database: Executor,
  depositId: number,
): Promise<DepositRecovery | undefined> {
  const rows = await database
    .select()
    .from(depositRecoveries)
    .where(and(eq(depositRecoveries.depositId, depositId), eq(depositRecoveries.isSettled, false)));
  return rows[0];
}

/** Starts a recovery, or stores a recovery that is booked in the same transaction. @returns its id. */
export async function insertRecovery(
  tx: Transaction,
  recovery: Pick<DepositRecovery, 'depositId' | 'amount' | 'accountType' | 'isSettled'>,
): Promise<number> {
  const rows = await tx
    .insert(depositRecoveries)
    .values(recovery)
    .returning({ id: depositRecoveries.id });
  return ensure(rows[0], 'id of the recovery').id;
}

export async function setRecoveryPosting(
  tx: Transaction,
  id: number,
  postingId: PostingId,
): Promise<void> {
  await tx.update(depositRecoveries).set({ postingId }).where(eq(depositRecoveries.id, id));
}

export async function deleteRecovery(tx: Transaction, id: number): Promise<void> {
  await tx.delete(depositRecoveries).where(eq(depositRecoveries.id, id));
}

/** @returns false when it was settled before. */
export async function settleRecovery(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx
    .update(depositRecoveries)
    .set({ isSettled: true })
    .where(and(eq(depositRecoveries.id, id), eq(depositRecoveries.isSettled, false)))
    .returning({ id: depositRecoveries.id });
  return rows.length === 1;
}

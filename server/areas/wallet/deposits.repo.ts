/** Statements on deposits and on what is owed of them. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { BlockRef } from '../custody/custody.area.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { depositRecoveries, deposits } from '../../kit/db/schema/wallet.ts';
import type { PostingId } from '../spot/spot.area.ts';
import type { DepositRow } from './wallet-lifecycles.ts';

export type NewDeposit = Omit<typeof deposits.$inferInsert, 'id'>;
export type DepositRecovery = typeof depositRecoveries.$inferSelect;

/** How far back blocks of deposits below the minimum are still looked at. */
const SMALL_DEPOSITS_BLOCKS = 1_000;
const INTEGER_MAX = 2_147_483_647;

/** Undefined, with nothing stored, when the output is known. */
export async function insertDeposit(
  tx: Transaction,
  deposit: NewDeposit,
): Promise<DepositRow | undefined> {
  const rows = await tx.insert(deposits).values(deposit).onConflictDoNothing().returning();
  return rows[0];
}

/** The deposit of this output, locked; undefined when it is not known. */
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

const isWaiting = and(eq(deposits.phase, 'seen'), isNull(deposits.blockNumber));

/** Pending deposits that no block contains yet, oldest first. */
export function findWaiting(database: Executor, chain: string): Promise<DepositRow[]> {
  return database
    .select()
    .from(deposits)
    .where(and(eq(deposits.chain, chain), isWaiting))
    .orderBy(asc(deposits.id));
}

/** Of one person, on all chains. */
export function countWaiting(database: Executor, userId: number): Promise<number> {
  return database.$count(deposits, and(eq(deposits.userId, userId), isWaiting));
}

/** Frees the place of its output for another deposit; negative ones are of no output. */
export async function setAside(tx: Transaction, id: number): Promise<void> {
  const outputIndex = -1 - (id % INTEGER_MAX);
  await tx.update(deposits).set({ outputIndex }).where(eq(deposits.id, id));
}

export async function lockDeposit(tx: Transaction, id: number): Promise<DepositRow> {
  const rows = await tx.select().from(deposits).where(eq(deposits.id, id)).for('update');
  return ensure(rows[0], `deposit ${id}`);
}

/** Which block has it now; null for none. */
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
        ne(deposits.phase, 'settled'),
      ),
    )
    .orderBy(asc(deposits.id))
    .for('update');
}

/** Ids of those that this block has and that are the owner's for good. */
export async function findSettledOfBlock(
  database: Executor,
  chain: string,
  { number, hash }: BlockRef,
): Promise<number[]> {
  const rows = await database
    .select({ id: deposits.id })
    .from(deposits)
    .where(
      and(
        eq(deposits.chain, chain),
        eq(deposits.blockNumber, number),
        eq(deposits.blockHash, hash),
        eq(deposits.phase, 'settled'),
      ),
    )
    .orderBy(asc(deposits.id));
  return rows.map(({ id }) => id);
}

/** Ids of those on the chain that a further block may change, oldest first. */
export async function findCounting(
  database: Executor,
  chain: string,
  headNumber: number,
  unlockConfirmations: number,
): Promise<number[]> {
  const isSmall = and(
    eq(deposits.phase, 'below_minimum'),
    lt(deposits.confirmations, unlockConfirmations),
    gt(deposits.blockNumber, headNumber - SMALL_DEPOSITS_BLOCKS),
  );
  const rows = await database
    .select({ id: deposits.id })
    .from(deposits)
    .where(
      and(
        eq(deposits.chain, chain),
        isNotNull(deposits.blockNumber),
        // Also what a block has again and nobody has counted yet.
        or(inArray(deposits.phase, ['seen', 'confirming', 'credited', 'reversed']), isSmall),
      ),
    )
    .orderBy(asc(deposits.id));
  return rows.map(({ id }) => id);
}

export type DepositChange = Pick<
  DepositRow,
  'phase' | 'confirmations' | 'revision' | 'updatedAtMs'
> & { readonly blockNumber?: number | null; readonly blockHash?: string | null };

export async function updateDeposit(
  tx: Transaction,
  id: number,
  change: DepositChange,
): Promise<DepositRow> {
  const rows = await tx.update(deposits).set(change).where(eq(deposits.id, id)).returning();
  return ensure(rows[0], `deposit ${id}`);
}

export interface DepositFilter {
  readonly userId: number;
  readonly currencyId?: number | undefined;
  readonly phases?: readonly DepositRow['phase'][] | undefined;
  /** Only those with a smaller id. */
  readonly before?: number | undefined;
  readonly count: number;
}

/** Of one person, newest first. */
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

/** A deposit of another person is not found either. */
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
  /** Credited and not deep enough to be withdrawn. */
  readonly locked: bigint;
  /** Of deposits that a chain took back. */
  readonly owed: bigint;
}

/** What stands in the way of withdrawals of a person, by currency. */
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

/** Deposits of a person and currency of which something is owed, locked, oldest first. */
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

/** Ids of deposits of which something is owed, oldest first. */
export async function findOwedIds(database: Executor): Promise<number[]> {
  const rows = await database
    .select({ id: deposits.id })
    .from(deposits)
    .where(gt(deposits.shortfall, 0n))
    .orderBy(asc(deposits.id));
  return rows.map(({ id }) => id);
}

/** @param change of what is owed, in units. */
export async function changeShortfall(tx: Transaction, id: number, change: bigint): Promise<void> {
  await tx
    .update(deposits)
    .set({ shortfall: sql`${deposits.shortfall} + ${change}::numeric` })
    .where(eq(deposits.id, id));
}

/** The try that is under way for the deposit. */
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

/** Begins a try. @returns its id. */
export async function insertRecovery(
  tx: Transaction,
  depositId: number,
  amount: bigint,
): Promise<number> {
  const rows = await tx
    .insert(depositRecoveries)
    .values({ depositId, amount, isSettled: false })
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

/** @returns false when somebody else has settled it. */
export async function settleRecovery(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx
    .update(depositRecoveries)
    .set({ isSettled: true })
    .where(and(eq(depositRecoveries.id, id), eq(depositRecoveries.isSettled, false)))
    .returning({ id: depositRecoveries.id });
  return rows.length === 1;
}

/** Statements on staking products and positions. */
import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { StakingState } from '../../../contract/staking/staking-kinds.ts';
import { DAY_MS, type EpochMs } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { ledgerAccounts } from '../../kit/db/schema/ledger.ts';
import {
  stakingDividends,
  stakingPositions,
  stakingProducts,
} from '../../kit/db/schema/staking.ts';
import type { PositionRow, ProductRow } from './staking.types.ts';

/** Positions that their owner sees. */
const SEEN: readonly StakingState[] = ['in_effect', 'expired'];

export function findProducts(database: Executor): Promise<ProductRow[]> {
  return database.select().from(stakingProducts).orderBy(asc(stakingProducts.id));
}

export async function findProduct(database: Executor, id: number): Promise<ProductRow | undefined> {
  const rows = await database.select().from(stakingProducts).where(eq(stakingProducts.id, id));
  return rows[0];
}

/** Returns the product, locked until the transaction ends: its subscriptions are sequential. */
export async function lockProduct(tx: Transaction, id: number): Promise<ProductRow | undefined> {
  const rows = await tx
    .select()
    .from(stakingProducts)
    .where(eq(stakingProducts.id, id))
    .for('update');
  return rows[0];
}

/** Adds to the principal that the positions of the product hold. @param amount negative when a position ends. */
export async function changeTaken(tx: Transaction, id: number, amount: bigint): Promise<void> {
  await tx
    .update(stakingProducts)
    .set({ taken: sql`${stakingProducts.taken} + ${String(amount)}::numeric` })
    .where(eq(stakingProducts.id, id));
}

/** Returns the principal of the user's positions of the product that are requested or in effect. */
export async function sumHeld(tx: Transaction, userId: number, productId: number): Promise<bigint> {
  const rows = await tx
    .select({ sum: sql`coalesce(sum(${stakingPositions.amount}), 0)`.mapWith(BigInt) })
    .from(stakingPositions)
    .where(
      and(
        eq(stakingPositions.userId, userId),
        eq(stakingPositions.productId, productId),
        inArray(stakingPositions.phase, ['requested', 'in_effect']),
      ),
    );
  return ensure(rows[0], 'the sum of positions').sum;
}

export async function insertPosition(
  tx: Transaction,
  row: typeof stakingPositions.$inferInsert,
): Promise<PositionRow> {
  const rows = await tx.insert(stakingPositions).values(row).returning();
  return ensure(rows[0], 'the position that was inserted');
}

export async function updatePosition(
  tx: Transaction,
  id: number,
  change: Partial<Omit<typeof stakingPositions.$inferInsert, 'id'>>,
): Promise<PositionRow> {
  const rows = await tx
    .update(stakingPositions)
    .set(change)
    .where(eq(stakingPositions.id, id))
    .returning();
  return ensure(rows[0], `staking position ${id}`);
}

/** The first dividend is due at the end of the first day that earns. */
export async function startDividends(tx: Transaction, id: number): Promise<PositionRow> {
  const rows = await tx
    .update(stakingPositions)
    .set({ nextDividendAtMs: sql`${stakingPositions.firstDayMs} + ${DAY_MS}` })
    .where(eq(stakingPositions.id, id))
    .returning();
  return ensure(rows[0], `staking position ${id}`);
}

/** Finds the user's position of the key, in any phase. */
export async function findKeyedPosition(
  database: Executor,
  userId: number,
  idempotencyKey: string,
): Promise<PositionRow | undefined> {
  const rows = await database
    .select()
    .from(stakingPositions)
    .where(
      and(eq(stakingPositions.userId, userId), eq(stakingPositions.idempotencyKey, idempotencyKey)),
    );
  return rows[0];
}

export async function findPosition(
  database: Executor,
  id: number,
): Promise<PositionRow | undefined> {
  const rows = await database.select().from(stakingPositions).where(eq(stakingPositions.id, id));
  return rows[0];
}

export function findPositionsById(
  database: Executor,
  ids: readonly number[],
): Promise<PositionRow[]> {
  return database
    .select()
    .from(stakingPositions)
    .where(inArray(stakingPositions.id, [...ids]));
}

/** Finds a position that its owner sees. */
export async function findOwnPosition(
  database: Executor,
  userId: number,
  id: number,
): Promise<PositionRow | undefined> {
  const found = await findPosition(database, id);
  const isSeen = found?.userId === userId && SEEN.some((state) => state === found.phase);
  return isSeen ? found : undefined;
}

interface PositionFilter {
  readonly userId: number;
  readonly state?: StakingState | undefined;
  readonly currencyId?: number | undefined;
  /** Limits the list to smaller numbers. */
  readonly before?: number | undefined;
  readonly count: number;
}

/** Returns positions that their owner sees, newest first. */
export function findPositions(
  database: Executor,
  { userId, state, currencyId, before, count }: PositionFilter,
): Promise<PositionRow[]> {
  return database
    .select()
    .from(stakingPositions)
    .where(
      and(
        eq(stakingPositions.userId, userId),
        inArray(stakingPositions.phase, state === undefined ? [...SEEN] : [state]),
        currencyId === undefined ? undefined : eq(stakingPositions.currencyId, currencyId),
        before === undefined ? undefined : lt(stakingPositions.id, before),
      ),
    )
    .orderBy(desc(stakingPositions.id))
    .limit(count);
}

/** Returns the next positions after `after` whose principal was asked for and not answered yet. */
export function findRequested(
  database: Executor,
  after: number,
  count: number,
): Promise<PositionRow[]> {
  return database
    .select()
    .from(stakingPositions)
    .where(and(eq(stakingPositions.phase, 'requested'), gt(stakingPositions.id, after)))
    .orderBy(asc(stakingPositions.id))
    .limit(count);
}

/** Returns the next positions after `after` whose dividends are all paid. */
export async function findCompleted(
  database: Executor,
  after: number,
  count: number,
): Promise<number[]> {
  const rows = await database
    .select({ id: stakingPositions.id })
    .from(stakingPositions)
    .where(
      and(
        eq(stakingPositions.phase, 'in_effect'),
        isNull(stakingPositions.nextDividendAtMs),
        gt(stakingPositions.id, after),
      ),
    )
    .orderBy(asc(stakingPositions.id))
    .limit(count);
  return rows.map(({ id }) => id);
}

interface PaidDay {
  readonly day: number;
  readonly amount: bigint;
  readonly paidAtMs: EpochMs;
}

/** Returns the paid days of a position, the newest first. */
export function findDividends(database: Executor, positionId: number): Promise<PaidDay[]> {
  return database
    .select({
      day: stakingDividends.day,
      amount: stakingDividends.amount,
      paidAtMs: stakingDividends.paidAtMs,
    })
    .from(stakingDividends)
    .where(eq(stakingDividends.positionId, positionId))
    .orderBy(desc(stakingDividends.day));
}

/** Returns the available units of the user's financial account, locked until the transaction ends. */
export async function lockEarnings(
  tx: Transaction,
  { userId, currencyId }: Pick<PositionRow, 'userId' | 'currencyId'>,
): Promise<bigint> {
  const rows = await tx
    .select({ available: ledgerAccounts.available })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.ownerId, userId),
        eq(ledgerAccounts.accountType, ACCOUNT_TYPES.financial),
        eq(ledgerAccounts.currencyId, currencyId),
      ),
    )
    .for('update');
  return rows[0]?.available ?? 0n;
}

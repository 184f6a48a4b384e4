/** Statements on the credit of deposits that may still be reversed, and on the deposits below the minimum. */
import { and, eq, gt, sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { deposits, smallDeposits } from '../../kit/db/schema/wallet.ts';

const CREDIT_LOCK = 0x6372_6564;

/** Lets one transaction at a time decide on credits, so that no two take the same rest of a cap. */
export async function lockCredit(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CREDIT_LOCK})`);
}

/** Units of one currency. */
interface UnsettledSum {
  readonly currencyId: number;
  /** Credited to all users, and not final. */
  readonly total: bigint;
  /** Credited to the user and not final, and the shortfall of the user. */
  readonly ofUser: bigint;
}

export function sumUnsettled(db: Executor, userId: number): Promise<UnsettledSum[]> {
  const { currencyId, amount, phase, shortfall } = deposits;
  const credited = sql`case when ${phase} = 'credited' then ${amount} else 0 end`;
  const isOfUser = eq(deposits.userId, userId);
  return db
    .select({
      currencyId,
      total: sql`sum(${credited})`.mapWith(BigInt),
      ofUser: sql`coalesce(sum(${credited} + ${shortfall}) filter (where ${isOfUser}), 0)`.mapWith(
        BigInt,
      ),
    })
    .from(deposits)
    .where(sql`${phase} = 'credited' or ${and(isOfUser, sql`${shortfall} > 0`)}`)
    .groupBy(currencyId);
}

/** Returns the users with a shortfall of reversed deposits. */
export async function findOwingUsers(db: Executor): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectDistinct({ userId: deposits.userId })
    .from(deposits)
    .where(gt(deposits.shortfall, 0n));
  return new Set(rows.map(({ userId }) => userId));
}

/** Returns the counted deposits below the minimum of the user and UTC day. */
export async function findSmallDeposits(
  db: Executor,
  userId: number,
  dayMs: EpochMs,
): Promise<number> {
  const rows = await db
    .select({ count: smallDeposits.count })
    .from(smallDeposits)
    .where(and(eq(smallDeposits.userId, userId), eq(smallDeposits.dayMs, dayMs)));
  return rows[0]?.count ?? 0;
}

/** Counts one more deposit below the minimum. @returns the count of the user and UTC day. */
export async function countSmallDeposit(
  tx: Transaction,
  userId: number,
  dayMs: EpochMs,
): Promise<number> {
  const rows = await tx
    .insert(smallDeposits)
    .values({ userId, dayMs, count: 1 })
    .onConflictDoUpdate({
      target: [smallDeposits.userId, smallDeposits.dayMs],
      set: { count: sql`${smallDeposits.count} + 1` },
    })
    .returning({ count: smallDeposits.count });
  return ensure(rows[0], 'count of small deposits').count;
}

/** Statements on changes of the funds of the exchange by operators. */
import { and, asc, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { fundChanges, operators } from '../../kit/db/schema/operator.ts';

export type FundChange = typeof fundChanges.$inferSelect;
export type Fund = FundChange['fund'];
interface NamedFundChange extends FundChange {
  readonly askedByName: string;
}

/** Returns the waiting ones, oldest first, then the newest `count` of the others. */
export async function findFundChanges(
  database: Executor,
  fund: Fund,
  count: number,
): Promise<readonly NamedFundChange[]> {
  const select = () =>
    database
      .select({ change: fundChanges, name: operators.name })
      .from(fundChanges)
      .leftJoin(operators, eq(operators.id, fundChanges.askedBy));
  const waiting = await select()
    .where(and(eq(fundChanges.fund, fund), eq(fundChanges.state, 'waiting')))
    .orderBy(asc(fundChanges.id));
  const decided = await select()
    .where(and(eq(fundChanges.fund, fund), ne(fundChanges.state, 'waiting')))
    .orderBy(desc(fundChanges.id))
    .limit(count);
  return [...waiting, ...decided].map(({ change, name }) => ({
    ...change,
    askedByName: name ?? '',
  }));
}

/** Locks the row until the transaction ends. */
export async function lockFundChange(
  tx: Transaction,
  fund: Fund,
  id: number,
): Promise<FundChange | undefined> {
  const [row] = await tx
    .select()
    .from(fundChanges)
    .where(and(eq(fundChanges.id, id), eq(fundChanges.fund, fund)))
    .for('update');
  return row;
}

/** Returns the units of USDT that operators have moved alone since that time, additions and takings together. */
export async function sumWorthMovedAlone(
  database: Executor,
  fund: Fund,
  since: EpochMs,
): Promise<bigint> {
  const [row] = await database
    .select({ moved: sql<string>`coalesce(sum(${fundChanges.worth}), 0)::text` })
    .from(fundChanges)
    .where(
      and(
        eq(fundChanges.fund, fund),
        eq(fundChanges.askedBy, fundChanges.decidedBy),
        inArray(fundChanges.state, ['approved', 'booked']),
        gte(fundChanges.decidedAtMs, since),
      ),
    );
  return BigInt(row?.moved ?? '0');
}

export async function insertFundChange(
  tx: Transaction,
  change: typeof fundChanges.$inferInsert,
): Promise<void> {
  await tx.insert(fundChanges).values(change);
}

export async function updateFundChange(
  database: Executor,
  id: number,
  change: Partial<Pick<FundChange, 'state' | 'decidedBy' | 'decidedAtMs'>>,
): Promise<void> {
  await database.update(fundChanges).set(change).where(eq(fundChanges.id, id));
}

/** Returns the changes that are not booked although they are approved, oldest first. */
export function findApprovedFundChanges(database: Executor, fund: Fund): Promise<FundChange[]> {
  return database
    .select()
    .from(fundChanges)
    .where(and(eq(fundChanges.fund, fund), eq(fundChanges.state, 'approved')))
    .orderBy(asc(fundChanges.id));
}

/** Returns how many changes of the fund wait for another operator. */
export const countFundChangesWaiting = (database: Executor, fund: Fund): Promise<number> =>
  database.$count(fundChanges, and(eq(fundChanges.fund, fund), eq(fundChanges.state, 'waiting')));

/** Statements on changes of the funds of contracts by operators. */
import { and, asc, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, Executor, Transaction } from '../../kit/db/database.ts';
import { leverFundings, leverFunds } from '../../kit/db/schema/lever.ts';
import { operators } from '../../kit/db/schema/operator.ts';

export type LeverFunding = typeof leverFundings.$inferSelect;
interface NamedFunding extends LeverFunding {
  readonly askedByName: string;
}

/** Returns the waiting ones, oldest first, then the newest `count` of the others. */
export async function findFundings(
  database: Executor,
  count: number,
): Promise<readonly NamedFunding[]> {
  const select = () =>
    database
      .select({ funding: leverFundings, name: operators.name })
      .from(leverFundings)
      .leftJoin(operators, eq(operators.id, leverFundings.askedBy));
  const waiting = await select()
    .where(eq(leverFundings.state, 'waiting'))
    .orderBy(asc(leverFundings.id));
  const decided = await select()
    .where(ne(leverFundings.state, 'waiting'))
    .orderBy(desc(leverFundings.id))
    .limit(count);
  return [...waiting, ...decided].map(({ funding, name }) => ({
    ...funding,
    askedByName: name ?? '',
  }));
}

/** Locks the row until the transaction ends. */
export async function lockFunding(tx: Transaction, id: number): Promise<LeverFunding | undefined> {
  const [row] = await tx.select().from(leverFundings).where(eq(leverFundings.id, id)).for('update');
  return row;
}

/** Returns the amounts that operators have moved alone since that time, additions and takings together, in units. */
export async function sumMovedAlone(database: Executor, since: EpochMs): Promise<bigint> {
  const [row] = await database
    .select({
      moved: sql<string>`coalesce(sum(abs(${leverFundings.pool}) + abs(${leverFundings.insurance})), 0)::text`,
    })
    .from(leverFundings)
    .where(
      and(
        eq(leverFundings.askedBy, leverFundings.decidedBy),
        inArray(leverFundings.state, ['approved', 'booked']),
        gte(leverFundings.decidedAtMs, since),
      ),
    );
  return BigInt(row?.moved ?? '0');
}

export async function insertFunding(
  tx: Transaction,
  funding: typeof leverFundings.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(leverFundings).values(funding).returning({ id: leverFundings.id });
  if (row === undefined) throw new Error('the funding was not stored');
  return row.id;
}

export async function updateFunding(
  database: Executor,
  id: number,
  change: Partial<Pick<LeverFunding, 'state' | 'decidedBy' | 'decidedAtMs'>>,
): Promise<void> {
  await database.update(leverFundings).set(change).where(eq(leverFundings.id, id));
}

/** Returns the fundings that are not booked although they are approved, oldest first. */
export function findApproved(database: Database): Promise<LeverFunding[]> {
  return database
    .select()
    .from(leverFundings)
    .where(eq(leverFundings.state, 'approved'))
    .orderBy(asc(leverFundings.id));
}

/** Returns whether the dealing writer has booked a funding with this request id. */
export async function isBooked(database: Database, requestId: string): Promise<boolean> {
  return (await database.$count(leverFunds, eq(leverFunds.requestId, requestId))) > 0;
}

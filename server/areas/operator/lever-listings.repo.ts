/** Statements on the contract markets that operators asked for. */
import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../../kit/db/database.ts';
import { leverListings } from '../../kit/db/schema/lever.ts';
import { operators } from '../../kit/db/schema/operator.ts';

export type LeverListing = typeof leverListings.$inferSelect;
interface NamedListing extends LeverListing {
  readonly askedByName: string;
}

/** Returns the waiting ones, oldest first, then the newest `count` of the others. */
export async function findListings(
  database: Executor,
  count: number,
): Promise<readonly NamedListing[]> {
  const select = () =>
    database
      .select({ listing: leverListings, name: operators.name })
      .from(leverListings)
      .leftJoin(operators, eq(operators.id, leverListings.askedBy));
  const waiting = await select()
    .where(eq(leverListings.state, 'waiting'))
    .orderBy(asc(leverListings.id));
  const decided = await select()
    .where(ne(leverListings.state, 'waiting'))
    .orderBy(desc(leverListings.id))
    .limit(count);
  return [...waiting, ...decided].map(({ listing, name }) => ({
    ...listing,
    askedByName: name ?? '',
  }));
}

/** Locks the row until the transaction ends. */
export async function lockListing(tx: Transaction, id: number): Promise<LeverListing | undefined> {
  const [row] = await tx.select().from(leverListings).where(eq(leverListings.id, id)).for('update');
  return row;
}

/** Whether a market for the instrument waits for a decision, or for the dealing writer. */
export async function isListingOpen(database: Executor, instrument: string): Promise<boolean> {
  const open = and(
    eq(leverListings.instrument, instrument),
    inArray(leverListings.state, ['waiting', 'approved']),
  );
  return (await database.$count(leverListings, open)) > 0;
}

export async function insertListing(
  tx: Transaction,
  listing: typeof leverListings.$inferInsert,
): Promise<void> {
  await tx.insert(leverListings).values(listing);
}

export async function updateListing(
  database: Executor,
  id: number,
  change: Partial<Pick<LeverListing, 'state' | 'decidedBy' | 'decidedAtMs'>>,
): Promise<void> {
  await database.update(leverListings).set(change).where(eq(leverListings.id, id));
}

/** Returns the listings that the dealing writer does not have yet although they are approved, oldest first. */
export function findApprovedListings(database: Database): Promise<LeverListing[]> {
  return database
    .select()
    .from(leverListings)
    .where(eq(leverListings.state, 'approved'))
    .orderBy(asc(leverListings.id));
}

/** Statements on token offerings, their published lists and their tokens. */
import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { UNSEEN_PHASES } from '../../../contract/ieo/ieo-kinds.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../../kit/db/named-statement.ts';
import {
  ieoFundings,
  ieoOfferings,
  ieoPublications,
  ieoSubscriptions,
} from '../../kit/db/schema/ieo.ts';
import type { OfferingRow, PublicationRow } from './ieo.types.ts';

type OfferingValues = typeof ieoOfferings.$inferInsert;

/** Returns the offerings that users see, the newest first. */
export function findSeenOfferings(database: Executor): Promise<OfferingRow[]> {
  return database
    .select()
    .from(ieoOfferings)
    .where(notInArray(ieoOfferings.phase, [...UNSEEN_PHASES]))
    .orderBy(desc(ieoOfferings.opensAtMs), desc(ieoOfferings.id));
}

export async function findOffering(
  database: Executor,
  id: number,
): Promise<OfferingRow | undefined> {
  const rows = await database.select().from(ieoOfferings).where(eq(ieoOfferings.id, id));
  return rows[0];
}

/** Returns offerings by their ids. */
export async function findOfferingsById(
  database: Executor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OfferingRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .select()
    .from(ieoOfferings)
    .where(inArray(ieoOfferings.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the offering, locked until the transaction ends: its subscriptions are sequential. */
export async function lockOffering(tx: Transaction, id: number): Promise<OfferingRow | undefined> {
  const rows = await tx.select().from(ieoOfferings).where(eq(ieoOfferings.id, id)).for('update');
  return rows[0];
}

export async function insertOffering(tx: Transaction, row: OfferingValues): Promise<OfferingRow> {
  const rows = await tx.insert(ieoOfferings).values(row).returning();
  return ensure(rows[0], 'the offering that was inserted');
}

export async function updateOffering(
  tx: Transaction,
  id: number,
  change: Partial<Omit<OfferingValues, 'id'>>,
): Promise<OfferingRow> {
  const rows = await tx.update(ieoOfferings).set(change).where(eq(ieoOfferings.id, id)).returning();
  return ensure(rows[0], `offering ${id}`);
}

/** Adds the steps of a payment to the steps that all users ask for. */
export async function addSubscribed(
  tx: Transaction,
  id: number,
  { steps, subscribers }: { readonly steps: number; readonly subscribers: number },
): Promise<void> {
  await tx
    .update(ieoOfferings)
    .set({
      subscribed: sql`${ieoOfferings.subscribed} + ${steps}::bigint`,
      subscribers: sql`${ieoOfferings.subscribers} + ${subscribers}::integer`,
    })
    .where(eq(ieoOfferings.id, id));
}

/** An outage has moved the end of subscribing. */
export async function extendClosing(
  tx: Transaction,
  ids: readonly number[],
  byMs: number,
): Promise<void> {
  await tx
    .update(ieoOfferings)
    .set({ closesAtMs: sql`${ieoOfferings.closesAtMs} + ${byMs}::bigint` })
    .where(inArray(ieoOfferings.id, [...ids]));
}

/** Whether the exchange allocates, distributes or refunds the offering now. */
const IS_WORKING = `(ieo_offerings.phase in ('allocating', 'distributing') or (
  ieo_offerings.phase = 'cancelled' and exists (
    select from ieo_subscriptions where offering_id = ieo_offerings.id
      and ieo_subscriptions.phase in ('requested', 'committed'))))`;
/** Asked every second by each server, nearly always in vain. */
const ARE_WORKING: NamedStatement = {
  name: 'ieo_offerings_are_working',
  text: `select from ieo_offerings where ${IS_WORKING} limit 1`,
};

/** Returns offerings that the exchange allocates, distributes or refunds now. */
export async function findWorking(database: Executor): Promise<OfferingRow[]> {
  const { rowCount } = await executeNamed(database, ARE_WORKING, []);
  if (rowCount === 0) return [];
  return database
    .select()
    .from(ieoOfferings)
    .where(sql.raw(IS_WORKING))
    .orderBy(asc(ieoOfferings.id));
}

/** Returns how many subscriptions ask for each number of steps. */
export async function findDemand(
  database: Executor,
  offeringId: number,
): Promise<readonly { readonly steps: number; readonly subscriptions: number }[]> {
  return database
    .select({
      steps: ieoSubscriptions.steps,
      subscriptions: sql`count(*)::integer`.mapWith(Number),
    })
    .from(ieoSubscriptions)
    .where(
      and(
        eq(ieoSubscriptions.offeringId, offeringId),
        inArray(ieoSubscriptions.phase, ['committed', 'settled', 'refunded']),
      ),
    )
    .groupBy(ieoSubscriptions.steps)
    .orderBy(asc(ieoSubscriptions.steps));
}

/**
 * Publishes a list; a published list stays. Its time is never before the time of the first list, also when the clock
 * was set back.
 */
export async function insertPublication(tx: Transaction, row: PublicationRow): Promise<void> {
  const { offeringId, atMs } = ieoPublications;
  const firstAt = sql`(select max(${atMs}) from ${ieoPublications} where ${eq(offeringId, row.offeringId)})`;
  await tx
    .insert(ieoPublications)
    .values({ ...row, atMs: sql`greatest(${row.atMs}::bigint, ${firstAt})` })
    .onConflictDoNothing();
}

export interface Publications {
  readonly inputs: PublicationRow;
  readonly outputs: PublicationRow | undefined;
}

/** Returns the published lists; undefined before the first. */
export async function findPublications(
  database: Executor,
  offeringId: number,
): Promise<Publications | undefined> {
  const rows = await database
    .select()
    .from(ieoPublications)
    .where(eq(ieoPublications.offeringId, offeringId));
  const inputs = rows.find(({ list }) => list === 'inputs');
  return inputs && { inputs, outputs: rows.find(({ list }) => list === 'outputs') };
}

interface Funding {
  readonly currencyId: number;
  readonly amount: bigint;
  readonly requestId: string;
  readonly atMs: EpochMs;
}

/** @returns its number. */
export async function insertFunding(tx: Transaction, funding: Funding): Promise<number> {
  const rows = await tx.insert(ieoFundings).values(funding).returning();
  return ensure(rows[0], 'the funding that was inserted').id;
}

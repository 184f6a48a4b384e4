/** Statements on collection methods. Removed ones stay stored, and no statement finds them. */
import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { collectionMethods } from '../../kit/db/schema/people.ts';

export type StoredMethod = typeof collectionMethods.$inferSelect;
/** The fields that its owner sets. */
type MethodDetails = Omit<StoredMethod, 'id' | 'userId' | 'removedAtMs'>;

const isKept = (userId: number) =>
  and(eq(collectionMethods.userId, userId), isNull(collectionMethods.removedAtMs));

/** Returns methods in the order in which they were added. */
export function findMethods(database: Executor, userId: number): Promise<StoredMethod[]> {
  return database
    .select()
    .from(collectionMethods)
    .where(isKept(userId))
    .orderBy(asc(collectionMethods.id));
}

/** Finds the user's own method of this id; undefined for another user's, like for an unknown id. */
export async function findMethod(
  database: Executor,
  userId: number,
  id: number,
): Promise<StoredMethod | undefined> {
  const rows = await database
    .select()
    .from(collectionMethods)
    .where(and(isKept(userId), eq(collectionMethods.id, id)));
  return rows[0];
}

export async function countMethods(database: Executor, userId: number): Promise<number> {
  const rows = await database
    .select({ methods: count() })
    .from(collectionMethods)
    .where(isKept(userId));
  return Number(rows[0]?.methods ?? 0);
}

export async function insertMethod(
  database: Executor,
  userId: number,
  details: MethodDetails,
): Promise<readonly StoredMethod[]> {
  return database
    .insert(collectionMethods)
    .values({ userId, ...details })
    .returning();
}

export async function updateMethod(
  database: Executor,
  userId: number,
  id: number,
  details: MethodDetails,
): Promise<readonly StoredMethod[]> {
  return database
    .update(collectionMethods)
    .set(details)
    .where(and(isKept(userId), eq(collectionMethods.id, id)))
    .returning();
}

/** @returns false when the user has no method of this id. */
export async function removeMethod(
  database: Executor,
  userId: number,
  id: number,
  now: EpochMs,
): Promise<boolean> {
  const rows = await database
    .update(collectionMethods)
    .set({ removedAtMs: now })
    .where(and(isKept(userId), eq(collectionMethods.id, id)))
    .returning({ id: collectionMethods.id });
  return rows.length === 1;
}

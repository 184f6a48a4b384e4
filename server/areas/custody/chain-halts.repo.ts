/** Statements on halts of chains. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { chainHalts } from '../../kit/db/schema/custody.ts';

export type ChainHalt = typeof chainHalts.$inferSelect;
export type HaltCause = ChainHalt['cause'];

const lasts = isNull(chainHalts.endedAtMs);

/** @returns false when the chain has a halt of this cause already. */
export async function insertHalt(
  db: Executor,
  halt: Pick<ChainHalt, 'chain' | 'cause' | 'detail' | 'beganAtMs'>,
): Promise<boolean> {
  const rows = await db
    .insert(chainHalts)
    .values(halt)
    .onConflictDoNothing()
    .returning({ id: chainHalts.id });
  return rows.length === 1;
}

/** Returns the chains that have a halt. */
export function findHalted(
  db: Executor,
  chains: readonly string[],
): Promise<{ readonly chain: string }[]> {
  return db
    .selectDistinct({ chain: chainHalts.chain })
    .from(chainHalts)
    .where(and(inArray(chainHalts.chain, [...chains]), lasts));
}

/** Halts that last, oldest first. */
export function findHalts(db: Executor): Promise<ChainHalt[]> {
  return db.select().from(chainHalts).where(lasts).orderBy(asc(chainHalts.id));
}

/** Ends the halt of this cause. @returns false when none lasts. */
export async function endWithoutOperator(
  db: Executor,
  chain: string,
  cause: HaltCause,
  now: EpochMs,
): Promise<boolean> {
  const rows = await db
    .update(chainHalts)
    .set({ endedAtMs: now })
    .where(and(eq(chainHalts.chain, chain), eq(chainHalts.cause, cause), lasts))
    .returning({ id: chainHalts.id });
  return rows.length > 0;
}

/** @returns false when it has ended before. */
export async function endHalt(
  tx: Transaction,
  id: number,
  operatorId: number,
  now: EpochMs,
): Promise<boolean> {
  const rows = await tx
    .update(chainHalts)
    .set({ endedAtMs: now, operatorId })
    .where(and(eq(chainHalts.id, id), lasts))
    .returning({ id: chainHalts.id });
  return rows.length === 1;
}

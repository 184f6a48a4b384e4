/** Limits that users of fast contracts have set, and the results of their day. */
import { and, eq, gte, notInArray, sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import type { EpochMs } from '../../../contract/time.ts';
import {
  NO_LIMITS,
  type OwnLimits,
  type StoredMicroOwner,
} from '../../engine/micro/micro-owner.ts';
import type { Executor } from '../../kit/db/database.ts';
import { microLimits, microOrders } from '../../kit/db/schema/micro.ts';
import type { MicroOwnerTime } from './micro.types.ts';

/** Reads the limits of an owner, and the result of the owner's ended orders. */
export async function findMicroOwner(
  database: Executor,
  ownerId: number,
  { since, except }: MicroOwnerTime,
): Promise<StoredMicroOwner> {
  const { id, ownerId: owner, stake, payout, settledAtMs } = microOrders;
  const [limits] = await database
    .select()
    .from(microLimits)
    .where(eq(microLimits.ownerId, ownerId));
  const [result] = await database
    .select({ loss: sql<string>`coalesce(sum(${stake} - ${payout}), 0)::text` })
    .from(microOrders)
    .where(and(eq(owner, ownerId), gte(settledAtMs, since), notInArray(id, [...except])));
  return {
    limits: limits === undefined ? NO_LIMITS : ownLimitsOf(limits),
    lossSince: BigInt(ensure(result, 'a sum').loss),
  };
}

export async function storeMicroLimits(
  database: Executor,
  ownerId: number,
  { dailyLoss, next, breakUntilMs }: OwnLimits,
  now: EpochMs,
): Promise<void> {
  const row = {
    dailyLoss,
    nextDailyLoss: next?.dailyLoss ?? null,
    nextFromMs: next?.fromMs ?? null,
    breakUntilMs,
    atMs: now,
  };
  await database
    .insert(microLimits)
    .values({ ownerId, ...row })
    .onConflictDoUpdate({ target: microLimits.ownerId, set: row });
}

function ownLimitsOf(row: typeof microLimits.$inferSelect): OwnLimits {
  const amount = (value: bigint | null) => (value === null ? null : units(value));
  const { nextFromMs: fromMs } = row;
  return {
    dailyLoss: amount(row.dailyLoss),
    next: fromMs === null ? null : { dailyLoss: amount(row.nextDailyLoss), fromMs },
    breakUntilMs: row.breakUntilMs,
  };
}

/** Limits that users of fast contracts have set, and the results of their day. */
import { and, gte, sql, type AnyColumn } from 'drizzle-orm';
import { units } from '../../../contract/money/units.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { NO_LIMITS, type OwnLimits } from '../../engine/micro/micro-owner.ts';
import type { Executor } from '../../kit/db/database.ts';
import { microLimits, microOrders } from '../../kit/db/schema/micro.ts';
import type { StoredMicroOwner } from './micro.types.ts';

/** @param since start of the UTC day. */
export async function findMicroOwners(
  database: Executor,
  ownerIds: readonly number[],
  since: EpochMs,
): Promise<ReadonlyMap<number, StoredMicroOwner>> {
  if (ownerIds.length === 0) return new Map();
  // One parameter for any number of owners.
  const isOwner = (column: AnyColumn) => sql`${column} = any(${sql.param([...ownerIds])})`;
  const limits = await database.select().from(microLimits).where(isOwner(microLimits.ownerId));
  const losses = await database
    .select({
      ownerId: microOrders.ownerId,
      loss: sql<string>`sum(${microOrders.stake} - ${microOrders.payout})::text`,
    })
    .from(microOrders)
    .where(and(isOwner(microOrders.ownerId), gte(microOrders.settledAtMs, since)))
    .groupBy(microOrders.ownerId);
  const lossOf = new Map(losses.map(({ ownerId, loss }) => [ownerId, BigInt(loss)]));
  const limitsOf = new Map(limits.map((row) => [row.ownerId, ownLimitsOf(row)]));
  return new Map(
    ownerIds.map((ownerId) => [
      ownerId,
      { limits: limitsOf.get(ownerId) ?? NO_LIMITS, lossSince: lossOf.get(ownerId) ?? 0n },
    ]),
  );
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

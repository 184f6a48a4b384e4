/** Statements on buyers whose accounts must be disabled for payments that were judged false. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Executor } from '../../../kit/db/database.ts';
import { fiatOrders } from '../../../kit/db/schema/fiat.ts';
import { users } from '../../../kit/db/schema/identity.ts';
import { auditLog } from '../../../kit/db/schema/operator.ts';

/** A buyer whose account is enabled, and their last payment that was judged false. */
export interface FalsePayer {
  readonly buyerId: number;
  readonly orderId: number;
  /** The operator that judged it. */
  readonly operatorId: number;
}

/** The request id of a disabling in the audit log; each order causes at most one. */
export const freezeRequestId = (orderId: number): string => `fiat-order-${orderId}`;

interface FalsePayerFilter {
  /** Counts payments that were judged after this time. */
  readonly since: EpochMs;
  readonly countMin: number;
  /** Limits the search to one buyer. */
  readonly buyerId?: number;
}

/**
 * Finds buyers with at least `countMin` false payments that were not disabled for the last one yet. An
 * operator may have enabled them since.
 */
export async function findFalsePayers(
  database: Executor,
  { since, countMin, buyerId }: FalsePayerFilter,
): Promise<FalsePayer[]> {
  const { id, endedAtMs, isPaymentFalse, operatorId } = fiatOrders;
  const lastFirst = sql`${endedAtMs} desc, ${id} desc`;
  const lastId = sql`(array_agg(${id} order by ${lastFirst}))[1]`;
  const wasDisabled = sql`exists (select 1 from ${auditLog}
    where ${auditLog.subjectKind} = 'user' and ${auditLog.subjectId} = ${fiatOrders.buyerId}::text
      and ${auditLog.requestId} = ${freezeRequestId(0).slice(0, -1)} || ${lastId})`;
  return database
    .select({
      buyerId: fiatOrders.buyerId,
      orderId: lastId.mapWith(Number),
      operatorId: sql`(array_agg(${operatorId} order by ${lastFirst}))[1]`.mapWith(Number),
    })
    .from(fiatOrders)
    .innerJoin(users, eq(users.id, fiatOrders.buyerId))
    .where(
      and(
        isPaymentFalse,
        sql`${endedAtMs} > ${since}`,
        isNull(users.disabledAtMs),
        buyerId === undefined ? undefined : eq(fiatOrders.buyerId, buyerId),
      ),
    )
    .groupBy(fiatOrders.buyerId)
    .having(sql`count(*) >= ${countMin} and not ${wasDisabled}`);
}

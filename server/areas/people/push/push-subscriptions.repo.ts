/** Statements on the browsers that are subscribed to Web Push: one per session, until the session ends. */
import { and, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Executor, Transaction } from '../../../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../../../kit/db/named-statement.ts';
import type { OutboxDraft } from '../../../kit/outbox/outbox-draft.ts';
import { sessions, users } from '../../../kit/db/schema/identity.ts';
import { pushSubscriptions } from '../../../kit/db/schema/people.ts';
import { isSessionUsable } from '../../identity/identity.area.ts';

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;

const SUBSCRIBERS: NamedStatement = {
  name: 'push_subscribers',
  text: 'select distinct user_id as id from push_subscriptions where user_id = any($1::integer[])',
};

/**
 * Returns those of the users that have any subscription. It is cheaper than
 * {@link findSubscriptionsOf}, and most users have none.
 */
export async function findSubscribers(
  database: Executor,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await executeNamed<{ id: number }>(database, SUBSCRIBERS, [userIds]);
  return rows.map(({ id }) => id);
}

/**
 * Returns the subscriptions of some users in sessions that can still be used, in any order; disabled
 * users have none.
 */
export function findSubscriptionsOf(
  database: Executor,
  userIds: readonly number[],
  now: EpochMs,
): Promise<PushSubscriptionRow[]> {
  return database
    .select(getTableColumns(pushSubscriptions))
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(
      and(
        inArray(pushSubscriptions.userId, [...userIds]),
        isSessionUsable(now),
        sql`${users.disabledAtMs} is null`,
      ),
    );
}

/** `$1` topic, `$2` payload, `$3` now, `$4` the user. */
const PUT: NamedStatement = {
  name: 'push_put',
  text: `insert into outbox (topic, payload, created_at_ms, due_at_ms)
    select $1::text, $2::jsonb, $3::bigint, $3::bigint
    where exists (select from push_subscriptions where user_id = $4::integer)`,
};

/** Stores a notification for the outbox. @returns false when the user has no subscription, so that nothing was stored. */
export async function insertPush(
  executor: Executor,
  { topic, payload }: OutboxDraft,
  now: EpochMs,
): Promise<boolean> {
  const values = [topic, JSON.stringify(payload), now, payload.userId];
  const { rowCount } = await executeNamed(executor, PUT, values);
  return rowCount === 1;
}

/** Returns the push address of the session; null when it is not subscribed. */
export async function findEndpoint(database: Executor, sessionId: string): Promise<string | null> {
  const rows = await database
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, sessionId));
  return rows[0]?.endpoint ?? null;
}

/**
 * Subscribes a browser for a session, and removes earlier subscriptions of either, because a session has
 * one browser and a browser one session. Only the newest `keptMax` of the user stay.
 */
export async function replaceSubscription(
  tx: Transaction,
  subscription: Omit<typeof pushSubscriptions.$inferInsert, 'id'>,
  keptMax: number,
): Promise<void> {
  const { userId, sessionId, endpoint } = subscription;
  await tx.execute(sql`select 1 from ${users} where ${users.id} = ${userId} for no key update`);
  await tx
    .delete(pushSubscriptions)
    .where(
      or(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.sessionId, sessionId)),
    );
  await tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: subscription });
  const kept = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.id));
  const surplus = kept.slice(keptMax).map(({ id }) => id);
  if (surplus.length > 0)
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, surplus));
}

/** Does nothing when the session has no subscription at this address. */
export async function removeSubscription(
  database: Executor,
  sessionId: string,
  endpoint: string,
): Promise<void> {
  await database
    .delete(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.sessionId, sessionId), eq(pushSubscriptions.endpoint, endpoint)),
    );
}

/** Removes the subscription of a session that has ended. */
export async function removeSubscriptionOf(database: Executor, sessionId: string): Promise<void> {
  await database.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId));
}

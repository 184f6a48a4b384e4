/** Statements of the outbox. */
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, Executor } from '../db/database.ts';
import { executeNamed, type NamedStatement } from '../db/named-statement.ts';
import { outbox } from '../db/schema/outbox.ts';

export type OutboxMessage = typeof outbox.$inferSelect;

export async function insertMessage(
  executor: Executor,
  {
    topic,
    payload,
    now,
  }: { readonly topic: string; readonly payload: unknown; readonly now: EpochMs },
): Promise<void> {
  await executor.insert(outbox).values({ topic, payload, createdAtMs: now, dueAtMs: now });
}

/** Asked every second by each server, nearly always in vain. */
const IS_DUE: NamedStatement = {
  name: 'outbox_is_due',
  text: 'select from outbox where due_at_ms <= $1 and topic = any($2) limit 1',
};

/**
 * Claims due messages of these topics, in the order in which they were stored; concurrent processes
 * claim different ones. A claim lapses after `leaseMs`.
 */
export async function claimDue(
  database: Database,
  {
    topics,
    now,
    leaseMs,
    limit,
  }: {
    readonly topics: readonly string[];
    readonly now: EpochMs;
    readonly leaseMs: number;
    readonly limit: number;
  },
): Promise<OutboxMessage[]> {
  const { rowCount } = await executeNamed(database, IS_DUE, [now, topics]);
  if (rowCount === 0) return [];
  const due = database
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(lte(outbox.dueAtMs, now), inArray(outbox.topic, [...topics])))
    .orderBy(asc(outbox.dueAtMs), asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await database
    .update(outbox)
    .set({ dueAtMs: now + leaseMs, attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.id, due))
    .returning();
  return claimed.toSorted((a, b) => a.id - b.id);
}

export async function removeMessage(database: Executor, id: number): Promise<void> {
  await database.delete(outbox).where(eq(outbox.id, id));
}

export async function postponeMessage(
  database: Executor,
  id: number,
  dueAtMs: EpochMs,
): Promise<void> {
  await database.update(outbox).set({ dueAtMs }).where(eq(outbox.id, id));
}

/** Replaces a pack with its messages, in their order, which are due now. Does nothing when it is gone. */
export async function unpackMessage(database: Executor, id: number, now: EpochMs): Promise<void> {
  await database.execute(sql`
    with pack as (delete from outbox where id = ${id} returning payload, created_at_ms)
    insert into outbox (topic, payload, created_at_ms, due_at_ms)
    select message ->> 'topic', message -> 'payload', created_at_ms, ${now}
    from pack cross join jsonb_array_elements(payload -> 'messages') with ordinality as each (message, place)
    order by place`);
}

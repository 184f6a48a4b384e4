/** Messages that a transaction has decided to send and that no receiver has accepted yet. */
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs, whole } from './columns.ts';

export const outbox = pgTable(
  'outbox',
  {
    id: whole('id').generatedAlwaysAsIdentity().primaryKey(),
    /** Names the receiver, e.g. `user_notice`. */
    topic: text('topic').notNull(),
    payload: jsonb('payload').notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    /**
     * Earliest time of the next delivery. A delivery moves it forward, so that a crash leaves the
     * message to a later one.
     */
    dueAtMs: epochMs('due_at_ms').notNull(),
    /** Number of deliveries that were started. */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [index('outbox_due').on(table.dueAtMs)],
);

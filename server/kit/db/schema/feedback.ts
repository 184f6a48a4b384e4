/** Tables of feedback: tickets and their messages. */
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { epochMs, identity, whole } from './columns.ts';
import { userId } from './identity.ts';

/** One row per feedback ticket; its lifecycle is `feedback-ticket`. */
export const feedbackTickets = pgTable(
  'feedback_tickets',
  {
    id: identity(),
    userId: userId(),
    type: text({
      enum: ['account', 'deposit', 'withdrawal', 'trade', 'suggestion', 'other'],
    }).notNull(),
    title: text().notNull(),
    state: text({ enum: ['awaiting_reply', 'replied'] }).notNull(),
    revision: integer().notNull(),
    /** Older tickets have none. */
    idempotencyKey: text('idempotency_key'),
    /** Hash of the terms of the key's first use. */
    terms: text(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('feedback_tickets_key').on(table.userId, table.idempotencyKey),
    index('feedback_tickets_user').on(table.userId, table.id),
    index('feedback_tickets_state').on(table.state, table.id),
  ],
);

/** Messages of a ticket, by its owner or (with `operator_id`) by an operator. */
export const feedbackMessages = pgTable(
  'feedback_messages',
  {
    id: identity(),
    ticketId: whole('ticket_id')
      .notNull()
      .references(() => feedbackTickets.id),
    operatorId: integer('operator_id'),
    /** Chosen by the sender's page; the first message of a ticket has none. */
    clientId: text('client_id'),
    content: text().notNull(),
    pictureIds: uuid('picture_ids').array().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [
    index('feedback_messages_ticket').on(table.ticketId, table.id),
    uniqueIndex('feedback_messages_client').on(table.ticketId, table.clientId),
  ],
);

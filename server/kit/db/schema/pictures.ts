/** Tables of uploaded pictures and of their readers. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { epochMs, identity } from './columns.ts';
import { users } from './identity.ts';

/** One row per stored picture. Without an owner it waits for a call that redeems its ticket. */
export const pictures = pgTable(
  'pictures',
  {
    id: uuid().primaryKey(),
    purpose: text({ enum: ['real_name', 'collection', 'feedback', 'voucher', 'chat'] }).notNull(),
    ownerId: integer('owner_id').references(() => users.id),
    /** SHA-256; null once used. */
    ticketHash: text('ticket_hash').unique(),
    /** Deleted after this unless it has an owner. */
    expiresAtMs: epochMs('expires_at_ms'),
    contentType: text('content_type').notNull(),
    byteCount: integer('byte_count').notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
  },
  (table) => [
    index('pictures_expiry')
      .on(table.expiresAtMs)
      .where(sql`${table.ownerId} is null`),
  ],
);

/** Log of the readers of private pictures. Append-only. */
export const pictureReads = pgTable(
  'picture_reads',
  {
    id: identity(),
    pictureId: uuid('picture_id').notNull(),
    reader: text({ enum: ['owner', 'party', 'operator'] }).notNull(),
    /** Id of the user or operator. */
    readerId: integer('reader_id').notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [index('picture_reads_picture').on(table.pictureId)],
);

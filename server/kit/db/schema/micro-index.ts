/** Tables of the index log: the points of the present minutes, and the signed minutes. */
import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { epochMs } from './columns.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

const ofMinute = () => ({
  instrument: text().notNull(),
  minuteMs: epochMs('minute_ms').notNull(),
  segment: integer().notNull(),
});

/** The lines of one point of the grid for all instruments, until the minute is signed. */
export const indexParts = pgTable('index_parts', {
  atMs: epochMs('at_ms').primaryKey(),
  lines: text().notNull(),
  /** Ed25519, of the heads before and after the lines; null for a part of a version that did not sign parts. */
  signature: bytes(),
});

/** The parts that were stored when this version migrated the database: they have no signature. Only the migration adds to it. */
export const indexOlderParts = pgTable('index_older_parts', {
  atMs: epochMs('at_ms').primaryKey(),
  /** SHA-256 of the lines. */
  hash: bytes().notNull(),
});

/** One row per instrument, minute and segment: the signed end of its lines. Append-only. */
export const indexMinutes = pgTable(
  'index_minutes',
  {
    ...ofMinute(),
    hours: text({ enum: ['always', 'forex'] }).notNull(),
    firstMs: epochMs('first_ms').notNull(),
    lastMs: epochMs('last_ms').notNull(),
    lineCount: smallint('line_count').notNull(),
    /** SHA-256 of the chain before the first and after the last line. */
    headBefore: bytes('head_before').notNull(),
    head: bytes().notNull(),
    /** Orders whose receipts name a point of the minute; both null for a minute that was signed before they were counted. */
    ordersUp: integer('orders_up'),
    ordersDown: integer('orders_down'),
    /** Ed25519. */
    signature: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.instrument, table.minuteMs, table.segment] }),
    // The order in which they are signed.
    index('index_minutes_signed').on(table.segment, table.minuteMs),
    check('index_minutes_orders', sql`(${table.ordersUp} is null) = (${table.ordersDown} is null)`),
    check(
      'index_minutes_times',
      sql`${table.firstMs} >= ${table.minuteMs} and ${table.lastMs} >= ${table.firstMs} and ${table.lastMs} < ${table.minuteMs} + 60000`,
    ),
  ],
);

/** The compressed lines of signed minutes. They are removed after the time for which minutes are kept. */
export const indexBodies = pgTable(
  'index_bodies',
  {
    ...ofMinute(),
    body: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.instrument, table.minuteMs, table.segment] })],
);

/** The last minute that each witness has, in the order in which minutes are signed. */
export const indexWitnesses = pgTable('index_witnesses', {
  url: text().primaryKey(),
  segment: integer().notNull(),
  minuteMs: epochMs('minute_ms').notNull(),
});

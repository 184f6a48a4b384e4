/** Tables of the lifecycle runner: the state of each record, its event log, its timers, and the last beat of the server. */
import { index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { epochMs, whole } from './columns.ts';

/** One row per record with a lifecycle; the record itself is a row of the table of its kind. */
export const lifecycles = pgTable(
  'lifecycles',
  {
    /** Name of the machine, e.g. `withdrawal`. */
    kind: text().notNull(),
    id: whole('id').notNull(),
    /** Version of the machine that wrote `snapshot`. */
    machineVersion: integer('machine_version').notNull(),
    /** Number of events so far; the start is 1. */
    revision: integer().notNull(),
    /** Persisted snapshot. */
    snapshot: jsonb().notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);

/** The event log, append-only: a replay from the start yields the snapshot. */
export const lifecycleEvents = pgTable(
  'lifecycle_events',
  {
    kind: text().notNull(),
    id: whole('id').notNull(),
    /** The revision that the event led to; 1 has the input of the start. */
    revision: integer().notNull(),
    event: jsonb().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id, table.revision] })],
);

/** Running delays. Deadlines are data, so a restart loses none. */
export const lifecycleTimers = pgTable(
  'lifecycle_timers',
  {
    kind: text().notNull(),
    id: whole('id').notNull(),
    /** State that the delay belongs to, and its name in the machine. */
    stateId: text('state_id').notNull(),
    delayName: text('delay_name').notNull(),
    dueAtMs: epochMs('due_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id, table.stateId, table.delayName] }),
    index('lifecycle_timers_due').on(table.kind, table.dueAtMs),
  ],
);

/**
 * One row: the last time at which this installation is known to have run, so that an outage extends
 * windows.
 */
export const serverBeats = pgTable('server_beats', {
  id: smallint().primaryKey(),
  atMs: epochMs('at_ms').notNull(),
});

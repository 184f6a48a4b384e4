/** Tables of the ledger: currencies, accounts with their balances, movements and their entries. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { epochMs, units, whole } from './columns.ts';

export const currencies = pgTable('currencies', {
  id: integer().primaryKey(),
  code: text().notNull().unique(),
  name: text().notNull(),
  /** Decimals: the smallest unit is 10^-scale. Never changed. */
  scale: smallint().notNull(),
});

/**
 * One row per owner, account type and currency, with its balance: the sum of its entries. Owners
 * above 0 are users; the others, and the types of house accounts, are in `server/ledger/chart.ts`.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    ownerId: integer('owner_id').notNull(),
    accountType: smallint('account_type').notNull(),
    currencyId: integer('currency_id').notNull(),
    available: units('available')
      .notNull()
      .default(sql`0`),
    frozen: units('frozen')
      .notNull()
      .default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.accountType, table.currencyId] }),
    // Custody (100) and reversed (103) may be negative, see the chart of accounts.
    check(
      'ledger_accounts_not_negative',
      sql`${table.accountType} in (100, 103) or (${table.available} >= 0 and ${table.frozen} >= 0)`,
    ),
  ],
);

/** One row per movement: a named recipe of entries that add up to zero in every currency. Append-only. */
export const ledgerMovements = pgTable(
  'ledger_movements',
  {
    /** The writer that numbers it: 1 general (one transaction each), 2 spot (group commit). */
    journal: smallint().notNull(),
    /** Rises within its journal; the spot journal has no gaps. */
    number: bigint({ mode: 'bigint' }).notNull(),
    /** Name of the recipe, e.g. `spot.deal`. */
    recipe: text().notNull(),
    /** The cause's id, by recipe: number of the order, trade, deposit … */
    causeId: text('cause_id').notNull(),
    /** Owner who acted; 0 for the exchange itself. */
    actorId: integer('actor_id').notNull(),
    requestId: text('request_id').notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.journal, table.number] }),
    // The spot journal is the hot one; its causes are found by their own rows.
    index('ledger_movements_cause')
      .on(table.recipe, table.causeId)
      .where(sql`${table.journal} = 1 or ${table.recipe} = 'seed.grant'`),
  ],
);

/** One row per account that a movement changes. Append-only. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    ownerId: integer('owner_id').notNull(),
    accountType: smallint('account_type').notNull(),
    currencyId: integer('currency_id').notNull(),
    journal: smallint().notNull(),
    number: bigint({ mode: 'bigint' }).notNull(),
    availableDelta: units('available_delta').notNull(),
    frozenDelta: units('frozen_delta').notNull(),
    /** The inserting transaction, filled in by PostgreSQL; the verifier finds new rows by it. */
    transactionId: bigint('transaction_id', { mode: 'bigint' })
      .notNull()
      .default(sql`pg_current_xact_id()::text::bigint`),
  },
  (table) => [
    primaryKey({
      columns: [table.ownerId, table.accountType, table.currencyId, table.journal, table.number],
    }),
    // Rows are stored in the order of their transactions, so a few bytes per range of pages suffice
    // as index.
    index('ledger_entries_transaction')
      .using('brin', table.transactionId)
      .with({ pages_per_range: 32 }),
  ],
);

/** Results of the online verifier, newest last; one row per change of the result. */
export const ledgerVerifications = pgTable(
  'ledger_verifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Last run with this result. */
    atMs: epochMs('at_ms').notNull(),
    /** Empty if the ledger is consistent. */
    faults: text().array().notNull(),
    /** The last run covered all trades up to this id; 0 if unknown. */
    lastDealId: whole('last_deal_id').notNull().default(0),
  },
  (table) => [index('ledger_verifications_at').on(table.atMs)],
);

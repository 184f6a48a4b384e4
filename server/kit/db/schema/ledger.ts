/** Tables of the ledger: currencies, accounts with their balances, movements and their entries. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { epochMs, units, whole } from './columns.ts';

/**
 * The inserting transaction, filled in by PostgreSQL. The constraint refuses every other one, also
 * in an update: a row that was written later says so, and the verifier finds it. It is not valid for
 * rows from before, so that a dump can be restored.
 */
const transactionId = () =>
  bigint('transaction_id', { mode: 'bigint' })
    .notNull()
    .default(sql`txid_current()`);

/**
 * SQL of the movements that postings ask for: the writers book the others of the journals 2 and 3 themselves. A query that
 * repeats it uses the index over these movements.
 */
export const IS_POSTED = `journal > 1 and recipe <> all (array[
  'seed.grant', 'spot.order_placed', 'spot.deal', 'spot.order_ended', 'spot.house_posted'])
  and recipe not like 'lever.%' and recipe not like 'micro.%'`;

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
    // Custody (100), reversed (103), debt of contracts (105) and pool (110) may be negative, see the
    // chart of accounts.
    check(
      'ledger_accounts_not_negative',
      sql`${table.accountType} in (100, 103, 105, 110) or (${table.available} >= 0 and ${table.frozen} >= 0)`,
    ),
  ],
);

/** One row per movement: a named recipe of entries that add up to zero in every currency. Append-only. */
export const ledgerMovements = pgTable(
  'ledger_movements',
  {
    /** The writer that numbers it: 1 general (one transaction each), 2 spot, 3 dealing (group commit). */
    journal: smallint().notNull(),
    /** Rises within its journal; the journals of the writers have no gaps. */
    number: bigint({ mode: 'bigint' }).notNull(),
    /** Name of the recipe, e.g. `spot.deal`. */
    recipe: text().notNull(),
    /** The cause's id, by recipe: number of the order, trade, deposit … */
    causeId: text('cause_id').notNull(),
    /** Owner who acted; 0 for the exchange itself. */
    actorId: integer('actor_id').notNull(),
    requestId: text('request_id').notNull(),
    atMs: epochMs('at_ms').notNull(),
    transactionId: transactionId(),
  },
  (table) => [
    primaryKey({ columns: [table.journal, table.number] }),
    index('ledger_movements_transaction')
      .using('brin', table.transactionId)
      .with({ pages_per_range: 32 }),
    // The spot journal is the hot one; its causes are found by their own rows.
    index('ledger_movements_cause')
      .on(table.recipe, table.causeId)
      .where(sql`${table.journal} = 1 or ${table.recipe} = 'seed.grant'`),
    // The dealing journal is hot, too; these few have no other record of their movement.
    index('ledger_movements_funding')
      .on(table.causeId)
      .where(sql`${table.recipe} = 'lever.house_funded'`),
    // Movements of postings, which are few: each posting has one.
    index('ledger_movements_posted').on(table.recipe, table.causeId).where(sql.raw(IS_POSTED)),
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
    transactionId: transactionId(),
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
    // Entries of the general journal lie far apart among those of the spot journal.
    index('ledger_entries_general')
      .on(table.number)
      .where(sql`${table.journal} = 1`),
  ],
);

/**
 * Closed ranges of the journals, one chain over both. Each has the digest of its rows and of its
 * sums, and a hash that covers the hash of the range before. Append-only.
 */
export const ledgerRanges = pgTable(
  'ledger_ranges',
  {
    /** Without gaps, from 1 on. */
    id: whole('id').primaryKey(),
    journal: smallint().notNull(),
    firstNumber: bigint('first_number', { mode: 'bigint' }).notNull(),
    lastNumber: bigint('last_number', { mode: 'bigint' }).notNull(),
    movements: whole('movements').notNull(),
    entries: whole('entries').notNull(),
    firstTransaction: bigint('first_transaction', { mode: 'bigint' }).notNull(),
    lastTransaction: bigint('last_transaction', { mode: 'bigint' }).notNull(),
    /** The last booked trade, of this range or an earlier one; 0 if none. */
    lastDealId: whole('last_deal_id').notNull(),
    /** The same of trades of the exchange with itself, which older versions booked one by one. */
    lastHouseDealId: whole('last_house_deal_id').notNull(),
    digest: text().notNull(),
    sumsDigest: text('sums_digest').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
    closedAtMs: epochMs('closed_at_ms').notNull(),
    transactionId: transactionId(),
  },
  (table) => [uniqueIndex('ledger_ranges_last').on(table.journal, table.lastNumber)],
);

/** One row per account that a closed range changes: by how much, and to which sum. Append-only. */
export const ledgerRangeSums = pgTable(
  'ledger_range_sums',
  {
    rangeId: whole('range_id').notNull(),
    ownerId: integer('owner_id').notNull(),
    accountType: smallint('account_type').notNull(),
    currencyId: integer('currency_id').notNull(),
    available: units('available').notNull(),
    frozen: units('frozen').notNull(),
    /** Sums of all entries up to the end of the range. */
    availableTotal: units('available_total').notNull(),
    frozenTotal: units('frozen_total').notNull(),
    /** The part of them, available and frozen together, that `spot.house_posted` has booked. */
    housePostedTotal: units('house_posted_total').notNull(),
    transactionId: transactionId(),
  },
  (table) => [
    primaryKey({
      columns: [table.ownerId, table.accountType, table.currencyId, table.rangeId],
    }),
    index('ledger_range_sums_range').on(table.rangeId),
    index('ledger_range_sums_transaction').using('brin', table.transactionId),
  ],
);

/** The triggers and constraints of append-only tables as the verifier last accepted them. Append-only. */
export const ledgerGuards = pgTable('ledger_guards', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The cluster and the database. */
  place: text().notNull(),
  marks: jsonb().notNull(),
  atMs: epochMs('at_ms').notNull(),
});

/**
 * Each place that the ledger was moved to, as by a restore, with its state at the first start there.
 * Earlier rows bear transactions of other places. Append-only.
 */
export const ledgerMoves = pgTable('ledger_moves', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The cluster and the database. */
  place: text().notNull(),
  /** `pg_snapshot` of that moment: transactions that it does not see belong to this place. */
  snapshot: text().notNull(),
  /** Every transaction from this one on began later. */
  ceiling: bigint({ mode: 'bigint' }).notNull(),
  /** The last numbers of the journals. */
  lastGeneral: bigint('last_general', { mode: 'bigint' }).notNull(),
  lastSpot: bigint('last_spot', { mode: 'bigint' }).notNull(),
  lastDealing: bigint('last_dealing', { mode: 'bigint' }).notNull(),
  atMs: epochMs('at_ms').notNull(),
});

/**
 * How far the verifier has searched the records of the ledger at its last pass without a fault. A start goes on there, so that
 * only the owner of the tables writes it. One row per place.
 */
export const ledgerSearches = pgTable('ledger_searches', {
  /** The cluster and the database: each cluster counts its own transactions. */
  place: text().primaryKey(),
  /** `pg_snapshot`: all records that were written before it were compared. */
  searchedUpTo: text('searched_up_to').notNull(),
  atMs: epochMs('at_ms').notNull(),
});

/** Operators' permissions to go on while the ledger is not verified, newest last. */
export const unverifiedPermissions = pgTable('unverified_permissions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  operatorId: integer('operator_id').notNull(),
  beganAtMs: epochMs('began_at_ms').notNull(),
  untilMs: epochMs('until_ms').notNull(),
  /** Set when a pass ended it before its time. */
  endedAtMs: epochMs('ended_at_ms'),
});

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

/** Tables of staking: products and their terms, positions, their dividends, and the fund that pays them. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { STAKING_PRODUCT_STATES } from '../../../../contract/staking/staking-kinds.ts';
import { epochMs, identity, units, whole } from './columns.ts';
import { userId } from './identity.ts';

const terms = () => ({
  currencyId: integer('currency_id').notNull(),
  cycleDays: integer('cycle_days').notNull(),
  /** Billionths of the principal a day. */
  dailyPpb: integer('daily_ppb').notNull(),
  amountMin: units('amount_min').notNull(),
  amountMax: units('amount_max').notNull(),
  /** The most principal of all users at one time. */
  quota: units('quota').notNull(),
  /** The most principal of one user at one time. */
  userMax: units('user_max').notNull(),
});

/** Terms of new positions; a position has a copy of the terms of its subscription. */
export const stakingProducts = pgTable(
  'staking_products',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ...terms(),
    /** Principal of all positions that are requested or in effect. */
    taken: units('taken').notNull(),
    state: text({ enum: STAKING_PRODUCT_STATES }).notNull(),
    revision: integer().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
  },
  (table) => [
    check(
      'staking_products_taken',
      sql`${table.taken} between 0 and ${table.quota} or ${table.state} = 'closed'`,
    ),
  ],
);

/**
 * Every version of the terms of a product, the present one included. Triggers of `staking_products` add the rows, and the
 * server's role may add none. Append-only.
 */
export const stakingTerms = pgTable(
  'staking_terms',
  {
    id: identity(),
    productId: integer('product_id').notNull(),
    ...terms(),
    /** Acts of operators on the terms before migration 0071 stored these; null for rows that a trigger added. */
    olderActs: integer('older_acts'),
    /** Beginning of the transaction, by the clock of the database. */
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [index('staking_terms_product').on(table.productId, table.id)],
);

/** One row per subscription. Requested and refused ones are no positions on the wire. */
export const stakingPositions = pgTable(
  'staking_positions',
  {
    id: identity(),
    userId: userId(),
    productId: integer('product_id')
      .notNull()
      .references(() => stakingProducts.id),
    currencyId: integer('currency_id').notNull(),
    /** The principal. */
    amount: units('amount').notNull(),
    dailyPpb: integer('daily_ppb').notNull(),
    cycleDays: integer('cycle_days').notNull(),
    dailyDividend: units('daily_dividend').notNull(),
    phase: text({ enum: ['requested', 'refused', 'in_effect', 'expired'] }).notNull(),
    paidDays: integer('paid_days').notNull(),
    /** Start of the first UTC day that earns. */
    firstDayMs: epochMs('first_day_ms').notNull(),
    /** When the next dividend is due; null when all are paid. */
    nextDividendAtMs: epochMs('next_dividend_at_ms'),
    /** Units that went back to the spot account: the principal and what was left of its dividends. */
    returned: units('returned'),
    /** The posting of the principal. */
    postingId: whole('posting_id'),
    revision: integer().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    requestId: text('request_id').notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('staking_positions_key').on(table.userId, table.idempotencyKey),
    index('staking_positions_user').on(table.userId, table.id),
    // No index has a column that a dividend changes: its page takes the new row, and no index a new entry. Migration 0063
    // leaves half of each page free for that.
    index('staking_positions_in_effect')
      .on(table.id)
      .where(sql`${table.phase} = 'in_effect'`),
    index('staking_positions_requested')
      .on(table.id)
      .where(sql`${table.phase} = 'requested'`),
    check('staking_positions_paid', sql`${table.paidDays} between 0 and ${table.cycleDays}`),
  ],
);

/** One row per paid day of a position: its key lets each day be paid once. Append-only. */
export const stakingDividends = pgTable(
  'staking_dividends',
  {
    /** No foreign key: it would look for the position of each day again, which the payment has locked. */
    positionId: whole('position_id').notNull(),
    /** Day of the cycle, from 0. */
    day: integer().notNull(),
    amount: units('amount').notNull(),
    /** Number in the general journal. */
    movementNumber: bigint('movement_number', { mode: 'bigint' }).notNull(),
    paidAtMs: epochMs('paid_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.positionId, table.day] }),
    uniqueIndex('staking_dividends_movement').on(table.movementNumber),
  ],
);

/** Money that the exchange put into the fund or took out of it. Append-only. */
export const stakingFundings = pgTable('staking_fundings', {
  id: identity(),
  currencyId: integer('currency_id').notNull(),
  /** Units; negative when taken out. */
  amount: units('amount').notNull(),
  requestId: text('request_id').notNull(),
  atMs: epochMs('at_ms').notNull(),
});

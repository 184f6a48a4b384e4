/** Tables of fast contracts: products and their terms, orders, windows and points of the index, limits, and funds. */
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { epochMs, units, whole } from './columns.ts';

/** The settings of a product that a change of the terms may replace. */
const terms = () => ({
  profitPpm: integer('profit_ppm').notNull(),
  lossPpm: integer('loss_ppm').notNull(),
  stakeMin: units('stake_min').notNull(),
  stakeMax: units('stake_max').notNull(),
  /** Limits of the exchange's risk, in units of the stake's currency. */
  ownerLimit: units('owner_limit').notNull(),
  sideLimit: units('side_limit').notNull(),
  skewLimit: units('skew_limit').notNull(),
  status: text({ enum: ['trading', 'halted'] }).notNull(),
});

/** One row per instrument and duration, with its present terms. */
export const microProducts = pgTable(
  'micro_products',
  {
    id: integer().primaryKey(),
    /** Name of the instrument in the index log. */
    instrument: text().notNull(),
    /** Exactly one of the two is set. */
    spotMarketId: integer('spot_market_id'),
    forexSymbol: text('forex_symbol'),
    /** A price tick is 10^-priceScale. Never changed. */
    priceScale: smallint('price_scale').notNull(),
    seconds: integer().notNull(),
    ...terms(),
    /** Rises by one with each change of the terms. */
    revision: integer().notNull(),
  },
  (table) => [
    check(
      'micro_products_one_instrument',
      sql`(${table.spotMarketId} is null) <> (${table.forexSymbol} is null)`,
    ),
    uniqueIndex('micro_products_instrument').on(table.instrument, table.seconds),
  ],
);

/** Every version of the terms of a product, the present one included. Append-only. */
export const microTerms = pgTable(
  'micro_terms',
  {
    productId: integer('product_id').notNull(),
    revision: integer().notNull(),
    ...terms(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.revision] })],
);

/**
 * One row per order. Its result is written by the commit of its settlement, and triggers refuse one that does not follow
 * from its window; the row then refuses every change.
 */
export const microOrders = pgTable(
  'micro_orders',
  {
    /** Rises in the order of acceptance. */
    id: whole('id').primaryKey(),
    ownerId: integer('owner_id').notNull(),
    productId: integer('product_id').notNull(),
    instrument: text().notNull(),
    priceScale: smallint('price_scale').notNull(),
    direction: text({ enum: ['up', 'down'] }).notNull(),
    seconds: integer().notNull(),
    stake: units('stake').notNull(),
    profitPpm: integer('profit_ppm').notNull(),
    lossPpm: integer('loss_ppm').notNull(),
    acceptedAtMs: epochMs('accepted_at_ms').notNull(),
    /** Public name of the order. */
    token: text().notNull(),
    /** The signed text, and its signature in base64url. */
    receipt: text().notNull(),
    signature: text().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    requestId: text('request_id').notNull(),
    state: text({ enum: ['opening', 'open', 'won', 'lost', 'drawn', 'voided'] }).notNull(),
    openedAtMs: epochMs('opened_at_ms'),
    openTicks: whole('open_ticks'),
    expiresAtMs: epochMs('expires_at_ms'),
    payout: units('payout'),
    settledAtMs: epochMs('settled_at_ms'),
    revision: integer().notNull(),
  },
  (table) => [
    uniqueIndex('micro_orders_token').on(table.token),
    index('micro_orders_owner').on(table.ownerId, table.id),
    // By product, so that a start finds the products in use without all of their orders.
    index('micro_orders_open')
      .on(table.productId, table.id)
      // An opening changes no column of an index, so that it adds to none.
      .where(sql`${table.settledAtMs} is null`),
    index('micro_orders_settled')
      .on(table.productId, table.settledAtMs)
      .where(sql`${table.settledAtMs} is not null`),
    index('micro_orders_accepted').on(table.acceptedAtMs, table.id),
    check('micro_orders_stake', sql`${table.stake} > 0`),
    check(
      'micro_orders_opened',
      sql`num_nonnulls(${table.openedAtMs}, ${table.openTicks}, ${table.expiresAtMs}) = case
        when ${table.state} = 'opening' or ${table.state} = 'voided' and ${table.openedAtMs} is null then 0 else 3 end`,
    ),
    check(
      'micro_orders_ended',
      sql`num_nonnulls(${table.payout}, ${table.settledAtMs})
        = case when ${table.state} in ('opening', 'open') then 0 else 2 end`,
    ),
  ],
);

/** Sum and number of the index points that decide all orders of an instrument with one expiry. Append-only; a trigger adds the points up. */
export const microWindows = pgTable(
  'micro_windows',
  {
    instrument: text().notNull(),
    expiresAtMs: epochMs('expires_at_ms').notNull(),
    sum: whole('sum').notNull(),
    count: smallint('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.instrument, table.expiresAtMs] })],
);

/** The points of the index at which orders opened and that are in windows, as their lines. Append-only; a trigger finds each in the log. */
export const microPoints = pgTable(
  'micro_points',
  {
    instrument: text().notNull(),
    atMs: epochMs('at_ms').notNull(),
    line: text().notNull(),
    /** SHA-256 of the chain after the line, in hexadecimal digits. */
    head: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.instrument, table.atMs] })],
);

/** The limits that users set for themselves; one row per user who did. */
export const microLimits = pgTable('micro_limits', {
  ownerId: integer('owner_id').primaryKey(),
  /** Null for no limit. */
  dailyLoss: units('daily_loss'),
  /** A higher limit that takes effect at `nextFromMs`; both null when none waits, and the first for no limit. */
  nextDailyLoss: units('next_daily_loss'),
  nextFromMs: epochMs('next_from_ms'),
  breakUntilMs: epochMs('break_until_ms'),
  atMs: epochMs('at_ms').notNull(),
});

/** Amounts that operators added to the pool of fast contracts, or took from it. Append-only. */
export const microFunds = pgTable('micro_funds', {
  id: integer().primaryKey(),
  amount: units('amount').notNull(),
  requestId: text('request_id').notNull(),
  atMs: epochMs('at_ms').notNull(),
});

/** One row per product and UTC day of acceptance: public figures of the orders before `micro_counts.untilMs`. */
export const microDays = pgTable(
  'micro_days',
  {
    dayMs: epochMs('day_ms').notNull(),
    productId: integer('product_id').notNull(),
    wonUp: whole('won_up').notNull(),
    wonDown: whole('won_down').notNull(),
    lostUp: whole('lost_up').notNull(),
    lostDown: whole('lost_down').notNull(),
    drawn: whole('drawn').notNull(),
    /** Void orders without an opening price, and those without a price in their window. */
    unopened: whole('unopened').notNull(),
    unpriced: whole('unpriced').notNull(),
    stake: units('stake').notNull(),
    payout: units('payout').notNull(),
    /** Stakes, promised profits and possible losses of orders that won or lost. */
    decidedStake: units('decided_stake').notNull(),
    profit: units('profit').notNull(),
    loss: units('loss').notNull(),
    /** Squared hundredths of the currency, see `microDay` in the contract. */
    swingSquared: units('swing_squared').notNull(),
    /** Sums of stakes and moves of the index, see `microDay` in the contract. */
    leanMinutes: whole('lean_minutes').notNull(),
    skewMove: units('skew_move').notNull(),
    skewSquared: units('skew_squared').notNull(),
    moveSquared: units('move_squared').notNull(),
    minuteSquared: units('minute_squared').notNull(),
    openingDelayMs: whole('opening_delay_ms').notNull(),
    openingDelayMaxMs: whole('opening_delay_max_ms').notNull(),
    settlingDelayMs: whole('settling_delay_ms').notNull(),
    settlingDelayMaxMs: whole('settling_delay_max_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.dayMs, table.productId] })],
);

/** Time before which the orders of `micro_days` were accepted: one row. */
export const microCounts = pgTable('micro_counts', {
  id: smallint().primaryKey(),
  untilMs: epochMs('until_ms').notNull(),
});

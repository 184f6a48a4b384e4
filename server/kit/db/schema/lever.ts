/** Tables of contracts: markets and terms, orders and their events, used marks, funds, and postings. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
import {
  LEVER_CANCEL_REASONS,
  LEVER_CLOSE_REASONS,
  LEVER_ORDER_STATES,
} from '../../../../contract/lever/lever-kinds.ts';
import { epochMs, units, whole } from './columns.ts';

const calendar = () => text({ enum: ['coin', 'forex'] }).notNull();
/** The settings of a market that an order copies. */
const chosenTerms = () => ({
  lotsMin: whole('lots_min').notNull(),
  lotsMax: whole('lots_max').notNull(),
  /** The multiples that an order may have. */
  multiples: integer().array().notNull(),
  spreadPpm: integer('spread_ppm').notNull(),
  feePpm: integer('fee_ppm').notNull(),
  nightPpm: integer('night_ppm').notNull(),
  /** Limits of the exchange's risk, in units of the settlement currency at the mark. */
  netLimit: units('net_limit').notNull(),
  grossLimit: units('gross_limit').notNull(),
  ownerLimit: units('owner_limit').notNull(),
});
/** The settings of a market that a change of the terms may replace. */
const terms = () => ({
  ...chosenTerms(),
  status: text({ enum: ['trading', 'close_only', 'halted'] }).notNull(),
  /** Time of an announced end; null for none. */
  endsAtMs: epochMs('ends_at_ms'),
});

/** One row per market, with its present terms. */
export const leverMarkets = pgTable(
  'lever_markets',
  {
    id: integer().primaryKey(),
    /** The instrument: exactly one of the two is set. */
    spotMarketId: integer('spot_market_id'),
    forexSymbol: text('forex_symbol'),
    settleCurrencyId: integer('settle_currency_id').notNull(),
    /** A price tick is 10^-priceScale of the settlement currency. Never changed. */
    priceScale: smallint('price_scale').notNull(),
    /** Units of the instrument in one lot, as decimal text. Never changed. */
    lotSize: text('lot_size').notNull(),
    /** Units of the settlement currency in one tick times one lot. Never changed. */
    tickLotUnits: units('tick_lot_units').notNull(),
    calendar: calendar(),
    ...terms(),
    /** Rises by one with each change of terms or status. */
    revision: integer().notNull(),
  },
  (table) => [
    check(
      'lever_markets_one_instrument',
      sql`(${table.spotMarketId} is null) <> (${table.forexSymbol} is null)`,
    ),
    check('lever_markets_units', sql`${table.tickLotUnits} > 0`),
    // Nulls differ from each other.
    uniqueIndex('lever_markets_spot_market').on(table.spotMarketId),
    uniqueIndex('lever_markets_forex_symbol').on(table.forexSymbol),
  ],
);

/** Every version of the terms of a market, the present one included. Append-only. */
export const leverTerms = pgTable(
  'lever_terms',
  {
    marketId: integer('market_id').notNull(),
    revision: integer().notNull(),
    ...terms(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.marketId, table.revision] })],
);

/** The markets that operators asked for. */
export const leverListings = pgTable(
  'lever_listings',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The name of the instrument, e.g. `BTC/USDT`. */
    instrument: text().notNull(),
    lotSize: text('lot_size').notNull(),
    ...chosenTerms(),
    /** waiting: needs another operator. approved: the dealing writer adds the market next. */
    state: text({ enum: ['waiting', 'approved', 'opened', 'withdrawn'] }).notNull(),
    askedBy: integer('asked_by').notNull(),
    askedAtMs: epochMs('asked_at_ms').notNull(),
    /** Null while it waits. */
    decidedBy: integer('decided_by'),
    decidedAtMs: epochMs('decided_at_ms'),
  },
  (table) => [
    uniqueIndex('lever_listings_open')
      .on(table.instrument)
      .where(sql`${table.state} in ('waiting', 'approved')`),
    check(
      'lever_listings_decided',
      sql`(${table.state} = 'waiting') = (${table.decidedBy} is null)
        and (${table.decidedBy} is null) = (${table.decidedAtMs} is null)`,
    ),
    check(
      'lever_listings_approved_by_another',
      sql`${table.state} not in ('approved', 'opened') or ${table.decidedBy} <> ${table.askedBy}`,
    ),
  ],
);

/** The highest bit in which the close differs from the millisecond before the opening. The half makes it exact for 500 years. */
const HIGHEST_BIT =
  'floor(ln(greatest((opened_at_ms - 1) # closed_at_ms, 1)::double precision + 0.5) / ln(2::double precision))';
/**
 * The moment of a closed position that the largest power of two divides. All positions of an owner with the same one were
 * open at it, so that they are few. A B-tree of it costs a fraction of an index of ranges.
 */
export const ROUNDEST_MOMENT = `(closed_at_ms & ((-1)::bigint << ${HIGHEST_BIT}::integer))`;
/** Bits of a time in milliseconds, until the year 10,889. */
const BITS_OF_TIME = 48;
/**
 * Returns every {@link ROUNDEST_MOMENT} that a position can have which was open at that time, as an SQL array: one for each bit.
 * A position from before to after 1970 has none; its times would contradict its marks.
 */
export const roundestMomentsAround = (ms: string): string => {
  const moments = Array.from({ length: BITS_OF_TIME }, (_, bit) => {
    const above = bit + 1;
    return `${ms} >> ${above} << ${above} | ${2 ** bit}`;
  });
  return `array[${moments.join(', ')}]`;
};

/** One row per order, with the terms of its placement, the position that it became, and its end. */
export const leverOrders = pgTable(
  'lever_orders',
  {
    /** Rises over all markets, in the order of acceptance. */
    id: whole('id').primaryKey(),
    ownerId: integer('owner_id').notNull(),
    marketId: integer('market_id').notNull(),
    kind: text({ enum: ['market', 'limit'] }).notNull(),
    direction: text({ enum: ['long', 'short'] }).notNull(),
    lots: whole('lots').notNull(),
    multiple: integer().notNull(),
    spreadPpm: integer('spread_ppm').notNull(),
    feePpm: integer('fee_ppm').notNull(),
    nightPpm: integer('night_ppm').notNull(),
    tickLotUnits: units('tick_lot_units').notNull(),
    calendar: calendar(),
    /** Null for a market order. */
    limitTicks: whole('limit_ticks'),
    worstTicks: whole('worst_ticks'),
    placedAtMs: epochMs('placed_at_ms').notNull(),
    state: text({
      enum: LEVER_ORDER_STATES,
    }).notNull(),
    takeProfitTicks: whole('take_profit_ticks'),
    stopLossTicks: whole('stop_loss_ticks'),
    /** Held back while a limit order is pending. */
    reserve: units('reserve').notNull(),
    /** The opening; all null before it. The mark is a row of `mark_ticks`. */
    openTicks: whole('open_ticks'),
    openMarkSeq: whole('open_mark_seq'),
    openedAtMs: epochMs('opened_at_ms'),
    notional: units('notional'),
    /** Held back while it is open. */
    margin: units('margin'),
    fee: units('fee'),
    /** Fee of one night. */
    nightFee: units('night_fee'),
    /** Set while a position waits for a price, and when it is closed. */
    closeReason: text('close_reason', {
      enum: LEVER_CLOSE_REASONS,
    }),
    /** The closing; all null before it. */
    closeTicks: whole('close_ticks'),
    closeMarkSeq: whole('close_mark_seq'),
    closedAtMs: epochMs('closed_at_ms'),
    /** Negative for a loss. */
    profit: units('profit'),
    /** Fees of all nights. */
    nights: units('nights'),
    /** Equity and margin of the whole account, as a stop-out saw them; null for other reasons. */
    seenEquity: units('seen_equity'),
    seenMargin: units('seen_margin'),
    /** The last movement of the dealing journal before the stop-out; null for other reasons, like the next one. */
    seenMovement: whole('seen_movement'),
    /** `marketId` and `seq` of the last live mark of each market of the account that had none. */
    seenMarks: jsonb('seen_marks'),
    /** Balance that the pool would have had if all had closed, as its guard saw it; null unless deleveraged. */
    seenCover: units('seen_cover'),
    cancelReason: text('cancel_reason', {
      enum: LEVER_CANCEL_REASONS,
    }),
    /** Changes of the owner's available balance and debt by the close; null before it, like the next two. */
    settledAvailable: units('settled_available'),
    settledDebt: units('settled_debt'),
    /** Payment of insurance fund and pool, when no position covered the debt anymore. */
    insured: units('insured'),
    waived: units('waived'),
    /** 1 at the placement, one more with each event. */
    revision: integer().notNull(),
    idempotencyKey: text('idempotency_key'),
    requestId: text('request_id').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    index('lever_orders_owner').on(table.ownerId, table.id),
    index('lever_orders_open')
      .on(table.ownerId, table.id)
      .where(sql`${table.state} in ('pending', 'in_trading', 'closing')`),
    // Positions of an owner at a moment, for the verifier.
    index('lever_orders_positions')
      .on(table.ownerId, sql.raw(ROUNDEST_MOMENT))
      .where(sql`${table.state} = 'closed'`),
    check('lever_orders_reserved', sql`${table.reserve} = 0 or ${table.state} = 'pending'`),
    check(
      'lever_orders_opened',
      sql`(${table.state} in ('pending', 'cancelled')) = (${table.openTicks} is null)
        and num_nulls(${table.openTicks}, ${table.openMarkSeq}, ${table.openedAtMs}, ${table.notional},
          ${table.margin}, ${table.fee}, ${table.nightFee}) in (0, 7)`,
    ),
    check(
      'lever_orders_closed',
      sql`(${table.state} = 'closed') = (${table.closeTicks} is not null)
        and num_nulls(${table.closeTicks}, ${table.closeMarkSeq}, ${table.closedAtMs}, ${table.profit},
          ${table.nights}, ${table.settledAvailable}, ${table.settledDebt}, ${table.insured},
          ${table.waived}) in (0, 9)
        and (${table.state} in ('closing', 'closed')) = (${table.closeReason} is not null)`,
    ),
    check(
      'lever_orders_times',
      sql`${table.openedAtMs} >= ${table.placedAtMs} and ${table.closedAtMs} >= ${table.openedAtMs}`,
    ),
    check(
      'lever_orders_cancelled',
      sql`(${table.state} = 'cancelled') = (${table.cancelReason} is not null)`,
    ),
  ],
);

/** The event log of orders, append-only: a replay through the machine yields the row. */
export const leverEvents = pgTable(
  'lever_events',
  {
    orderId: whole('order_id').notNull(),
    /** Revision of the order after the event. A close without a wait raises it by 2. */
    revision: integer().notNull(),
    type: text({
      enum: [
        'placed',
        'opened',
        'amended',
        'cancelled',
        'close_waits',
        'close_withdrawn',
        'closed',
      ],
    }).notNull(),
    atMs: epochMs('at_ms').notNull(),
    /** Owner who acted; 0 for the exchange. */
    actorId: integer('actor_id').notNull(),
    requestId: text('request_id').notNull(),
    /** Reason why it was canceled, waits or was closed. */
    reason: text(),
    /** The live mark of that moment; null without one. */
    markSeq: whole('mark_seq'),
    markTicks: whole('mark_ticks'),
    /** The targets after the event. */
    takeProfitTicks: whole('take_profit_ticks'),
    stopLossTicks: whole('stop_loss_ticks'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.revision] })],
);

/** The marks at which anything was done, with the sources that decided them. Append-only. */
export const markTicks = pgTable(
  'mark_ticks',
  {
    marketId: integer('market_id').notNull(),
    /** Number of the evaluation; rises over all markets. */
    seq: whole('seq').notNull(),
    /** Time of the evaluation, to which the times of the sources were compared. */
    atMs: epochMs('at_ms').notNull(),
    /** Time in the order of acts: no later act has an older mark. Never goes back with the clock. */
    takenAtMs: epochMs('taken_at_ms').notNull(),
    ticks: whole('ticks').notNull(),
    /** Whether outside sources were no further apart than spread and fee, and two of them fresh. */
    isAgreed: boolean('is_agreed').notNull(),
    /** That spread and fee together. */
    agreedWithinPpm: integer('agreed_within_ppm').notNull(),
    /** Whether the breaker let positions be closed only. */
    isCloseOnly: boolean('is_close_only').notNull(),
    /** The sources that decided it: `sourceId`, `ticks`, and the source's own time `atMs`. */
    sources: jsonb().notNull(),
  },
  (table) => [primaryKey({ columns: [table.marketId, table.seq] })],
);

/** Amounts that an operator added to the funds of the exchange, or took from them. Append-only. */
export const leverFunds = pgTable('lever_funds', {
  /** Cause of its movement. */
  id: whole('id').primaryKey(),
  pool: units('pool').notNull(),
  insurance: units('insurance').notNull(),
  requestId: text('request_id').notNull(),
  atMs: epochMs('at_ms').notNull(),
});

/** Requests of operators to add to the funds of the exchange, or to take from them. */
export const leverFundings = pgTable(
  'lever_fundings',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    pool: units('pool').notNull(),
    insurance: units('insurance').notNull(),
    /**
     * waiting: needs a second operator. approved: is booked next. refused: the funds did not hold it when it
     * was booked.
     */
    state: text({ enum: ['waiting', 'approved', 'booked', 'refused', 'withdrawn'] }).notNull(),
    askedBy: integer('asked_by').notNull(),
    askedAtMs: epochMs('asked_at_ms').notNull(),
    /** Null while it waits; the same operator as `askedBy` within the limit of a day. */
    decidedBy: integer('decided_by'),
    decidedAtMs: epochMs('decided_at_ms'),
  },
  (table) => [
    index('lever_fundings_decided').on(table.decidedAtMs),
    check('lever_fundings_some', sql`${table.pool} <> 0 or ${table.insurance} <> 0`),
    check(
      'lever_fundings_decided',
      sql`(${table.state} = 'waiting') = (${table.decidedBy} is null)
        and (${table.decidedBy} is null) = (${table.decidedAtMs} is null)`,
    ),
  ],
);

/**
 * Movements on contract and fast-contract accounts, stored before the dealing writer books them; see
 * `spot_postings`.
 */
export const dealingPostings = pgTable(
  'dealing_postings',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    recipe: text().notNull(),
    causeId: text('cause_id').notNull(),
    actorId: integer('actor_id').notNull(),
    requestId: text('request_id').notNull(),
    /** Entries of the movement; amounts as text. */
    entries: jsonb().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    /** Number in the dealing journal. */
    number: bigint({ mode: 'bigint' }),
    /** Set when the account did not cover it; it is never booked then. */
    refusedAtMs: epochMs('refused_at_ms'),
    /** The posting of the spot writer that must be booked before; null for none. */
    waitsFor: whole('waits_for'),
  },
  (table) => [
    // Each cause is booked once.
    uniqueIndex('dealing_postings_cause').on(table.recipe, table.causeId),
    uniqueIndex('dealing_postings_number').on(table.number),
    index('dealing_postings_open')
      .on(table.id)
      .where(sql`${table.number} is null and ${table.refusedAtMs} is null`),
    check('dealing_postings_one_end', sql`${table.number} is null or ${table.refusedAtMs} is null`),
  ],
);

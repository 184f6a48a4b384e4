/** Tables of spot trading: markets, the writer's fence, orders, trades (`deal`) and candles. */
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

export const spotMarkets = pgTable(
  'spot_markets',
  {
    id: integer().primaryKey(),
    baseCurrencyId: integer('base_currency_id').notNull(),
    quoteCurrencyId: integer('quote_currency_id').notNull(),
    /** A price tick is 10^-priceScale of the quote currency. Never changed. */
    priceScale: smallint('price_scale').notNull(),
    /** A lot is 10^-quantityScale of the base currency. Never changed. */
    quantityScale: smallint('quantity_scale').notNull(),
    /** Minimum value in the smallest unit of the quote currency. */
    minNotional: units('min_notional').notNull(),
    priceBandPpm: integer('price_band_ppm').notNull(),
    makerFeePpm: integer('maker_fee_ppm').notNull(),
    takerFeePpm: integer('taker_fee_ppm').notNull(),
    status: text({ enum: ['trading', 'cancel_only', 'halted'] }).notNull(),
    /** The middle of the price band before the first trade, of a market that an operator added; null for the others. */
    openingTicks: whole('opening_ticks'),
  },
  (table) => [
    check('spot_markets_two_currencies', sql`${table.baseCurrencyId} <> ${table.quoteCurrencyId}`),
    // One market of two currencies, in either direction.
    uniqueIndex('spot_markets_pair').on(
      sql`least(${table.baseCurrencyId}, ${table.quoteCurrencyId})`,
      sql`greatest(${table.baseCurrencyId}, ${table.quoteCurrencyId})`,
    ),
  ],
);

/**
 * One row per spot writer. Each commit raises `seq` and requires the epoch it knows. A starting
 * server raises the epoch, so that the commits of an older one fail.
 */
export const spotWriters = pgTable('spot_writers', {
  name: text().primaryKey(),
  epoch: whole('epoch').notNull(),
  seq: whole('seq').notNull(),
  /**
   * Id of the last placed order, because not every order of the exchange is kept and no number may be
   * used twice.
   */
  lastOrderId: whole('last_order_id').notNull().default(0),
});

/**
 * Sums of the changes by the exchange's own orders and trades that no movement has booked yet, one row
 * per account. They belong to the account's balance as its entries do. A movement `spot.house_posted`
 * takes them over every ten minutes.
 */
export const spotUnposted = pgTable(
  'spot_unposted',
  {
    ownerId: integer('owner_id').notNull(),
    accountType: smallint('account_type').notNull(),
    currencyId: integer('currency_id').notNull(),
    available: units('available').notNull(),
    frozen: units('frozen').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.accountType, table.currencyId] }),
    check('spot_unposted_of_house', sql`${table.ownerId} <= 0`),
  ],
);

export const spotOrders = pgTable(
  'spot_orders',
  {
    /** Rises over all markets, in the order of acceptance. */
    id: whole('id').primaryKey(),
    ownerId: integer('owner_id').notNull(),
    marketId: integer('market_id').notNull(),
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    kind: text({ enum: ['limit', 'market'] }).notNull(),
    /** Null for a market order. */
    priceTicks: whole('price_ticks'),
    /** Null for a market buy by amount. */
    quantityLots: whole('quantity_lots'),
    /** Budget of a market buy by amount, in units of the quote currency. */
    amount: units('amount'),
    makerFeePpm: integer('maker_fee_ppm').notNull(),
    takerFeePpm: integer('taker_fee_ppm').notNull(),
    executedLots: whole('executed_lots').notNull(),
    /** Executed amount in units of the quote currency. */
    executedAmount: units('executed_amount').notNull(),
    /** Fee in units of the currency that the order receives. */
    fee: units('fee').notNull(),
    /**
     * The part of its owner's frozen balance that it reserves now: quote units for a buy, base
     * units for a sell.
     */
    reserved: units('reserved').notNull(),
    state: text({ enum: ['paid', 'executed', 'cancelled'] }).notNull(),
    endReason: text('end_reason', {
      enum: ['owner', 'self_trade', 'no_liquidity', 'price_band', 'operator'],
    }),
    revision: integer().notNull(),
    idempotencyKey: text('idempotency_key'),
    requestId: text('request_id').notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    index('spot_orders_owner').on(table.ownerId, table.id),
    index('spot_orders_open')
      .on(table.id)
      .where(sql`${table.state} = 'paid'`),
    check('spot_orders_reserved', sql`${table.reserved} >= 0`),
    check(
      'spot_orders_ended',
      sql`(${table.state} = 'paid') or (${table.reserved} = 0 and (${table.state} = 'executed' or ${table.endReason} is not null))`,
    ),
  ],
);

export const spotDeals = pgTable(
  'spot_deals',
  {
    /** Rises over all markets. */
    id: whole('id').primaryKey(),
    marketId: integer('market_id').notNull(),
    priceTicks: whole('price_ticks').notNull(),
    quantityLots: whole('quantity_lots').notNull(),
    takerSide: text('taker_side', { enum: ['buy', 'sell'] }).notNull(),
    takerOrderId: whole('taker_order_id').notNull(),
    makerOrderId: whole('maker_order_id').notNull(),
    takerOwnerId: integer('taker_owner_id').notNull(),
    makerOwnerId: integer('maker_owner_id').notNull(),
    /** Fee in units of the received currency: base for the buyer, quote for the seller. */
    takerFee: units('taker_fee').notNull(),
    makerFee: units('maker_fee').notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [
    index('spot_deals_market').on(table.marketId, table.id),
    // Trades are looked up only by orders of users, and nearly all trades have none.
    index('spot_deals_taker_order')
      .on(table.takerOrderId)
      .where(sql`${table.takerOwnerId} > 0`),
    index('spot_deals_maker_order')
      .on(table.makerOrderId)
      .where(sql`${table.makerOwnerId} > 0`),
    // Trades that are removed after two minutes.
    index('spot_deals_house')
      .on(table.id)
      .where(sql`${table.takerOwnerId} <= 0 and ${table.makerOwnerId} <= 0`),
  ],
);

/**
 * Sums of the removed trades of the exchange with itself, one row per account, available and frozen
 * together. The ledger verifier counts them in place of the trades.
 */
export const spotRemovedDeals = pgTable(
  'spot_removed_deals',
  {
    ownerId: integer('owner_id').notNull(),
    accountType: smallint('account_type').notNull(),
    currencyId: integer('currency_id').notNull(),
    amount: units('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.accountType, table.currencyId] }),
    check('spot_removed_deals_of_house', sql`${table.ownerId} <= 0`),
  ],
);

/** Candles of one minute and of one hour, made from trades; longer periods are joined from them. */
export const spotCandles = pgTable(
  'spot_candles',
  {
    marketId: integer('market_id').notNull(),
    period: text({ enum: ['1min', '60min'] }).notNull(),
    /** Start of the period, UTC. */
    timeMs: epochMs('time_ms').notNull(),
    open: whole('open').notNull(),
    high: whole('high').notNull(),
    low: whole('low').notNull(),
    close: whole('close').notNull(),
    /** Lots. */
    volume: units('volume').notNull(),
    /** Ticks × lots, summed over its trades. */
    turnover: units('turnover').notNull(),
    /** The last trade that the candle includes; later trades are still to be added. */
    lastDealId: whole('last_deal_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.marketId, table.period, table.timeMs] })],
);

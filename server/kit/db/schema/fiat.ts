/** Tables of fiat trading: currencies, shops, ads, orders, and their messages. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { epochMs, identity, units, whole } from './columns.ts';
import { userId, users } from './identity.ts';

/** Currencies that ads are priced in. */
export const fiatCurrencies = pgTable('fiat_currencies', {
  /** ISO 4217. */
  code: text().primaryKey(),
  /** Decimals of amounts, and of prices. */
  scale: smallint().notNull(),
  priceScale: smallint('price_scale').notNull(),
  /** Position in lists. */
  position: smallint().notNull(),
});

/** One row per user who ever opened a shop. */
export const shops = pgTable(
  'shops',
  {
    id: identity(),
    userId: userId('user_id'),
    name: text().notNull(),
    /** The normalized name for comparison, so that no two shops look alike. */
    nameKey: text('name_key').notNull(),
    isOpen: boolean('is_open').notNull(),
    /** Number of times it was opened; names the ledger movements of the deposit. */
    openings: integer().notNull(),
    depositCurrencyId: integer('deposit_currency_id').notNull(),
    /** Frozen in the fiat account while it is open. */
    deposit: units('deposit').notNull(),
    registeredAtMs: epochMs('registered_at_ms').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('shops_user').on(table.userId),
    uniqueIndex('shops_name').on(table.nameKey),
  ],
);

/**
 * One row per ad; its lifecycle is `fiat-ad`. Prices and amounts are in units of the fiat currency.
 */
export const fiatAds = pgTable(
  'fiat_ads',
  {
    id: identity(),
    userId: userId('user_id'),
    shopId: whole('shop_id')
      .notNull()
      .references(() => shops.id),
    /** The merchant's side. */
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    currencyId: integer('currency_id').notNull(),
    fiatCode: text('fiat_code')
      .notNull()
      .references(() => fiatCurrencies.code),
    /** Price of one coin; null for a floating price. */
    price: units('price'),
    /** Hundredths of a percent of the reference price; null for a fixed price. */
    priceShareBp: integer('price_share_bp'),
    /**
     * Limit of a floating price: the lowest at which the merchant sells or the highest at which
     * they buy; null for none.
     */
    limitPrice: units('limit_price'),
    total: units('total').notNull(),
    remaining: units('remaining').notNull(),
    inOrders: units('in_orders').notNull(),
    sold: units('sold').notNull(),
    minAmount: units('min_amount').notNull(),
    maxAmount: units('max_amount').notNull(),
    paymentKinds: text('payment_kinds', { enum: ['bank_card', 'alipay', 'wechat'] })
      .array()
      .notNull(),
    collectionMethodIds: whole('collection_method_ids').array().notNull(),
    paymentWindowMin: smallint('payment_window_min').notNull(),
    remark: text().notNull(),
    autoOpen: boolean('auto_open').notNull(),
    state: text({ enum: ['opening', 'suspended', 'cancelled', 'removed'] }).notNull(),
    removal: text({ enum: ['sold_out', 'shop_closed', 'operator'] }),
    removalText: text('removal_text'),
    idempotencyKey: text('idempotency_key').notNull(),
    /** The terms of the key's first use. */
    terms: text().notNull(),
    revision: integer().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    check('fiat_ads_price', sql`(${table.price} is null) <> (${table.priceShareBp} is null)`),
    check('fiat_ads_limit', sql`${table.limitPrice} is null or ${table.price} is null`),
    check(
      'fiat_ads_parts',
      sql`${table.total} = ${table.remaining} + ${table.inOrders} + ${table.sold}`,
    ),
    uniqueIndex('fiat_ads_key').on(table.userId, table.idempotencyKey),
    index('fiat_ads_user').on(table.userId, table.id),
    index('fiat_ads_market')
      .on(table.currencyId, table.fiatCode, table.side)
      .where(sql`${table.state} = 'opening'`),
  ],
);

/** One row per order; its lifecycle is `fiat-order`. */
export const fiatOrders = pgTable(
  'fiat_orders',
  {
    id: identity(),
    adId: whole('ad_id')
      .notNull()
      .references(() => fiatAds.id),
    shopId: whole('shop_id')
      .notNull()
      .references(() => shops.id),
    buyerId: userId('buyer_id'),
    sellerId: userId('seller_id'),
    currencyId: integer('currency_id').notNull(),
    fiatCode: text('fiat_code').notNull(),
    price: units('price').notNull(),
    quantity: units('quantity').notNull(),
    amount: units('amount').notNull(),
    paymentKind: text('payment_kind', { enum: ['bank_card', 'alipay', 'wechat'] }).notNull(),
    /** Payment details as of when the order was placed. */
    payee: jsonb().notNull(),
    paymentReference: text('payment_reference').notNull(),
    /** The ad's remark as of when the order was placed. */
    remark: text().notNull(),
    state: text({
      enum: [
        'unpaid',
        'paid',
        'postponed',
        'abnormal',
        'rights_protection',
        'completed',
        'cancelled',
      ],
    }).notNull(),
    end: text({
      enum: [
        'confirmed',
        'auto_confirmed',
        'settled',
        'awarded_to_buyer',
        'awarded_to_seller',
        'buyer_cancelled',
        'payment_timeout',
      ],
    }),
    awardText: text('award_text'),
    operatorId: integer('operator_id'),
    postponements: smallint().notNull(),
    isPostponed: boolean('is_postponed').notNull(),
    isOvertime: boolean('is_overtime').notNull(),
    applicant: text({ enum: ['buyer', 'seller'] }),
    /** End of the running timer; null if none runs. */
    deadlineAtMs: epochMs('deadline_at_ms'),
    /** Whether it counts as one of the buyer's cancellations of the day. */
    isCancellation: boolean('is_cancellation').notNull(),
    /** Whether an operator found that the buyer had not paid. */
    isPaymentFalse: boolean('is_payment_false').notNull(),
    voucherIds: uuid('voucher_ids').array().notNull(),
    /** The last message that each side has seen. */
    buyerSeenId: whole('buyer_seen_id').notNull(),
    sellerSeenId: whole('seller_seen_id').notNull(),
    /** The user who took the ad. */
    takerId: userId('taker_id'),
    idempotencyKey: text('idempotency_key').notNull(),
    terms: text().notNull(),
    revision: integer().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    paidAtMs: epochMs('paid_at_ms'),
    endedAtMs: epochMs('ended_at_ms'),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    check('fiat_orders_parties', sql`${table.buyerId} <> ${table.sellerId}`),
    check(
      'fiat_orders_end',
      sql`(${table.end} is null) = (${table.state} not in ('completed', 'cancelled'))`,
    ),
    uniqueIndex('fiat_orders_key').on(table.takerId, table.idempotencyKey),
    index('fiat_orders_buyer').on(table.buyerId, table.id),
    index('fiat_orders_seller').on(table.sellerId, table.id),
    index('fiat_orders_shop').on(table.shopId, table.id),
    index('fiat_orders_ad').on(table.adId),
    // Orders that count for a buyer's limits: few of all that a user may have had.
    index('fiat_orders_counted')
      .on(table.buyerId)
      .where(sql`${table.endedAtMs} is null or ${table.isCancellation} or ${table.isPaymentFalse}`),
    // Recent purchases, whose withdrawal is held.
    index('fiat_orders_bought')
      .on(table.buyerId, table.endedAtMs)
      .where(sql`${table.state} = 'completed'`),
    // Recent sales, which are subtracted from the purchases.
    index('fiat_orders_sold')
      .on(table.sellerId, table.endedAtMs)
      .where(sql`${table.state} = 'completed'`),
    index('fiat_orders_open')
      .on(table.shopId)
      .where(sql`${table.end} is null`),
    index('fiat_orders_dispute')
      .on(table.id)
      .where(sql`${table.state} = 'rights_protection'`),
  ],
);

/** A side's reason for rights protection, and its evidence. */
export const fiatClaims = pgTable(
  'fiat_claims',
  {
    id: identity(),
    orderId: whole('order_id')
      .notNull()
      .references(() => fiatOrders.id),
    party: text({ enum: ['buyer', 'seller'] }).notNull(),
    reason: text({
      enum: ['not_released', 'not_received', 'wrong_amount', 'wrong_payer', 'other'],
    }).notNull(),
    content: text().notNull(),
    pictureIds: uuid('picture_ids').array().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [index('fiat_claims_order').on(table.orderId, table.id)],
);

/** Messages of the two sides, and (with `operatorId`) of operators, in an order. */
export const fiatMessages = pgTable(
  'fiat_messages',
  {
    id: identity(),
    orderId: whole('order_id')
      .notNull()
      .references(() => fiatOrders.id),
    /** Null for a message of an operator. */
    senderId: integer('sender_id').references(() => users.id),
    operatorId: integer('operator_id'),
    content: text().notNull(),
    pictureId: uuid('picture_id'),
    /** Chosen by the sender's page: a repeated one is the same message. */
    clientId: text('client_id').notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [
    index('fiat_messages_order').on(table.orderId, table.id),
    uniqueIndex('fiat_messages_client').on(table.orderId, table.senderId, table.clientId),
  ],
);

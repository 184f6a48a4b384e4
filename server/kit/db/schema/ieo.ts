/** Tables of token subscriptions: offerings, subscriptions, their payments, published lists, and funded tokens. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { OFFERING_PHASES, SUBSCRIPTION_PHASES } from '../../../../contract/ieo/ieo-kinds.ts';
import { epochMs, identity, units, whole } from './columns.ts';
import { userId } from './identity.ts';

const offeringId = () =>
  whole('offering_id')
    .notNull()
    .references(() => ieoOfferings.id);

/** Its terms do not change after the draft. Quantities are whole steps. */
export const ieoOfferings = pgTable(
  'ieo_offerings',
  {
    id: identity(),
    tokenCurrencyId: integer('token_currency_id').notNull(),
    payCurrencyId: integer('pay_currency_id').notNull(),
    /** Units of the payment currency for one whole token. */
    issuePrice: units('issue_price').notNull(),
    /** Units of the token in one step, and units of the payment currency for it. */
    stepSize: units('step_size').notNull(),
    stepPrice: units('step_price').notNull(),
    /** Steps that are allocated at most, in all and to one user. */
    offered: whole('offered').notNull(),
    cap: whole('cap').notNull(),
    /** Bounds of the steps that one user asks for. */
    stepsMin: whole('steps_min').notNull(),
    stepsMax: whole('steps_max').notNull(),
    /** The yearly yield that the issuer names; null for none. */
    yieldPpm: integer('yield_ppm'),
    preheatAtMs: epochMs('preheat_at_ms').notNull(),
    opensAtMs: epochMs('opens_at_ms').notNull(),
    closesAtMs: epochMs('closes_at_ms').notNull(),
    phase: text({ enum: OFFERING_PHASES }).notNull(),
    /** Steps of the committed subscriptions, and their number. */
    subscribed: whole('subscribed').notNull(),
    subscribers: integer().notNull(),
    /** Steps that the allocation gave; null before it. */
    allocated: whole('allocated'),
    /** The operator who saved the terms: a second operator publishes them. Null for the seed. */
    savedBy: integer('saved_by'),
    revision: integer().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    check(
      'ieo_offerings_terms',
      sql`${table.stepSize} > 0 and ${table.stepPrice} > 0 and ${table.cap} between 1 and ${table.offered}
        and ${table.stepsMin} between 1 and ${table.stepsMax} and ${table.tokenCurrencyId} <> ${table.payCurrencyId}`,
    ),
  ],
);

/** One row for each user and offering; a refused one does not count. */
export const ieoSubscriptions = pgTable(
  'ieo_subscriptions',
  {
    id: identity(),
    offeringId: offeringId(),
    userId: userId(),
    phase: text({ enum: SUBSCRIPTION_PHASES }).notNull(),
    /** Steps that are paid for, and the payment. */
    steps: whole('steps').notNull(),
    paid: units('paid').notNull(),
    /** Steps of the allocation; null before it. */
    allocated: whole('allocated'),
    /** Name in the published lists, and the salt from which it follows. */
    entry: text().notNull(),
    salt: text().notNull(),
    revision: integer().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('ieo_subscriptions_once')
      .on(table.offeringId, table.userId)
      .where(sql`${table.phase} <> 'refused'`),
    index('ieo_subscriptions_user').on(table.userId, table.id),
    index('ieo_subscriptions_offering').on(table.offeringId, table.phase, table.id),
    check(
      'ieo_subscriptions_allocated',
      sql`${table.allocated} between 0 and ${table.steps} or ${table.allocated} is null`,
    ),
  ],
);

/** One row for each payment: the first of a subscription, and each raise. */
export const ieoPayments = pgTable(
  'ieo_payments',
  {
    id: identity(),
    subscriptionId: whole('subscription_id')
      .notNull()
      .references(() => ieoSubscriptions.id),
    offeringId: offeringId(),
    userId: userId(),
    /** Steps of the subscription before and after it. */
    stepsBefore: whole('steps_before').notNull(),
    stepsAfter: whole('steps_after').notNull(),
    amount: units('amount').notNull(),
    phase: text({ enum: ['requested', 'held', 'refused'] }).notNull(),
    postingId: whole('posting_id'),
    idempotencyKey: text('idempotency_key').notNull(),
    requestId: text('request_id').notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('ieo_payments_key').on(table.userId, table.idempotencyKey),
    index('ieo_payments_subscription').on(table.subscriptionId),
    index('ieo_payments_requested')
      .on(table.id)
      .where(sql`${table.phase} = 'requested'`),
  ],
);

/** The list of subscriptions before the allocation, and the list with the results. Append-only. */
export const ieoPublications = pgTable(
  'ieo_publications',
  {
    offeringId: offeringId(),
    list: text({ enum: ['inputs', 'outputs'] }).notNull(),
    sha256: text().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.offeringId, table.list] })],
);

/** Tokens that the exchange took from an issuer or gave back. Append-only. */
export const ieoFundings = pgTable('ieo_fundings', {
  id: identity(),
  currencyId: integer('currency_id').notNull(),
  /** Units; negative when given back. */
  amount: units('amount').notNull(),
  requestId: text('request_id').notNull(),
  atMs: epochMs('at_ms').notNull(),
});

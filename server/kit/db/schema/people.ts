/** Tables about users: teams, collection methods, push subscriptions, accepted risk notices. */
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { PRODUCTS } from '../../../../contract/people/risk-versions.ts';
import { epochMs, identity } from './columns.ts';
import { sessions, userId } from './identity.ts';

/** The current authorization code of a user, for an agent; a new one replaces it. */
export const authorizationCodes = pgTable('authorization_codes', {
  userId: userId().primaryKey(),
  code: text().notNull().unique(),
  expiresAtMs: epochMs('expires_at_ms').notNull(),
});

/** One row per user in the team of an agent; a user is in one team at most. */
export const teamMembers = pgTable(
  'team_members',
  {
    memberId: userId('member_id').primaryKey(),
    agentId: userId('agent_id'),
    addedAtMs: epochMs('added_at_ms').notNull(),
  },
  (table) => [index('team_members_agent').on(table.agentId)],
);

/** The ways to pay a user in fiat money. Removed ones stay, because orders refer to them. */
export const collectionMethods = pgTable(
  'collection_methods',
  {
    id: identity(),
    userId: userId(),
    kind: text({ enum: ['bank_card', 'alipay', 'wechat'] }).notNull(),
    realName: text('real_name').notNull(),
    account: text().notNull(),
    bank: text(),
    branch: text(),
    nickname: text(),
    qrPictureId: uuid('qr_picture_id'),
    /**
     * Whether holder and number were checked when it was saved; unchecked methods receive no
     * payments.
     */
    isChecked: boolean('is_checked').notNull().default(false),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
    removedAtMs: epochMs('removed_at_ms'),
  },
  (table) => [index('collection_methods_user').on(table.userId)],
);

/** One row per user and version of a notice. Append-only. */
export const riskAcknowledgements = pgTable(
  'risk_acknowledgements',
  {
    userId: userId(),
    product: text({ enum: PRODUCTS }).notNull(),
    /** See `RISK_VERSIONS`. */
    version: integer().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.product, table.version] })],
);

/**
 * Browsers that get push notifications when an order needs the user's action: one per session, while
 * it lasts.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: identity(),
    userId: userId('user_id'),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Language of the notifications. */
    locale: text().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    uniqueIndex('push_subscriptions_session').on(table.sessionId),
    index('push_subscriptions_user').on(table.userId),
  ],
);

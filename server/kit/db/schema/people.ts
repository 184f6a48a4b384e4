/** Tables about users: security, teams, pictures, real-name verification, collection methods, feedback. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { epochMs, whole } from './columns.ts';
import { users } from './identity.ts';

const userId = (name = 'user_id') =>
  integer(name)
    .notNull()
    .references(() => users.id);
const identity = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** One row per user who ever bound an authenticator or is, or was, on hold. */
export const userSecurity = pgTable('user_security', {
  userId: userId().primaryKey(),
  /** Encrypted, see `server/kit/seal/seal.ts`. */
  googleKey: text('google_key'),
  /** The last time step for which a code was accepted: each step is accepted once. */
  googleLastStep: whole('google_last_step'),
  /** Created and not bound yet; encrypted. */
  pendingGoogleKey: text('pending_google_key'),
  pendingExpiresAtMs: epochMs('pending_expires_at_ms'),
  withdrawalHoldUntilMs: epochMs('withdrawal_hold_until_ms'),
  withdrawalHoldReason: text('withdrawal_hold_reason', {
    enum: ['password_changed', 'password_reset', 'pay_password_changed', 'google_changed'],
  }),
});

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

/** One row per stored picture. Without an owner it waits for a call that redeems its ticket. */
export const pictures = pgTable(
  'pictures',
  {
    id: uuid().primaryKey(),
    purpose: text({ enum: ['real_name', 'collection', 'feedback', 'voucher', 'chat'] }).notNull(),
    ownerId: integer('owner_id').references(() => users.id),
    /** SHA-256; null once used. */
    ticketHash: text('ticket_hash').unique(),
    /** Deleted after this unless it has an owner. */
    expiresAtMs: epochMs('expires_at_ms'),
    contentType: text('content_type').notNull(),
    byteCount: integer('byte_count').notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
  },
  (table) => [
    index('pictures_expiry')
      .on(table.expiresAtMs)
      .where(sql`${table.ownerId} is null`),
  ],
);

/** Log of the readers of private pictures. Append-only. */
export const pictureReads = pgTable(
  'picture_reads',
  {
    id: identity(),
    pictureId: uuid('picture_id').notNull(),
    reader: text({ enum: ['owner', 'party', 'operator'] }).notNull(),
    /** Id of the user or operator. */
    readerId: integer('reader_id').notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [index('picture_reads_picture').on(table.pictureId)],
);

/**
 * One row per submission for real-name verification. Its lifecycle, `kyc-review`, is one per user (id
 * of the user).
 */
export const kycSubmissions = pgTable(
  'kyc_submissions',
  {
    id: identity(),
    userId: userId(),
    idType: text('id_type', { enum: ['id_card', 'passport', 'driving_licence'] }).notNull(),
    name: text().notNull(),
    /** Document number in upper case, without separators. */
    cardId: text('card_id').notNull(),
    frontPictureId: uuid('front_picture_id').notNull(),
    reversePictureId: uuid('reverse_picture_id').notNull(),
    handPictureId: uuid('hand_picture_id').notNull(),
    state: text({ enum: ['in_review', 'certified', 'failed'] }).notNull(),
    reason: text({
      enum: [
        'picture_unclear',
        'picture_incomplete',
        'data_differs',
        'document_expired',
        'document_not_accepted',
        'other',
      ],
    }),
    reasonText: text('reason_text'),
    operatorId: integer('operator_id'),
    submittedAtMs: epochMs('submitted_at_ms').notNull(),
    reviewedAtMs: epochMs('reviewed_at_ms'),
  },
  (table) => [
    index('kyc_submissions_user').on(table.userId, table.id),
    index('kyc_submissions_state').on(table.state, table.id),
    // A document belongs to one user, and a user has one submission in review at most.
    uniqueIndex('kyc_submissions_document')
      .on(table.idType, table.cardId)
      .where(sql`${table.state} = 'certified'`),
    uniqueIndex('kyc_submissions_open')
      .on(table.userId)
      .where(sql`${table.state} <> 'failed'`),
  ],
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

/** One row per feedback ticket; its lifecycle is `feedback-ticket`. */
export const feedbackTickets = pgTable(
  'feedback_tickets',
  {
    id: identity(),
    userId: userId(),
    type: text({
      enum: ['account', 'deposit', 'withdrawal', 'trade', 'suggestion', 'other'],
    }).notNull(),
    title: text().notNull(),
    state: text({ enum: ['awaiting_reply', 'replied'] }).notNull(),
    revision: integer().notNull(),
    /** Older tickets have none. */
    idempotencyKey: text('idempotency_key'),
    /** Hash of the terms of the key's first use. */
    terms: text(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('feedback_tickets_key').on(table.userId, table.idempotencyKey),
    index('feedback_tickets_user').on(table.userId, table.id),
    index('feedback_tickets_state').on(table.state, table.id),
  ],
);

/** Messages of a ticket, by its owner or (with `operator_id`) by an operator. */
export const feedbackMessages = pgTable(
  'feedback_messages',
  {
    id: identity(),
    ticketId: whole('ticket_id')
      .notNull()
      .references(() => feedbackTickets.id),
    operatorId: integer('operator_id'),
    /** Chosen by the sender's page; the first message of a ticket has none. */
    clientId: text('client_id'),
    content: text().notNull(),
    pictureIds: uuid('picture_ids').array().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [
    index('feedback_messages_ticket').on(table.ticketId, table.id),
    uniqueIndex('feedback_messages_client').on(table.ticketId, table.clientId),
  ],
);

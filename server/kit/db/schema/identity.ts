/** Tables of identity: users, their security, sessions and tokens, verification codes, counted attempts, development mail. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { epochMs, whole } from './columns.ts';

/** One row per registered user. Email addresses are stored in lower case, mobile numbers as E.164. */
export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Public random number of eight digits. */
    uid: text().notNull().unique(),
    email: text(),
    mobile: text(),
    passwordHash: text('password_hash').notNull(),
    payPasswordHash: text('pay_password_hash'),
    isUserReal: boolean('is_user_real').notNull().default(false),
    /** The certified name, which never changes afterwards. */
    realName: text('real_name'),
    isAgent: boolean('is_agent').notNull().default(false),
    /** The user's own code, for the users they invite. */
    inviteCode: text('invite_code').notNull().unique(),
    invitedBy: integer('invited_by'),
    /** Language of messages that no request of the user causes. */
    locale: text().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    lastSignInAtMs: epochMs('last_sign_in_at_ms'),
    disabledAtMs: epochMs('disabled_at_ms'),
    /** True if the owner has disabled the account; a reset of the password enables it. */
    isHeldByOwner: boolean('is_held_by_owner').notNull().default(false),
  },
  (table) => [
    check(
      'users_held_is_disabled',
      sql`not ${table.isHeldByOwner} or ${table.disabledAtMs} is not null`,
    ),
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('users_mobile_unique').on(table.mobile),
    index('users_invited_by').on(table.invitedBy),
    check('users_account_present', sql`${table.email} is not null or ${table.mobile} is not null`),
  ],
);

/** A column that refers to a user. */
export const userId = (name = 'user_id') =>
  integer(name)
    .notNull()
    .references(() => users.id);

/** One row per signed-in device: a family of rotating tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Counts rotations; the refresh token of this generation is the current one. */
    generation: integer().notNull().default(0),
    createdAtMs: epochMs('created_at_ms').notNull(),
    /** Time of issue of the current generation; idleness counts from here. */
    rotatedAtMs: epochMs('rotated_at_ms').notNull(),
    /** Salt from which the current pair was derived, see ADR 0002. Empty before the first rotation. */
    rotationSalt: text('rotation_salt'),
    endedAtMs: epochMs('ended_at_ms'),
    endedReason: text('ended_reason'),
    address: text().notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/**
 * SHA-256 of every token of a session. Rows of refresh tokens stay, so that a reuse is detected.
 */
export const sessionTokens = pgTable(
  'session_tokens',
  {
    hash: text().primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['access', 'refresh'] }).notNull(),
    generation: integer().notNull(),
    expiresAtMs: epochMs('expires_at_ms').notNull(),
  },
  (table) => [
    index('session_tokens_session').on(table.sessionId),
    index('session_tokens_expiry').on(table.expiresAtMs),
  ],
);

/** A device from which a user has signed in. */
export const userDevices = pgTable(
  'user_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the user and the id of the device, so that rows of two users do not show that they share it. */
    deviceHash: text('device_hash').notNull(),
    lastSignInAtMs: epochMs('last_sign_in_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);

/** The latest code of an account and scene; a new one replaces it. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    account: text().notNull(),
    scene: text({ enum: ['register', 'forget_password', 'bind_address', 'sign_in'] }).notNull(),
    /** SHA-256 of salt and code; a decoy that no code matches if none was sent. */
    codeHash: text('code_hash').notNull(),
    salt: text().notNull(),
    sentAtMs: epochMs('sent_at_ms').notNull(),
    expiresAtMs: epochMs('expires_at_ms').notNull(),
    wrongTries: integer('wrong_tries').notNull().default(0),
    consumedAtMs: epochMs('consumed_at_ms'),
  },
  (table) => [primaryKey({ columns: [table.account, table.scene] })],
);

/** Attempts counted against a limit over a window; rows older than a day are deleted. */
export const countedAttempts = pgTable(
  'counted_attempts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({
      enum: [
        'sign_in_failure',
        'code_failure',
        'code_sent_account',
        'code_sent_address',
        'secret_failure',
        'operator_failure',
        'document_taken',
      ],
    }).notNull(),
    /** Account name, `#` and id of a user, or remote address, by kind. */
    subject: text().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [
    index('counted_attempts_subject').on(table.kind, table.subject, table.atMs),
    index('counted_attempts_at').on(table.atMs),
  ],
);

/** Messages the development mailbox took instead of sending them. */
export const developmentMessages = pgTable(
  'development_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    channel: text({ enum: ['mail', 'sms'] }).notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    sentAtMs: epochMs('sent_at_ms').notNull(),
  },
  (table) => [
    index('development_messages_sent_at').on(table.sentAtMs),
    index('development_messages_recipient').on(table.recipient, table.id),
  ],
);

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

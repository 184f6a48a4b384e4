/** Tables of the operator console: its accounts, their sessions, and their actions. */
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs, whole } from './columns.ts';

export const operators = pgTable('operators', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Email address in lower case. */
  account: text().notNull().unique(),
  name: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  /** Encrypted; null until the first sign-in has bound an authenticator. */
  googleKey: text('google_key'),
  pendingGoogleKey: text('pending_google_key'),
  googleLastStep: whole('google_last_step'),
  createdAtMs: epochMs('created_at_ms').notNull(),
  disabledAtMs: epochMs('disabled_at_ms'),
});

export const operatorSessions = pgTable('operator_sessions', {
  /** SHA-256 of the token. */
  tokenHash: text('token_hash').primaryKey(),
  operatorId: integer('operator_id')
    .notNull()
    .references(() => operators.id),
  createdAtMs: epochMs('created_at_ms').notNull(),
  activeAtMs: epochMs('active_at_ms').notNull(),
  endedAtMs: epochMs('ended_at_ms'),
  address: text().notNull(),
});

/** Every change by an operator, with the reason. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    operatorId: integer('operator_id').notNull(),
    /** e.g. `withdrawal.approve`. */
    action: text().notNull(),
    /** The changed record: `user`, `withdrawal` …, and its id. */
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    reason: text().notNull(),
    /** Values before and after the change, if the record itself does not have them. */
    details: jsonb().notNull(),
    requestId: text('request_id').notNull(),
    address: text().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [
    index('audit_log_subject').on(table.subjectKind, table.subjectId, table.id),
    index('audit_log_operator').on(table.operatorId, table.id),
  ],
);

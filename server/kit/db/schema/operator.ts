/** Tables of operators: their accounts, their sessions, their actions, and their requests to change a fund. */
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs, identity, units, whole } from './columns.ts';

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
    id: identity(),
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

/** The pool of contracts has a table of its own, because one request changes pool and insurance fund. */
const FUNDS = ['micro_pool', 'staking_fund', 'offering_tokens'] as const;

/** Requests of operators to add to a fund of the exchange, or to take from it. */
export const fundChanges = pgTable(
  'fund_changes',
  {
    id: identity(),
    fund: text({ enum: FUNDS }).notNull(),
    currencyId: integer('currency_id').notNull(),
    /** Negative when it takes. */
    amount: units('amount').notNull(),
    /** Units of USDT that count toward the limit of a day; null without a price, and then it needs a second operator. */
    worth: units('worth'),
    /**
     * waiting: needs a second operator. approved: is booked next. refused: the fund did not hold it when it was
     * booked.
     */
    state: text({ enum: ['waiting', 'approved', 'booked', 'refused', 'withdrawn'] }).notNull(),
    askedBy: integer('asked_by').notNull(),
    askedAtMs: epochMs('asked_at_ms').notNull(),
    /** Null while it waits; the same operator as `askedBy` within the limit of a day. */
    decidedBy: integer('decided_by'),
    decidedAtMs: epochMs('decided_at_ms'),
  },
  (table) => [
    index('fund_changes_decided').on(table.fund, table.decidedAtMs),
    check('fund_changes_some', sql`${table.amount} <> 0`),
    check(
      'fund_changes_decided',
      sql`(${table.state} = 'waiting') = (${table.decidedBy} is null)
        and (${table.decidedBy} is null) = (${table.decidedAtMs} is null)`,
    ),
    check(
      'fund_changes_alone',
      sql`${table.askedBy} is distinct from ${table.decidedBy} or ${table.worth} is not null
        or ${table.state} = 'withdrawn'`,
    ),
  ],
);

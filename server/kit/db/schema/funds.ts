/** Requests of operators to add to a fund of the exchange, or to take from it. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs, units } from './columns.ts';

/** The pool of contracts has a table of its own, because one request changes pool and insurance fund. */
const FUNDS = ['micro_pool', 'staking_fund', 'offering_tokens'] as const;

export const fundChanges = pgTable(
  'fund_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
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

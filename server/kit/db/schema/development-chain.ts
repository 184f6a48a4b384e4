/** Tables of the development chain: its blocks and its payments. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs, units, whole } from './columns.ts';

/** Blocks of the development chain. */
export const developmentBlocks = pgTable('development_blocks', {
  number: whole('number').primaryKey(),
  hash: text().notNull().unique(),
  parentHash: text('parent_hash').notNull(),
  minedAtMs: epochMs('mined_at_ms').notNull(),
});

/** Payments on the development chain; payments without a block are pending. */
export const developmentTransactions = pgTable(
  'development_transactions',
  {
    hash: text().primaryKey(),
    currencyId: integer('currency_id').notNull(),
    fromAddress: text('from_address').notNull(),
    toAddress: text('to_address').notNull(),
    amount: units('amount').notNull(),
    /** Nonce of the wallet that pays withdrawals, used once; null for payments of others. */
    nonce: whole('nonce').unique(),
    blockNumber: whole('block_number'),
    createdAtMs: epochMs('created_at_ms').notNull(),
  },
  (table) => [
    index('development_transactions_block').on(table.blockNumber),
    index('development_transactions_to').on(table.toAddress),
  ],
);

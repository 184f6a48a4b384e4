/** The table of comparisons of deposits with their chains. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs, units, whole } from './columns.ts';

/**
 * Results of the comparisons of deposits with their chains. Only the owner of the tables adds to it. A row repeats the
 * deposit as it was compared, so that a later change of the deposit shows. The migration of this table has accepted the
 * deposits from before it, as `taken_over`.
 */
export const depositProofs = pgTable(
  'deposit_proofs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    depositId: whole('deposit_id').notNull(),
    /** credit, settlement: the chain had the deposit before it was credited, or settled. refuted: it does not have it. */
    kind: text({ enum: ['taken_over', 'credit', 'settlement', 'refuted'] }).notNull(),
    userId: integer('user_id').notNull(),
    currencyId: integer('currency_id').notNull(),
    chain: text().notNull(),
    address: text().notNull(),
    transactionHash: text('transaction_hash').notNull(),
    outputIndex: integer('output_index').notNull(),
    amount: units('amount').notNull(),
    blockNumber: whole('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    /** Reason of a refusal, for the operator; empty otherwise. */
    reason: text().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('deposit_proofs_once').on(table.depositId, table.kind, table.blockHash),
    index('deposit_proofs_output').on(table.chain, table.transactionHash, table.outputIndex),
    index('deposit_proofs_refuted')
      .on(table.depositId)
      .where(sql`${table.kind} = 'refuted'`),
    index('deposit_proofs_taken_over')
      .on(table.chain, table.depositId)
      .where(sql`${table.kind} = 'taken_over'`),
  ],
);

/** The list of withdrawals from before seals. */
import { pgTable } from 'drizzle-orm/pg-core';
import { whole } from './columns.ts';

/**
 * Withdrawals that had not ended when their column `seal` was added. The migration of this table has filled it, and the
 * role of the running server may not add to it.
 */
export const withdrawalsBeforeSeals = pgTable('withdrawals_before_seals', {
  withdrawalId: whole('withdrawal_id').primaryKey(),
});

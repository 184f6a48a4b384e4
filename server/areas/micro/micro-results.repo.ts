/** The statement that counts the accounts that won and lost with fast contracts. */
import { sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';

/** Counts the owners of orders that ended since that time, and the owners whose payouts are below their stakes. */
export async function countMicroResults(
  database: Executor,
  since: EpochMs,
): Promise<{ readonly accounts: number; readonly losing: number }> {
  const { rows } = await database.execute<Record<'accounts' | 'losing', bigint>>(sql`
    select count(*) as accounts, count(*) filter (where result < 0) as losing from (
      select sum(payout - stake) as result from micro_orders
      where settled_at_ms >= ${since} group by owner_id
    ) owners`);
  const { accounts, losing } = ensure(rows[0], 'the counts');
  return { accounts: Number(accounts), losing: Number(losing) };
}

/** The statement that finds disabled users with pending contract orders. */
import { sql } from 'drizzle-orm';
import type { Executor } from '../../kit/db/database.ts';

export async function findDisabledOwners(database: Executor): Promise<readonly number[]> {
  const { rows } = await database.execute<{ readonly owner_id: number }>(sql`
    select distinct owner_id from lever_orders
    join users on users.id = owner_id
    where state = 'pending' and users.disabled_at_ms is not null`);
  return rows.map(({ owner_id: ownerId }) => Number(ownerId));
}

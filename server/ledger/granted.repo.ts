/** The recorded total of the money that the seed of a demo exchange granted. */
import { sql } from 'drizzle-orm';
import type { Executor } from '../kit/db/database.ts';
import { settings } from '../kit/db/schema/settings.ts';

/** Key of the setting with the total of all grants by currency id, as JSON. */
export const GRANTED_SETTING = 'ledger_granted';

/** Records the present total, unless one is recorded; for the end of the seed. */
export async function recordGrants(database: Executor): Promise<void> {
  await database.execute(sql`
    insert into ${settings} (key, value)
    select ${GRANTED_SETTING}, coalesce(jsonb_object_agg(currency_id, amount::text), '{}'::jsonb)::text
    from (
      select currency_id, sum(available_delta + frozen_delta) as amount
      from ledger_movements join ledger_entries using (journal, number)
      where recipe = 'seed.grant' and not (owner_id = 0 and account_type = 100)
      group by currency_id
    ) granted
    on conflict do nothing`);
}

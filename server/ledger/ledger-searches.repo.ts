/**
 * How far the verifier has searched records for changes, kept for the next start: a record that was changed just before
 * the server ended, or while it was away, is compared by the first passes after it.
 */
import { getTableName, sql } from 'drizzle-orm';
import type { EpochMs } from '../../contract/time.ts';
import type { Executor } from '../kit/db/database.ts';
import { ledgerSearches } from '../kit/db/schema/ledger.ts';
import { PLACE } from './ledger-guard.repo.ts';

const LEDGER_SEARCHES = sql.raw(getTableName(ledgerSearches));
const HERE = sql.raw(PLACE);

/** Returns the snapshot of the last stored search at this place, as text; null without one. */
export async function findSearch(database: Executor): Promise<string | null> {
  const { rows } = await database.execute<{ searched: string }>(sql`
    select searched_up_to as searched from ${LEDGER_SEARCHES} where place = ${HERE}`);
  return rows[0]?.searched ?? null;
}

/** @param owner the database in the role of the owner. @param searchedUpTo a snapshot, as text. */
export async function storeSearch(
  owner: Executor,
  searchedUpTo: string,
  now: EpochMs,
): Promise<void> {
  await owner.execute(sql`
    insert into ${LEDGER_SEARCHES} (place, searched_up_to, at_ms) select ${HERE}, ${searchedUpTo}, ${now}
    on conflict (place) do update set searched_up_to = excluded.searched_up_to, at_ms = excluded.at_ms`);
}

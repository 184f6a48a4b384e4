/** Signed minutes that each witness has, and those that come next. */
import { sql } from 'drizzle-orm';
import type { MinuteHead } from '../../../../contract/figures/index-chain.ts';
import type { Database } from '../../../kit/db/database.ts';
import { indexMinutes, indexWitnesses } from '../../../kit/db/schema/micro-index.ts';
import { storedHeadOf, type StoredHead } from './index-reads.repo.ts';

/** Place in the order in which minutes are signed: segments rise, and minutes rise within a segment. */
type SignedPlace = Pick<MinuteHead, 'segment' | 'minuteMs'>;

/** Minutes of one message at most; those of one place are sent together. */
const MINUTES_MAX = 500;

/** A new witness gets the minutes that are signed from now on. */
export async function addWitness(database: Database, url: string): Promise<void> {
  await database.execute(sql`
    insert into ${indexWitnesses} (url, segment, minute_ms)
    select ${url}, coalesce(max(last.segment), 0), coalesce(max(last.minute_ms), 0)
    from (select segment, minute_ms from ${indexMinutes} order by segment desc, minute_ms desc limit 1) last
    on conflict do nothing`);
}

/** Returns the next signed minutes that the witness does not have, in the order in which they were signed. */
export async function findUnsent(database: Database, url: string): Promise<readonly StoredHead[]> {
  const rows = await database
    .select()
    .from(indexMinutes)
    .where(
      sql`(${indexMinutes.segment}, ${indexMinutes.minuteMs}) >
        (select segment, minute_ms from ${indexWitnesses} where url = ${url})`,
    )
    .orderBy(indexMinutes.segment, indexMinutes.minuteMs, indexMinutes.instrument)
    .limit(MINUTES_MAX);
  const last = rows.at(-1);
  const isCut = rows.length === MINUTES_MAX && last !== undefined;
  const isWhole = (row: SignedPlace) =>
    !isCut || row.segment !== last.segment || row.minuteMs !== last.minuteMs;
  return rows.filter(isWhole).map(storedHeadOf);
}

export async function noteSent(
  database: Database,
  url: string,
  { segment, minuteMs }: SignedPlace,
): Promise<void> {
  await database.execute(
    sql`update ${indexWitnesses} set segment = ${segment}, minute_ms = ${minuteMs} where url = ${url}`,
  );
}

/**
 * Puts the lines of signed minutes back that are missing or false, from copies that readers have saved. Only the owner of
 * the tables can: a trigger keeps stored lines from the role of the server.
 */
import { sql } from 'drizzle-orm';
import { nextHead } from '../../../../contract/figures/index-chain.ts';
import { readRecord } from '../../../../contract/figures/index-record.ts';
import type { IndexMinute } from '../../../../contract/micro/index/price-index.ts';
import { MINUTE_MS } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import { indexBodies } from '../../../kit/db/schema/micro-index.ts';
import { sha256 } from './index-crypto.ts';
import { findMinutes, type StoredMinute } from './index-reads.repo.ts';
import { packLines, unpackLines } from './minute-body.ts';

/**
 * known: the lines were stored already. restored: they are stored now. other: the exchange has signed no such lines. empty: the
 * copy has no lines.
 */
export type Restored = 'known' | 'restored' | 'other' | 'empty';

/** Stores the lines of a minute if they are those that were signed. @returns what was done. */
export async function restoreLines(
  database: Database,
  { instrument, minute: minuteMs, segment, lines }: IndexMinute,
): Promise<Restored> {
  if (lines === null) return 'empty';
  const found = await findMinutes(database, instrument, [minuteMs, minuteMs + MINUTE_MS]);
  const signed = found.find((each) => each.segment === segment);
  if (signed === undefined) return 'other';
  const head = lines.reduce((before, line) => nextHead(sha256, before, line), signed.headBefore);
  if (head !== signed.head) return 'other';
  if (await hasLines(signed, lines)) return 'known';
  const records = lines.flatMap((line) => readRecord(line) ?? []);
  await storeLines(database, signed, await packLines(lines, records));
  return 'restored';
}

async function hasLines({ body }: StoredMinute, lines: readonly string[]): Promise<boolean> {
  if (body === null) return false;
  // False lines may have any form.
  const stored = await unpackLines(body).catch(() => null);
  return stored?.lines.join('\n') === lines.join('\n');
}

async function storeLines(
  database: Database,
  { instrument, minuteMs, segment }: StoredMinute,
  body: Buffer,
): Promise<void> {
  await database.transaction(async (tx) => {
    const trigger = (how: string) =>
      tx.execute(sql.raw(`alter table index_bodies ${how} trigger index_bodies_kept`));
    await trigger('disable');
    await tx
      .insert(indexBodies)
      .values({ instrument, minuteMs, segment, body })
      .onConflictDoUpdate({
        target: [indexBodies.instrument, indexBodies.minuteMs, indexBodies.segment],
        set: { body },
      });
    await trigger('enable always');
  });
}

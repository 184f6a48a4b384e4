/** Statements on stored movements for a writer. */
import { and, asc, getTableName, gt, isNull } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { executeNamed } from '../../kit/db/named-statement.ts';
import type { spotPostings } from '../../kit/db/schema/wallet.ts';
import type { LedgerEntry, Movement, RecipeName } from '../movement.ts';
import type { PostingId, WrittenPosting } from './postings.types.ts';

/** A table of postings; that of each writer has the columns of the spot writer's. */
export type PostingTable = typeof spotPostings;

/** An entry in the column `entries`: names as in `ledger_entries`, amounts as text. */
interface StoredEntry {
  readonly owner_id: number;
  readonly account_type: number;
  readonly currency_id: number;
  readonly available: string;
  readonly frozen: string;
}

export interface PostingRow extends WrittenPosting {
  readonly state: 'open' | 'booked' | 'refused';
}

/** @throws a unique violation for a second posting of the same recipe and cause. */
export async function insertPosting(
  tx: Transaction,
  table: PostingTable,
  { recipe, causeId, actorId, requestId, entries }: Movement,
  now: EpochMs,
): Promise<PostingId> {
  const row = { recipe, causeId, actorId, requestId, createdAtMs: now };
  const inserted = await tx
    .insert(table)
    .values({ ...row, entries: entries.map(storedEntry) })
    .returning({ id: table.id });
  return ensure(inserted[0], 'number of the posting').id;
}

interface StoredPosting {
  readonly id: bigint;
  readonly recipe: RecipeName;
  readonly cause_id: string;
  readonly actor_id: number;
  readonly request_id: string;
  readonly entries: readonly StoredEntry[];
  readonly number: bigint | null;
  readonly refused_at_ms: bigint | null;
}

/** Returns the existing postings of these ids, in any order. */
export async function findPostings(
  database: Executor,
  table: PostingTable,
  ids: readonly PostingId[],
): Promise<readonly PostingRow[]> {
  const name = getTableName(table);
  const statement = {
    name: `find_${name}`,
    text: `select id, recipe, cause_id, actor_id, request_id, entries, number, refused_at_ms
      from ${name} where id = any($1::bigint[])`,
  };
  const { rows } = await executeNamed<StoredPosting>(database, statement, [ids]);
  return rows.map((row) => ({
    id: Number(row.id),
    movement: {
      recipe: row.recipe,
      causeId: row.cause_id,
      actorId: row.actor_id,
      requestId: row.request_id,
      entries: row.entries.map(ledgerEntry),
    },
    state: row.number !== null ? 'booked' : row.refused_at_ms !== null ? 'refused' : 'open',
  }));
}

/** Returns open postings with larger ids, oldest first. */
export async function findOpenPostings(
  database: Executor,
  table: PostingTable,
  after: PostingId,
  count: number,
): Promise<readonly PostingId[]> {
  const { id, number, refusedAtMs } = table;
  const rows = await database
    .select({ id })
    .from(table)
    .where(and(isNull(number), isNull(refusedAtMs), gt(id, after)))
    .orderBy(asc(id))
    .limit(count);
  return rows.map((row) => row.id);
}

/** Returns an entry in the form of the column `entries`. */
export const storedEntry = (entry: LedgerEntry): StoredEntry => ({
  owner_id: entry.ownerId,
  account_type: entry.accountType,
  currency_id: entry.currencyId,
  available: String(entry.available),
  frozen: String(entry.frozen),
});

const ledgerEntry = (entry: StoredEntry): LedgerEntry => ({
  ownerId: entry.owner_id,
  accountType: entry.account_type,
  currencyId: entry.currency_id,
  available: units(BigInt(entry.available)),
  frozen: units(BigInt(entry.frozen)),
});

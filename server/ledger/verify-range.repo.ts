/** Reads a closed range again and compares it with its stored sums of the closing. */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import { JOURNALS } from './chart.ts';
import { isNewSince, type Mark } from './verify-rows.repo.ts';
import { chainHash, DIGEST, rangeRows, sumsDigest } from './ledger-ranges.repo.ts';

/** A closed range, as far as it is needed to read it again. */
interface ClosedRange {
  readonly id: number;
  readonly journal: number;
  readonly first: string;
  readonly last: string;
  readonly firstTransaction: string;
  readonly lastTransaction: string;
}

/** Rows that are named of one range. */
const ROWS_NAMED_MAX = 20;

const COLUMNS = `id::integer as id, journal, first_number::text as first, last_number::text as last,
  first_transaction::text as "firstTransaction", last_transaction::text as "lastTransaction"`;

/** Returns the first range after `id`, and the first of all after the last one; null when none is closed. */
export async function findRangeAfter(client: Client, id: number): Promise<ClosedRange | null> {
  const { rows } = await client.query<ClosedRange>(
    `select ${COLUMNS} from ledger_ranges order by (id <= $1), id limit 1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function findRange(client: Client, id: number): Promise<ClosedRange | null> {
  const { rows } = await client.query<ClosedRange>(
    `select ${COLUMNS} from ledger_ranges where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

interface Comparison {
  readonly is_same: boolean;
  readonly movements: string;
  readonly movements_found: string;
  readonly entries: string;
  readonly entries_found: string;
  readonly are_sums_same: boolean;
  readonly is_hash_same: boolean;
  readonly is_chained: boolean;
}

/**
 * Reads the range in one short transaction. @param move set after a move of the ledger, when a row may bear any
 * transaction. @returns faults, each with the rule first; none when nothing was changed, removed or added since it
 * was closed.
 */
export async function verifyRange(
  client: Client,
  range: ClosedRange,
  move: Mark | null = null,
): Promise<readonly string[]> {
  await client.query('begin isolation level repeatable read, read only');
  try {
    // The planner does not know how few rows the transactions of a range have.
    await client.query('set local enable_seqscan = off');
    const faults = [...(await compare(client, range))];
    if (move !== null) faults.push(...(await rowsOfNoRange(client, range, move)));
    await client.query('commit');
    return faults;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const rowsOf = ({ journal, first, last, firstTransaction, lastTransaction }: ClosedRange): string =>
  rangeRows(journal, [first, last], [firstTransaction, lastTransaction]);

async function compare(client: Client, range: ClosedRange): Promise<readonly string[]> {
  const { rows } = await client.query<Comparison>(`
    with ${rowsOf(range)}, stored as (select * from ledger_ranges where id = ${range.id})
    select stored.digest = ${DIGEST} as is_same,
      movements::text, (select count(*) from movement)::text as movements_found,
      entries::text, (select count(*) from entry)::text as entries_found,
      sums_digest = ${sumsDigest(`(select * from ledger_range_sums where range_id = ${range.id}) own`)} as are_sums_same,
      hash = ${chainHash('stored')} as is_hash_same,
      previous_hash = coalesce((select hash from ledger_ranges where id = ${range.id} - 1), previous_hash)
        and (${range.id} = 1 or exists (select from ledger_ranges where id = ${range.id} - 1)) as is_chained
    from stored`);
  const found = ensure(rows[0], `range ${range.id}`);
  const where = `range ${range.id}, journal ${range.journal}, numbers ${range.first} to ${range.last}`;
  const faults: string[] = [];
  if (!found.is_same) {
    faults.push(
      `range_changed: ${where}, movements ${found.movements}, found ${found.movements_found}, ` +
        `entries ${found.entries}, found ${found.entries_found}`,
    );
    faults.push(...(await namesOf(client, range)));
  }
  if (!found.are_sums_same) faults.push(`range_sums_changed: ${where}`);
  if (!found.is_hash_same || !found.is_chained) faults.push(`range_chain_broken: ${where}`);
  return faults;
}

/** Names the differences: accounts, missing numbers of the gapless journals, movements whose sum is not zero. */
async function namesOf(client: Client, range: ClosedRange): Promise<readonly string[]> {
  const { rows } = await client.query<{ text: string }>(`
    with ${rowsOf(range)}
    select text from (
      select format('range_account_changed: range ${range.id}, owner_id %s, account_type %s, currency_id %s, '
        || 'available %s, available_found %s, frozen %s, frozen_found %s', owner_id, account_type, currency_id,
        coalesce(stored.available, 0), coalesce(sums.available, 0), coalesce(stored.frozen, 0),
        coalesce(sums.frozen, 0)) as text
      from (select * from ledger_range_sums where range_id = ${range.id}) stored
      full join sums using (owner_id, account_type, currency_id)
      where coalesce(stored.available, 0) <> coalesce(sums.available, 0)
        or coalesce(stored.frozen, 0) <> coalesce(sums.frozen, 0)
      union all
      select format('movement_missing: journal ${range.journal}, number %s', missing)
      from generate_series(${range.first}::bigint, ${range.last}::bigint) missing
      where ${range.journal} <> ${JOURNALS.general}
        and missing not in (select number from movement)
      union all
      select format('movement_not_balanced: journal ${range.journal}, number %s, currency_id %s', number, currency_id)
      from entry group by number, currency_id having sum(available_delta + frozen_delta) <> 0
      union all
      select format('entry_without_movement: journal ${range.journal}, number %s, owner_id %s', number, owner_id)
      from entry where number not in (select number from movement)
      union all
      select format('movement_without_entries: journal ${range.journal}, number %s', number)
      from movement where number not in (select number from entry)
    ) named limit ${ROWS_NAMED_MAX}`);
  return rows.map(({ text }) => text);
}

/**
 * Names entries of the writers' journals, with transactions of this range or between it and the range before, that
 * belong neither to a range nor to an open movement: such rows are read by their transactions, and would not be found.
 */
async function rowsOfNoRange(
  client: Client,
  { id, firstTransaction, lastTransaction }: ClosedRange,
  move: Mark,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ text: string }>(`
    select format('row_of_no_range: range ${id}, journal %s, number %s, owner_id %s, transaction_id %s',
      journal, number, owner_id, transaction_id) as text
    from (
      select journal, number, owner_id, transaction_id, ${isNewSince(move)} as is_new from ledger_entries
      where transaction_id <= ${lastTransaction} and transaction_id > coalesce(
        (select max(last_transaction) from ledger_ranges where last_transaction < ${firstTransaction}), -1)
    ) entry
    left join lateral (
      select first_number, first_transaction, last_transaction from ledger_ranges own
      where own.journal = entry.journal and last_number >= number order by last_number limit 1
    ) range on true
    where journal <> ${JOURNALS.general} and case when first_number is null
      then not is_new and not exists (select from ledger_movements movement
        where (movement.journal, movement.number, movement.transaction_id)
          = (entry.journal, entry.number, entry.transaction_id))
      else number < first_number or transaction_id not between first_transaction and last_transaction end
    limit ${ROWS_NAMED_MAX}`);
  return rows.map(({ text }) => text);
}

/** Reads a closed range again, in parts, and compares it with its stored sums of the closing. */
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import { JOURNALS } from './chart.ts';
import { isNewSince, type Mark } from './verify-rows.repo.ts';
import {
  chainHash,
  ENTRY_LINES,
  MOVEMENT_LINES,
  rangeRows,
  sumsDigest,
  type Lines,
} from './ledger-ranges.repo.ts';
import { RangeSums } from './verify-range-sums.repo.ts';

/** A closed range, as far as it is needed to read it again. */
export interface ClosedRange {
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
  const { rows } = await client.query<ClosedRange>({
    name: 'verify_range_after',
    text: `select ${COLUMNS} from ledger_ranges order by (id <= $1), id limit 1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/**
 * Returns the numbers of the ranges after `id` and, where ranges are gone, of the last one before each gap's end, in
 * their order.
 */
export async function findRangesAfter(client: Client, id: number): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id::integer as id from ledger_ranges where id > $1
     union select (id - 1)::integer from ledger_ranges where id > $1 + 1 order by id`,
    [id],
  );
  return rows.map((row) => row.id);
}

export async function findRange(client: Client, id: number): Promise<ClosedRange | null> {
  const { rows } = await client.query<ClosedRange>(
    `select ${COLUMNS} from ledger_ranges where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Movements of one part; a smaller range is one part. Reading a part takes some 20 to 30 ms of a processor. */
export const PART_MOVEMENTS = 8_192n;
/** Rows of movements that take as long as the entries of one movement. */
const ROWS_FOR_MOVEMENT = 4n;

interface Stored {
  readonly digest: string;
  readonly movements: string;
  readonly entries: string;
  readonly are_sums_same: boolean;
  readonly is_hash_same: boolean;
  readonly is_chained: boolean;
  readonly is_next: boolean;
}

/** Columns of a query over movements besides their text. */
interface OfMovements {
  readonly first_transaction: string | null;
  readonly last_transaction: string | null;
  readonly house_posted: readonly string[] | null;
}
const OF_MOVEMENTS = `min(transaction_id)::text as first_transaction,
  max(transaction_id)::text as last_transaction,
  array_agg(number::text) filter (where recipe = 'spot.house_posted') as house_posted`;

interface RangeOptions {
  readonly move: Mark | null;
  readonly partMovements: bigint;
}

/**
 * Reads a closed range again in parts, each in one short transaction, and compares it with its closing. The rows of a
 * range never change, so that parts of several snapshots make one digest: first its movements, then its entries. The
 * last part compares the stored sums with the sums of the entries.
 */
export class RangeReading {
  readonly #client: Client;
  readonly #range: ClosedRange;
  readonly #move: Mark | null;
  readonly #partMovements: bigint;
  readonly #digest = createHash('sha256');
  /** Rows read. */
  #movements = 0;
  #entries = 0;
  /** The last number of the movements so far. */
  #movementsUpTo: bigint;
  /** The last number and transaction of the entries so far. */
  #read: Position;
  #areEntriesRead = false;
  readonly #sums = new RangeSums();
  /** Numbers of the movements so far that book trades of the exchange with itself. */
  readonly #housePosted: string[] = [];
  /** The smallest and the largest transaction of the movements so far. */
  readonly #transactions: bigint[] = [];

  /** @param move set after a move of the ledger, when a row may bear any transaction. */
  constructor(client: Client, range: ClosedRange, { move, partMovements }: RangeOptions) {
    this.#client = client;
    this.#range = range;
    this.#move = move;
    this.#partMovements = partMovements;
    const transaction = BigInt(range.firstTransaction) - 1n;
    this.#movementsUpTo = BigInt(range.first) - 1n;
    this.#read = { number: this.#movementsUpTo, transaction };
  }

  /**
   * Reads the next part. @param movements whose entries it has. @returns null while there are further parts, then the
   * faults, each with the rule first: none when nothing was changed, removed or added since the range was closed.
   */
  next(movements = this.#partMovements): Promise<readonly string[] | null> {
    return inShortSnapshot(this.#client, async () => {
      if (this.#movementsUpTo < BigInt(this.#range.last)) {
        const isRead = await this.#readMovements(movements * ROWS_FOR_MOVEMENT);
        if (!isRead || this.#isLarge) return null;
      }
      if (!this.#areEntriesRead) {
        await this.#readEntries(movements);
        if (!this.#areEntriesRead || this.#isLarge) return null;
      }
      return this.#faults(this.#movements);
    });
  }

  async #readEntries(movements: bigint): Promise<void> {
    const end = await this.#findEnd(movements);
    const found = await this.#addRows<Parameters<RangeSums['add']>[0]>(
      ENTRY_LINES,
      { rows: this.#whereEntries(end), columns: this.#sums.columns(this.#housePosted) },
      this.#entries,
    );
    this.#entries += Number(found.count);
    this.#sums.add(found);
    this.#read = end ?? this.#read;
    this.#areEntriesRead = end === null;
  }

  /** @returns whether all movements are read */
  async #readMovements(count: bigint): Promise<boolean> {
    const { journal, last } = this.#range;
    const [after, end] = [this.#movementsUpTo, this.#movementsUpTo + count];
    const isLast = end >= BigInt(last);
    const rows = `ledger_movements where journal = ${journal} and number > ${after} and number <= ${isLast ? last : end}`;
    const found = await this.#addRows<OfMovements>(
      MOVEMENT_LINES,
      { rows, columns: OF_MOVEMENTS },
      this.#movements,
    );
    this.#movements += Number(found.count);
    this.#housePosted.push(...(found.house_posted ?? []));
    for (const transaction of [found.first_transaction, found.last_transaction])
      if (transaction !== null) this.#transactions.push(BigInt(transaction));
    this.#movementsUpTo = isLast ? BigInt(last) : end;
    if (isLast) this.#digest.update('\n\n');
    return isLast;
  }

  get #isLarge(): boolean {
    return BigInt(this.#range.last) - BigInt(this.#range.first) >= this.#partMovements;
  }

  /** Adds rows to the digest, after a number of others of their table. @returns how many, and the columns */
  async #addRows<Columns>(
    { line, order }: Lines,
    { rows, columns }: { readonly rows: string; readonly columns: string },
    before: number,
  ): Promise<Columns & { readonly count: string }> {
    const { rows: found } = await this.#client.query<
      Columns & { count: string; text: string | null }
    >(
      `select count(*)::text as count, string_agg(${line}::text, e'\\n' order by ${order}) as text, ${columns}
       from ${rows}`,
    );
    const added = ensure(found[0], 'the rows of a range');
    if (added.text !== null) this.#digest.update(before > 0 ? `\n${added.text}` : added.text);
    return added;
  }

  /** Entries of the general journal lie among others, and are found by their numbers. */
  #whereEntries(end: Position | null): string {
    const { journal, first, last, lastTransaction } = this.#range;
    if (journal === JOURNALS.general)
      return `ledger_entries where journal = ${journal}
        and number > ${this.#read.number} and number <= ${end?.number ?? last}`;
    return `ledger_entries where journal = ${journal} and number between ${first} and ${last}
      and transaction_id > ${this.#read.transaction} and transaction_id <= ${end?.transaction ?? lastTransaction}`;
  }

  /** The end of the next part; null for the last part. */
  async #findEnd(movements: bigint): Promise<Position | null> {
    const number = this.#read.number + movements;
    const { journal, last } = this.#range;
    if (number >= BigInt(last)) return null;
    const { rows } = await this.#client.query<{ transaction: string }>(`
      select transaction_id::text as transaction from ledger_movements
      where journal = ${journal} and number between ${number} and ${last} order by number limit 1`);
    const [movement] = rows;
    if (movement === undefined) return null;
    return { number, transaction: BigInt(movement.transaction) };
  }

  /** Entries of other transactions would belong to the range without being read. */
  get #hasItsTransactions(): boolean {
    const { firstTransaction, lastTransaction } = this.#range;
    const found = this.#transactions.toSorted((a, b) => (a < b ? -1 : 1));
    return found[0] === BigInt(firstTransaction) && found.at(-1) === BigInt(lastTransaction);
  }

  async #faults(movements: number): Promise<readonly string[]> {
    const range = this.#range;
    const { rows } = await this.#client.query<Stored>(`
      with stored as (select * from ledger_ranges where id = ${range.id})
      select stored.digest, movements::text, entries::text,
        sums_digest = ${sumsDigest(`(select * from ledger_range_sums where range_id = ${range.id}) own`)} as are_sums_same,
        hash = ${chainHash('stored')} as is_hash_same,
        previous_hash = coalesce((select hash from ledger_ranges where id = ${range.id} - 1), previous_hash)
          and (${range.id} = 1 or exists (select from ledger_ranges where id = ${range.id} - 1)) as is_chained,
        coalesce((select last_number from ledger_ranges before
          where before.journal = stored.journal and before.last_number < stored.last_number
          order by before.last_number desc limit 1), 0) = first_number - 1 as is_next
      from stored`);
    const [stored] = rows;
    if (stored === undefined) return [rangeMissing(range.id)];
    const { areEqual, totals } = await this.#sums.compare(this.#client, range.id);
    const where = `range ${range.id}, journal ${range.journal}, numbers ${range.first} to ${range.last}`;
    const faults: string[] = [];
    if (stored.digest !== this.#digest.digest('hex')) {
      faults.push(
        `range_changed: ${where}, movements ${stored.movements}, found ${movements}, ` +
          `entries ${stored.entries}, found ${this.#entries}`,
      );
      faults.push(...(await namesOf(this.#client, range)));
    } else if (!areEqual) {
      faults.push(`range_sums_not_of_entries: ${where}`);
      faults.push(...(await namesOf(this.#client, range)));
    }
    faults.push(...totals);
    if (!stored.is_next || !this.#hasItsTransactions) faults.push(`range_bounds_changed: ${where}`);
    if (!stored.are_sums_same) faults.push(`range_sums_changed: ${where}`);
    if (!stored.is_hash_same || !stored.is_chained) faults.push(`range_chain_broken: ${where}`);
    if (this.#move !== null) faults.push(...(await rowsOfNoRange(this.#client, range, this.#move)));
    return faults;
  }
}

export const rangeMissing = (id: number): string => `range_missing: range ${id}`;

/** Place between two parts of a range. */
interface Position {
  readonly number: bigint;
  readonly transaction: bigint;
}

async function inShortSnapshot<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read, read only');
  try {
    // The planner does not know how few rows the transactions of a range have.
    await client.query('set local enable_seqscan = off');
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Names the differences: accounts, missing numbers of the gapless journals, movements whose sum is not zero. */
async function namesOf(client: Client, range: ClosedRange): Promise<readonly string[]> {
  const { journal, first, last, firstTransaction, lastTransaction } = range;
  const { rows } = await client.query<{ text: string }>(`
    with ${rangeRows(journal, [first, last], [firstTransaction, lastTransaction])}
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

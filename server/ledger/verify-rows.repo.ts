/**
 * The rows that a pass reads: those after the closed ranges, or those since the last pass. Older
 * rows are in the stored sums of their ranges.
 */
import type { Client, QueryResult } from 'pg';
import { ensure } from '../../contract/assert.ts';
import { houseFlows, housePosted } from './verify-house-rules.repo.ts';
import type { Numbers, Scope, ScopeNumber } from './verify-rule.types.ts';

/** Position of a pass. */
export interface Mark extends Numbers {
  /** `pg_snapshot` of the pass, as text. */
  readonly snapshot: string;
  /** Every transaction from this one on began after the snapshot. */
  readonly ceiling: bigint;
}

/** The end of the closed ranges. All 0 before the first. */
export interface Closed extends Numbers {
  readonly lastHouseDeal: bigint;
  /** The last transactions that wrote a closed range of these journals, and of any journal. */
  readonly spotTransaction: bigint;
  readonly dealingTransaction: bigint;
  readonly transaction: bigint;
  readonly ranges: bigint;
}

type Texts<Row> = Record<keyof Row, string>;

function numbersOf<Row extends object>(
  row: Texts<Row> | undefined,
  what: string,
): Record<keyof Row, bigint> {
  const entries = Object.entries<string>(ensure(row, what));
  return Object.fromEntries(entries.map(([key, text]) => [key, BigInt(text)])) as Record<
    keyof Row,
    bigint
  >;
}

const READ_MARK = `
    select pg_current_snapshot()::text as "snapshot", pg_current_xact_id()::text as "ceiling",
      (select coalesce(max(number), 0)::text from ledger_movements where journal = 1) as "lastGeneral",
      (select coalesce(max(number), 0)::text from ledger_movements where journal = 2) as "lastSpot",
      (select coalesce(max(number), 0)::text from ledger_movements where journal = 3) as "lastDealing",
      (select coalesce(max(id), 0)::text from spot_deals) as "lastDeal"`;

export async function readMark(client: Client): Promise<Mark> {
  const { rows } = await client.query<Texts<Omit<Mark, 'snapshot'>> & { snapshot: string }>({
    name: 'verify_mark',
    text: READ_MARK,
  });
  const { snapshot, ...numbers } = ensure(rows[0], 'the mark');
  return { snapshot, ...numbersOf<Omit<Mark, 'snapshot'>>(numbers, 'the mark') };
}

const isRangeUpTo = ({ lastGeneral, lastSpot, lastDealing }: Mark): string =>
  [lastGeneral, lastSpot, lastDealing]
    .map((last, index) => `journal = ${index + 1} and last_number <= ${last}`)
    .join(' or ');

/**
 * Returns where the closed ranges end. Their last transaction may be of an earlier range, because a transaction of the general
 * journal takes its number after it has begun. @param before only ranges up to these numbers; undefined: all
 */
export async function readClosed(client: Client, before?: Mark): Promise<Closed> {
  const lastOf = (journal: number, last: bigint | undefined): string => `
      (select * from ledger_ranges
       where journal = ${journal} ${last === undefined ? '' : `and last_number <= ${last}`}
       order by last_number desc limit 1)`;
  const text = `
    select
      coalesce(max(last_number) filter (where journal = 1), 0)::text as "lastGeneral",
      coalesce(max(last_number) filter (where journal = 2), 0)::text as "lastSpot",
      coalesce(max(last_number) filter (where journal = 3), 0)::text as "lastDealing",
      coalesce(max(last_deal_id), 0)::text as "lastDeal",
      coalesce(max(last_house_deal_id), 0)::text as "lastHouseDeal",
      coalesce(max(last_transaction) filter (where journal = 2), 0)::text as "spotTransaction",
      coalesce(max(last_transaction) filter (where journal = 3), 0)::text as "dealingTransaction",
      (select coalesce(max(last_transaction), 0) from ledger_ranges
       ${before === undefined ? '' : `where ${isRangeUpTo(before)}`})::text as transaction,
      ${before === undefined ? '(select coalesce(max(id), 0) from ledger_ranges)' : 'coalesce(max(id), 0)'}::text
        as ranges
    from (
      ${lastOf(1, before?.lastGeneral)} union all ${lastOf(2, before?.lastSpot)}
      union all ${lastOf(3, before?.lastDealing)}
    ) last_ranges`;
  const { rows } = await client.query<Texts<Closed>>({
    text,
    ...(before === undefined && { name: 'verify_closed' }),
  });
  return numbersOf<Closed>(rows[0], 'the end of the closed ranges');
}

/** Finds every account of the stored sums by one probe of the index each. */
const LAST_SUMS = `
  with recursive account as (
    (select owner_id, account_type, currency_id from ledger_range_sums
     order by owner_id, account_type, currency_id limit 1)
    union all
    select following.* from account cross join lateral (
      select owner_id, account_type, currency_id from ledger_range_sums own
      where (own.owner_id, own.account_type, own.currency_id)
        > (account.owner_id, account.account_type, account.currency_id)
      order by owner_id, account_type, currency_id limit 1
    ) following
  )
  select owner_id, account_type, currency_id, available_total, frozen_total, house_posted_total, range_id,
    transaction_id
  from account cross join lateral (
    select available_total, frozen_total, house_posted_total, range_id, transaction_id from ledger_range_sums own
    where (own.owner_id, own.account_type, own.currency_id)
      = (account.owner_id, account.account_type, account.currency_id)
    order by range_id desc limit 1
  ) last_sum`;

/** Sums of no range that are named. */
const SUMS_NAMED_MAX = 20;

/**
 * Starts the sums of the session with the sums of the closed ranges. @returns the names of sums that were not written with
 * their range, by the transaction that closed it
 */
export async function loadClosedSums(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ text: string }>(`
    with sums as materialized (${LAST_SUMS}), of_accounts as (
      insert into verify_balances
      select owner_id, account_type, currency_id, available_total, frozen_total from sums
    ), of_house as (
      insert into verify_house
      select owner_id, account_type, currency_id, -house_posted_total from sums where house_posted_total <> 0
    ), of_currencies as (
      insert into verify_currencies
      select currency_id, sum(available_total + frozen_total) from sums group by currency_id
    )
    select format('range_sum_added: range %s, owner_id %s, account_type %s, currency_id %s', range_id, owner_id,
      account_type, currency_id) as text
    from sums left join ledger_ranges range on range.id = range_id
    where range.transaction_id is distinct from sums.transaction_id limit ${SUMS_NAMED_MAX}`);
  return rows.map(({ text }) => text);
}

const ENTRY_COLUMNS = `owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta,
  transaction_id`;
/** The movements of copied entries, which may be old. @param isSearched condition on the entries */
const claimed = (isSearched: string): string => `
  select movement.* from (
    select distinct journal, number from verify_entries where ${isSearched}
  ) claimed
  join ledger_movements movement using (journal, number)`;

/** Whether a row is at or below these numbers of its journal. */
const isUpTo = ({ lastGeneral, lastSpot, lastDealing }: Numbers): string => `(
    (journal = 1 and number <= ${lastGeneral}) or (journal = 2 and number <= ${lastSpot})
    or (journal = 3 and number <= ${lastDealing}))`;

/** Movements after these numbers. */
const movementsAfter = ({ lastGeneral, lastSpot, lastDealing }: Numbers): string => `
    select * from ledger_movements where journal = 1 and number > ${lastGeneral}
    union all select * from ledger_movements where journal = 2 and number > ${lastSpot}
    union all select * from ledger_movements where journal = 3 and number > ${lastDealing}`;

/** Copies the rows after the closed ranges, and rows that were written into closed ranges since. */
export async function takeOpenRows(client: Client, closed: Closed): Promise<void> {
  const { lastGeneral, lastSpot, lastDealing, transaction } = closed;
  const { spotTransaction, dealingTransaction } = closed;
  const late = isUpTo(closed);
  await client.query('set local enable_seqscan = off');
  await client.query(`
    insert into verify_entries
    select ${ENTRY_COLUMNS} from ledger_entries where journal = 1 and number > ${lastGeneral}
    union all
    select ${ENTRY_COLUMNS} from ledger_entries
    where transaction_id >= ${spotTransaction} and journal = 2 and number > ${lastSpot}
    union all
    select ${ENTRY_COLUMNS} from ledger_entries
    where transaction_id >= ${dealingTransaction} and journal = 3 and number > ${lastDealing}
    union all
    select ${ENTRY_COLUMNS} from ledger_entries where transaction_id > ${transaction} and ${late}`);
  await client.query(`
    insert into verify_movements
    ${movementsAfter(closed)}
    union select * from ledger_movements where transaction_id > ${transaction} and ${late}
    union ${claimed('true')}`);
  await client.query('set local enable_seqscan = on');
}

/** Whether a row may have been written since the mark: an index finds these. */
const isWrittenSince = ({ snapshot }: Mark): string => `
    transaction_id >= pg_snapshot_xmin('${snapshot}'::pg_snapshot)::text::bigint
    and transaction_id < txid_current()`;

/**
 * Whether a row was written since the mark. After a restore, rows bear transactions of another cluster,
 * perhaps ahead of this one's: `xmin`, which is always of this cluster, shows that they are old.
 */
export const isNewSince = (mark: Mark): string => `
    ${isWrittenSince(mark)}
    and (transaction_id >= pg_snapshot_xmax('${mark.snapshot}'::pg_snapshot)::text::bigint
      or not pg_visible_in_snapshot(transaction_id::text::xid8, '${mark.snapshot}'::pg_snapshot))
    and age(xmin) <= age(pg_snapshot_xmin('${mark.snapshot}'::pg_snapshot)::xid)`;

/** The numbers that one of several earlier places has given; null: from the beginning, or to the end. */
export interface NumbersOfPlace {
  readonly after: Numbers | null;
  readonly upTo: Numbers | null;
}

/** Rows after the closed ranges that were written before a mark, by some transactions. */
export interface Slice {
  readonly closed: Closed;
  readonly mark: Mark;
  /** Only rows after this mark; null: from the beginning. */
  readonly since: Mark | null;
  /** Only rows of one place, when the rows before the mark are of several; null: of all. */
  readonly numbers: NumbersOfPlace | null;
  /** The last transaction of the slice before, and of this one. */
  readonly after: bigint;
  readonly upTo: bigint;
}

/**
 * Copies the rows of a slice. A movement and its entries are written by one transaction. If an entry is of
 * a different transaction, its movement is copied too, so that rules can compare both.
 */
export async function takeSlice(
  client: Client,
  { closed, mark, since, numbers, after, upTo }: Slice,
): Promise<void> {
  const [first, last] = [numbers?.after ?? null, numbers?.upTo ?? null];
  const isOfSlice = `
    transaction_id > ${after} and transaction_id <= ${upTo}
    and (transaction_id > ${closed.transaction} or not ${isUpTo(closed)})
    ${since === null ? '' : `and ${isNewSince(since)}`} and not (${isNewSince(mark)})
    ${first === null ? '' : `and not ${isUpTo(first)}`} ${last === null ? '' : `and ${isUpTo(last)}`}`;
  await client.query('set local enable_seqscan = off');
  await client.query(`
    insert into verify_entries select ${ENTRY_COLUMNS} from ledger_entries where ${isOfSlice};
    insert into verify_movements select * from ledger_movements where ${isOfSlice};
    analyze verify_entries; analyze verify_movements;
    insert into verify_movements
    select movement.* from (
      select journal, number from verify_entries
      except select journal, number from verify_movements
    ) alone
    join ledger_movements movement using (journal, number)`);
  await client.query('set local enable_seqscan = on');
}

/** Copies the rows since the last pass. @returns how many there are */
export async function takeNewRows(client: Client, mark: Mark): Promise<number> {
  const isNew = isNewSince(mark);
  // The planner does not know how few rows there are; the index on ranges of pages finds them.
  await client.query('set local enable_seqscan = off');
  const { rowCount: entries } = await client.query(
    `insert into verify_entries select ${ENTRY_COLUMNS} from ledger_entries where ${isNew}`,
  );
  // Few rows have old numbers, so only those are searched for copies. A bitmap of journal 1 would be of its whole past.
  const isOld = isUpTo(mark);
  const copied: unknown = await client.query(`
    set local enable_bitmapscan = off;
    insert into verify_movements ${movementsAfter(mark)};
    set local enable_bitmapscan = on;
    insert into verify_movements
    select * from ledger_movements
    where ${isWrittenSince(mark)} and case when ${isOld} then ${isNew} else false end
    union ${claimed(isOld)};
    set local enable_seqscan = on`);
  const movements = (copied as readonly QueryResult[]).map(({ rowCount }) => rowCount ?? 0);
  return movements.reduce((sum, count) => sum + count, entries ?? 0);
}

/** Names copied rows that were written into the past: a new row of an old number. */
export const writtenLate = (isOld: string): string => `
  select distinct 'row_written_late' as fault, 'ledger_entries' as of_table, journal, number, owner_id,
    account_type, currency_id
  from verify_entries where ${isOld}
  union all
  select 'row_written_late', 'ledger_movements', journal, number, null, null, null
  from verify_movements where ${isOld}`;

/**
 * A number of the general journal is taken after its transaction has begun, so a transaction that
 * began after the last pass has none below the highest one of that pass. The other journals have no gaps.
 * @param mark SQL text of each part
 */
export const isOldOf = (mark: Readonly<Record<keyof Mark, string>>): string => {
  const { snapshot, ceiling, lastGeneral, lastSpot, lastDealing } = mark;
  // Few rows have an old number, and only those are compared with the snapshot, which takes longer.
  return `case when (journal = 2 and number <= ${lastSpot}) or (journal = 3 and number <= ${lastDealing})
      or (journal = 1 and number <= ${lastGeneral} and transaction_id >= ${ceiling})
    then transaction_id < txid_current()
      and not pg_visible_in_snapshot(transaction_id::text::xid8, ${snapshot}::pg_snapshot)
    else false end`;
};

/** @param since the mark after which the rows were written, if any */
export const isOldOfClosed = (closed: Closed, since: Mark | null = null): string => `
  transaction_id > ${closed.transaction} and ${isUpTo(closed)}
  ${since === null ? '' : `and transaction_id >= ${since.ceiling}`}`;

/** Changes of each account by the entries, as parts of a statement. @param entries a relation of them */
export const addedBy = (entries: string): string => `
    added as materialized (
      select owner_id, account_type, currency_id, count(*) as count,
        sum(available_delta) as available, sum(frozen_delta) as frozen
      from ${entries} entry group by owner_id, account_type, currency_id
    ), of_currencies as (
      insert into verify_currencies as sum
      select currency_id, sum(available + frozen) from added group by currency_id
      on conflict (currency_id) do update set amount = sum.amount + excluded.amount
    )`;
/** Number of the entries that were added. */
export const ADDED_ENTRIES = '(select coalesce(sum(count), 0)::bigint from added)';

/** Stores changes of accounts in the sums of the session. An account without entries has no sums. */
export const intoBalances = (changes: string): string => `
      insert into verify_balances as balance ${changes}
      on conflict (owner_id, account_type, currency_id) do update
      set available = coalesce(balance.available + excluded.available, balance.available, excluded.available),
        frozen = coalesce(balance.frozen + excluded.frozen, balance.frozen, excluded.frozen)`;

/** Adds the entries to the sums of the session. @returns how many entries there are */
export async function addUp(client: Client, relation: string): Promise<number> {
  const { rows } = await client.query<{ count: bigint }>(`
    with ${addedBy(relation)}, stored as (
      ${intoBalances('select owner_id, account_type, currency_id, available, frozen from added')}
    )
    select ${ADDED_ENTRIES} as count`);
  return Number(ensure(rows[0], 'the number of entries').count);
}

/** Adds up what movements have booked of the exchange's trades with itself. */
export async function addUpHousePosted(client: Client, scope: Scope): Promise<void> {
  await client.query(addedToHouse(housePosted(scope)));
}

/**
 * Adds up the exchange's trades with itself, less the booked part; one writer orders both. @param isSmall whether the text
 * is the same in other passes, whose plans are kept
 */
export async function addUpHouse(
  client: Client,
  scope: Scope,
  deals: HouseDeals,
  isSmall: boolean,
): Promise<void> {
  const flows = addedToHouse(houseFlows({ ...scope, lastSpot: deals.bookedAfter }, deals));
  const posted = addedToHouse(housePosted(scope));
  if (!isSmall) {
    await client.query(`${flows}; ${posted}`);
    return;
  }
  await client.query({ name: 'verify_house_flows', text: flows });
  await client.query({ name: 'verify_house_posted', text: posted });
}

/** Trades of the exchange with itself that a pass adds up. */
interface HouseDeals {
  readonly after: ScopeNumber;
  readonly countsRemoved: boolean;
  /** A trade with a movement of its own has it after this number. */
  readonly bookedAfter: ScopeNumber;
}

const addedToHouse = (flows: string): string => `
  insert into verify_house as flow ${flows}
  on conflict (owner_id, account_type, currency_id) do update
  set amount = flow.amount + excluded.amount`;

/**
 * Closed ranges of the journals: stored sums by account, and a hash that chains to the range before.
 * A range is read by the transactions that wrote it, so its cost does not depend on other ranges.
 */
import { getTableName } from 'drizzle-orm';
import { ensure } from '../../contract/assert.ts';
import type { EpochMs } from '../../contract/time.ts';
import type { Database } from '../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../kit/db/named-statement.ts';
import { ledgerMoves, ledgerRanges, ledgerRangeSums } from '../kit/db/schema/ledger.ts';
import { transaction } from '../kit/db/transaction.ts';
import { JOURNALS } from './chart.ts';
import { IS_HOUSE_DEAL } from './verify-house-rules.repo.ts';
import { numberIn } from './verify-causes.repo.ts';

/** Movements of a full range. Reading one takes a fraction of a second. */
export const RANGE_MOVEMENTS = 32_768;

interface RangeBounds {
  readonly journal: number;
  readonly firstNumber: bigint;
  readonly lastNumber: bigint;
}

/** The end of the chain. */
export interface RangeHead {
  /** Number of the last closed range; 0 before the first. */
  readonly id: number;
  /** SHA-256 of the last range and of the hash before, as hexadecimal digits. */
  readonly hash: string;
  readonly closedAtMs: EpochMs;
}

const NOTHING = '0'.repeat(64);

/**
 * Relations `movement`, `entry` and `sums` of a range. They are never joined: the planner does not know
 * how many rows the newest numbers have, and would compare each row with each. Entries of the general journal are found by
 * their own index; numbers of a writer's journal, which is dense, by the transactions that wrote it.
 * @param first @param last SQL of its first and last number
 * @param transactions SQL of the first and the last transaction that wrote it
 */
export const rangeRows = (
  journal: number,
  [first, last]: readonly [first: string, last: string],
  transactions: readonly [first: string, last: string],
): string => `
  movement as materialized (
    select * from ledger_movements
    where journal = ${journal} and number between ${first} and ${last}
  ), entry as materialized (
    select * from ledger_entries
    where journal = ${journal} and number between ${first} and ${last}
      ${journal !== JOURNALS.general ? `and transaction_id between ${transactions[0]} and ${transactions[1]}` : ''}
  ), sums as materialized (
    select owner_id, account_type, currency_id, sum(available_delta) as available,
      sum(frozen_delta) as frozen,
      sum(available_delta + frozen_delta) filter (where number in
        (select number from movement where recipe = 'spot.house_posted')) as house_posted
    from entry
    group by owner_id, account_type, currency_id
  )`;

/** The text of a row, which has quotes, so it is unambiguous, and the order of the rows. */
export interface Lines {
  readonly line: string;
  readonly order: string;
}
export const MOVEMENT_LINES: Lines = {
  line: 'row(number, recipe, cause_id, actor_id, request_id, at_ms, transaction_id)',
  order: 'number',
};
export const ENTRY_LINES: Lines = {
  // The text of a row of these columns, made in two thirds of the time.
  line: `concat('(', number, ',', owner_id, ',', account_type, ',', currency_id, ',', available_delta, ',',
      frozen_delta, ',', transaction_id, ')')`,
  order: 'number, owner_id, account_type, currency_id',
};
const linesOf = ({ line, order }: Lines, relation: string): string =>
  `coalesce((select string_agg(${line}::text, e'\\n' order by ${order}) from ${relation}), '')`;

/** Digest of the rows of `movement` and `entry`. */
const DIGEST = `encode(sha256(convert_to(
    ${linesOf(MOVEMENT_LINES, 'movement')} || e'\\n\\n' || ${linesOf(ENTRY_LINES, 'entry')},
  'UTF8')), 'hex')`;

/** Digest of the stored sums of a range. @param relation with columns of `ledger_range_sums` */
export const sumsDigest = (relation: string): string => `encode(sha256(convert_to(
    coalesce((select string_agg(row(owner_id, account_type, currency_id, available, frozen,
      available_total, frozen_total, house_posted_total)::text, e'\\n'
      order by owner_id, account_type, currency_id) from ${relation}), ''), 'UTF8')), 'hex')`;

/** The hash of a range from its columns. @param range alias with columns of `ledger_ranges` */
export const chainHash = (range: string): string => `encode(sha256(convert_to(
    row(${range}.previous_hash, ${range}.id, ${range}.journal, ${range}.first_number, ${range}.last_number,
      ${range}.movements, ${range}.entries, ${range}.first_transaction, ${range}.last_transaction,
      ${range}.last_deal_id, ${range}.last_house_deal_id, ${range}.digest, ${range}.sums_digest)::text,
  'UTF8')), 'hex')`;

/** `$1` first number, `$2` last number, `$3` time. */
const closing = (journal: number): NamedStatement => ({
  name: `close_ledger_range_${journal}`,
  text: `
  with ${rangeRows(
    journal,
    ['$1::bigint', '$2::bigint'],
    ['(select min(transaction_id) from movement)', '(select max(transaction_id) from movement)'],
  )}, before as (
    select id, hash, last_deal_id, last_house_deal_id from ledger_ranges order by id desc limit 1
  ), totals as materialized (
    select coalesce((select id from before), 0) + 1 as range_id, owner_id, account_type, currency_id,
      sums.available, sums.frozen,
      sums.available + coalesce(earlier.available_total, 0) as available_total,
      sums.frozen + coalesce(earlier.frozen_total, 0) as frozen_total,
      coalesce(sums.house_posted, 0) + coalesce(earlier.house_posted_total, 0) as house_posted_total
    from sums left join lateral (
      select available_total, frozen_total, house_posted_total from ledger_range_sums own
      where (own.owner_id, own.account_type, own.currency_id)
        = (sums.owner_id, sums.account_type, sums.currency_id)
      order by own.range_id desc limit 1
    ) earlier on true
  ), written as (
    insert into ${getTableName(ledgerRangeSums)} (range_id, owner_id, account_type, currency_id, available, frozen,
      available_total, frozen_total, house_posted_total)
    select * from totals
  ), range as materialized (
    select coalesce((select id from before), 0) + 1 as id, ${journal}::smallint as journal,
      $1::bigint as first_number, $2::bigint as last_number,
      (select count(*) from movement) as movements, (select count(*) from entry) as entries,
      (select min(transaction_id) from movement) as first_transaction,
      (select max(transaction_id) from movement) as last_transaction,
      greatest((select last_deal_id from before),
        (select max(${numberIn('cause_id')}) from movement where recipe = 'spot.deal'), 0) as last_deal_id,
      greatest((select last_house_deal_id from before), (
        select max(deal.id) from movement join spot_deals deal on deal.id = ${numberIn('cause_id')}
        where recipe = 'spot.deal' and ${IS_HOUSE_DEAL}
      ), 0) as last_house_deal_id,
      ${DIGEST} as digest, ${sumsDigest('totals')} as sums_digest,
      coalesce((select hash from before), '${NOTHING}') as previous_hash
  )
  insert into ${getTableName(ledgerRanges)} (id, journal, first_number, last_number, movements, entries,
    first_transaction, last_transaction, last_deal_id, last_house_deal_id, digest, sums_digest,
    previous_hash, hash, closed_at_ms)
  select range.*, ${chainHash('range')}, $3::bigint from range
  returning id::integer as id, hash, closed_at_ms::text as closed_at_ms`,
});
const CLOSE = new Map(
  Object.values(JOURNALS).map((journal) => [journal as number, closing(journal)]),
);

interface HeadRow {
  readonly id: number;
  readonly hash: string;
  readonly closed_at_ms: string;
}

const headOf = ({ id, hash, closed_at_ms: at }: HeadRow): RangeHead => ({
  id,
  hash,
  closedAtMs: Number(at),
});

/** Longest time of closing a range. It takes a second, and a tenth of a processor where users need the rest. */
const CLOSING_MS_MAX = 60_000;
const SETTINGS: readonly NamedStatement[] = [
  // The planner does not know how few rows the transactions of a range have.
  { name: 'prefer_indexes', text: 'set local enable_seqscan = off' },
  { name: 'close_in_time', text: `set local statement_timeout = ${CLOSING_MS_MAX}` },
];

/** Closes the range after the last one of its journal, which must hold at least one movement. */
export function closeRange(
  database: Database,
  { journal, firstNumber, lastNumber }: RangeBounds,
  now: EpochMs,
): Promise<RangeHead> {
  return transaction(database, async (tx) => {
    for (const setting of SETTINGS) await executeNamed(tx, setting, []);
    const statement = ensure(CLOSE.get(journal), `journal ${journal}`);
    const { rows } = await executeNamed<HeadRow>(tx, statement, [firstNumber, lastNumber, now]);
    return headOf(ensure(rows[0], 'the closed range'));
  });
}

/** Part of a journal that may be closed. */
interface Closable {
  readonly firstNumber: bigint;
  /** The end of a full range; null when there are not enough movements. */
  readonly fullEnd: bigint | null;
  /** The last settled movement; null when there is none after the last range. */
  readonly openEnd: bigint | null;
  /** Time of the last closed range; null before the first. */
  readonly closedAtMs: EpochMs | null;
  /** Whether the part is from before a move of the ledger. No range has transactions of two places. */
  readonly isOfEarlierPlace: boolean;
}

/** Column of `ledger_moves` with the last number of a journal. */
const LAST_OF_MOVE = `case $1 when ${JOURNALS.general} then last_general when ${JOURNALS.spot} then last_spot
    else last_dealing end`;

const CLOSABLE: NamedStatement = {
  name: 'closable_ledger_range',
  text: `
  with closed as (
    select last_number, closed_at_ms from ledger_ranges where journal = $1
    order by last_number desc limit 1
  ), first as (
    select coalesce((select last_number from closed), 0) + 1 as number
  ), move as (
    select min(last_number) as last_number from (
      select ${LAST_OF_MOVE} as last_number from ${getTableName(ledgerMoves)}
    ) moves where last_number >= (select number from first)
  ), bounds as (
    select first.number as first_number, least($2, move.last_number) as last_number,
      move.last_number is not null as is_of_earlier_place
    from first cross join move
  )
  select bounds.first_number, is_of_earlier_place, (select closed_at_ms from closed) as closed_at_ms,
    (select number from ledger_movements
      where journal = $1 and number between bounds.first_number and bounds.last_number
      order by number offset $3 - 1 limit 1) as full_end,
    (select max(number) from ledger_movements
      where journal = $1 and number between bounds.first_number and bounds.last_number) as open_end
  from bounds`,
};

/** @param wanted the journal, the last settled number, and the movements of a full range */
export async function findClosable(
  database: Database,
  wanted: { readonly journal: number; readonly settled: bigint; readonly count: number },
): Promise<Closable> {
  const { rows } = await executeNamed<{
    readonly first_number: bigint;
    readonly closed_at_ms: bigint | null;
    readonly is_of_earlier_place: boolean;
    readonly full_end: bigint | null;
    readonly open_end: bigint | null;
  }>(database, CLOSABLE, [wanted.journal, wanted.settled, wanted.count]);
  const row = ensure(rows[0], 'the end of the closed ranges');
  return {
    firstNumber: row.first_number,
    fullEnd: row.full_end,
    openEnd: row.open_end,
    closedAtMs: row.closed_at_ms === null ? null : Number(row.closed_at_ms),
    isOfEarlierPlace: row.is_of_earlier_place,
  };
}

const HEAD: NamedStatement = {
  name: 'ledger_range_head',
  text: `select id::integer as id, hash, closed_at_ms::text as closed_at_ms from ledger_ranges
    order by id desc limit 1`,
};

/** Returns the end of the chain; number 0 before the first range. */
export async function findRangeHead(database: Database): Promise<RangeHead> {
  const { rows } = await executeNamed<HeadRow>(database, HEAD, []);
  return rows[0] === undefined ? { id: 0, hash: NOTHING, closedAtMs: 0 } : headOf(rows[0]);
}

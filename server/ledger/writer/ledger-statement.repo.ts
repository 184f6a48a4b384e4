/**
 * The ledger's part of the one statement that commits a batch. Its fence raises the writer's sequence and
 * requires the epoch that this process took. If another writer has taken over, no row is written.
 */
import type { EpochMs } from '../../../contract/time.ts';
import type { LedgerEntry, Movement } from '../movement.ts';
import type { AccountChanges } from './owned-balances.ts';
import type { PostingEnd } from './postings.types.ts';
import { RowColumns } from './row-columns.ts';
import type { WriterTurn } from './writer-connection.repo.ts';

/** One row of a writer's journal, with its entries. */
export interface WriterMovement extends Movement {
  readonly atMs: EpochMs;
}

/** The ledger's part of a batch. */
export interface LedgerChanges extends Omit<AccountChanges, 'balances'> {
  /** Number of the first movement; the others follow without gaps. */
  readonly firstMovement: number;
  readonly movements: readonly WriterMovement[];
  /** Rows of the table of postings that end with this batch. */
  readonly postings: readonly PostingEnd[];
}

/** Accounts of a writer, as the statement names them. */
interface StatementTarget {
  /** Number of the writer's journal, see `JOURNALS`. */
  readonly journal: number;
  /** The account type through which money reaches its accounts. */
  readonly transit: number;
  readonly postingTable: string;
}

interface NumberedEntry {
  readonly number: number;
  readonly entry: LedgerEntry;
}

const accountColumns = new RowColumns<LedgerEntry>([
  { name: 'owner_id', type: 'integer', of: (row) => row.ownerId },
  { name: 'account_type', type: 'smallint', of: (row) => row.accountType },
  { name: 'currency_id', type: 'integer', of: (row) => row.currencyId },
  { name: 'available', type: 'numeric', of: (row) => row.available },
  { name: 'frozen', type: 'numeric', of: (row) => row.frozen },
]);

const passedColumns = new RowColumns<LedgerEntry>([
  { name: 'owner_id', type: 'integer', of: (row) => row.ownerId },
  { name: 'currency_id', type: 'integer', of: (row) => row.currencyId },
  { name: 'available', type: 'numeric', of: (row) => row.available },
]);

const movementColumns = new RowColumns<WriterMovement>([
  { name: 'recipe', type: 'text', of: (row) => row.recipe },
  { name: 'cause_id', type: 'text', of: (row) => row.causeId },
  { name: 'actor_id', type: 'integer', of: (row) => row.actorId },
  { name: 'request_id', type: 'text', of: (row) => row.requestId },
  { name: 'at_ms', type: 'bigint', of: (row) => row.atMs },
]);

const entryColumns = new RowColumns<NumberedEntry>([
  { name: 'number', type: 'bigint', of: (row) => row.number },
  { name: 'owner_id', type: 'integer', of: ({ entry }) => entry.ownerId },
  { name: 'account_type', type: 'smallint', of: ({ entry }) => entry.accountType },
  { name: 'currency_id', type: 'integer', of: ({ entry }) => entry.currencyId },
  { name: 'available_delta', type: 'numeric', of: ({ entry }) => entry.available },
  { name: 'frozen_delta', type: 'numeric', of: ({ entry }) => entry.frozen },
]);

const postingColumns = new RowColumns<PostingEnd>([
  { name: 'id', type: 'bigint', of: (row) => row.id },
  { name: 'number', type: 'bigint', of: (row) => row.number },
  { name: 'refused_at_ms', type: 'bigint', of: (row) => row.refusedAtMs },
]);

/** Name, epoch and sequence of the writer, number of the first movement, count of rows that must exist. */
const FIXED_PARAMETERS = 5;
/** The number of parameters of {@link ledgerParts} after these. */
const LEDGER_PARAMETERS = 2 * accountColumns.count + movementColumns.count + entryColumns.count;

/** The first parameter that a writer's own parts may use. */
export const OWN_PARAMETERS = FIXED_PARAMETERS + LEDGER_PARAMETERS + 1;

/** Values of the parameters before {@link OWN_PARAMETERS}. @param found number of the writer's own rows that must exist. */
export function ledgerValues(
  { name, epoch, seq }: WriterTurn,
  changes: LedgerChanges,
  found: number,
): string[] {
  const { opened, changed, passed, movements, postings, firstMovement } = changes;
  const rows = found + changed.length + passed.length + postings.length;
  return [
    ...[name, epoch, seq, firstMovement, rows].map(String),
    ...accountColumns.values(opened),
    ...accountColumns.values(changed),
    ...movementColumns.values(movements),
    ...entryColumns.values(numberedEntries(firstMovement, movements)),
  ];
}

/** Values of the parameters of {@link postingParts}. */
export const postingValues = ({ passed, postings }: LedgerChanges): string[] => [
  ...passedColumns.values(passed),
  ...postingColumns.values(postings),
];

interface LedgerPartsOptions {
  /** Further columns that the fence sets. */
  readonly fenced?: string;
  /** See `areFew`. */
  readonly areFewRows?: boolean;
}

/** The common table expressions `fence`, accounts, movements and entries. */
export function ledgerParts(
  { journal }: StatementTarget,
  { fenced = '', areFewRows = false }: LedgerPartsOptions = {},
): string {
  let next = FIXED_PARAMETERS + 1;
  const firstOf = <Row>(columns: RowColumns<Row>): number => {
    const first = next;
    next += columns.count;
    return first;
  };
  const rowsOf = <Row>(columns: RowColumns<Row>): string =>
    columns.unnest(firstOf(columns), areFewRows);
  return `fence as (
      update spot_writers set seq = seq + 1${fenced}
      where name = $1 and epoch = $2::bigint and seq = $3::bigint
      returning 1
    ), opened_accounts as (
      insert into ledger_accounts as account (${accountColumns.names()})
      select v.* from fence, ${rowsOf(accountColumns)} as v (${accountColumns.names()})
      on conflict (owner_id, account_type, currency_id) do update
      set available = account.available + excluded.available, frozen = account.frozen + excluded.frozen
      returning 1
    ), changed_accounts as (
      update ledger_accounts as account
      set available = account.available + v.available, frozen = account.frozen + v.frozen
      from fence, ${rowsOf(accountColumns)} as v (${accountColumns.names()})
      where account.owner_id = v.owner_id and account.account_type = v.account_type
        and account.currency_id = v.currency_id
      returning 1
    ), movements as (
      insert into ledger_movements (journal, number, ${movementColumns.names()})
      select ${journal}, $4::bigint + v.place - 1, ${movementColumns.names('v.')}
      from fence, ${movementColumns.numbered(firstOf(movementColumns), areFewRows)} as v
    ), entries as (
      insert into ledger_entries (journal, ${entryColumns.names()})
      select ${journal}, v.* from fence, ${rowsOf(entryColumns)} as v
    )`;
}

/**
 * The common table expressions of batches with postings. They lock transit accounts last, like the callers
 * that add money to them. A posting that has ended is not found, so that nothing is booked twice.
 * @param first number of its first parameter.
 */
export function postingParts({ transit, postingTable }: StatementTarget, first: number): string {
  const ended = first + passedColumns.count;
  return `passed_accounts as (
      update ledger_accounts as account set available = account.available + v.available
      from fence, (select count(*) from opened_accounts) as after_others,
        ${passedColumns.unnest(first)} as v (${passedColumns.names()})
      where account.owner_id = v.owner_id and account.account_type = ${transit}
        and account.currency_id = v.currency_id
      returning 1
    ), ended_postings as (
      update ${postingTable} as posting set number = v.number, refused_at_ms = v.refused_at_ms
      from fence, ${postingColumns.unnest(ended)} as v (${postingColumns.names()})
      where posting.id = v.id and posting.number is null and posting.refused_at_ms is null
      returning 1
    )`;
}

/**
 * The end of the statement. It divides by zero when a required row is missing, because the rollback of the
 * whole statement then prevents a partial change.
 * @param found the writer's own expressions whose rows must exist.
 */
export function committedOf(found: readonly string[], hasPostings: boolean): string {
  const counted = [
    'changed_accounts',
    ...found,
    ...(hasPostings ? ['passed_accounts', 'ended_postings'] : []),
  ].map((name) => `(select count(*) from ${name})`);
  return `select case when exists (select from fence) then
      1 / (${counted.join(' + ')} = $5::bigint)::integer
    else 0 end as committed`;
}

function numberedEntries(
  firstMovement: number,
  movements: readonly WriterMovement[],
): NumberedEntry[] {
  const numbered: NumberedEntry[] = [];
  for (const [index, { entries }] of movements.entries())
    for (const entry of entries) numbered.push({ number: firstMovement + index, entry });
  return numbered;
}

/**
 * Statements on accounts and on the general journal.
 *
 * Some accounts have ONE writer that holds their balances in memory (`account-owners.ts`): while it
 * runs, nothing here may change them. `postMovement` refuses to; `postOpeningMovement` is for the time
 * before that writer has ever started on the database.
 */
import { and, asc, eq, getTableName, inArray, sql } from 'drizzle-orm';
import { assert, ensure } from '../../contract/assert.ts';
import { NO_UNITS } from '../../contract/money/units.ts';
import { ok, refuse } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import type { EpochMs } from '../../contract/time.ts';
import type { Executor, Transaction } from '../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../kit/db/named-statement.ts';
import { ledgerAccounts, ledgerEntries, ledgerMovements } from '../kit/db/schema/ledger.ts';
import { spotWriters } from '../kit/db/schema/spot.ts';
import { foreignEntryOf, ownerOf } from './account-owners.ts';
import { HOUSE_ACCOUNTS, JOURNALS, OWNERS } from './chart.ts';
import { accountKey, overdraws } from './invariants.ts';
import type { AccountBalance } from './invariants.ts';
import type { Movement } from './movement.ts';

export type LedgerAccount = typeof ledgerAccounts.$inferSelect;

/**
 * Returns all accounts of an owner that ever held a balance, by type and currency, as committed.
 */
export function findAccounts(database: Executor, ownerId: number): Promise<LedgerAccount[]> {
  return database
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.ownerId, ownerId))
    .orderBy(asc(ledgerAccounts.accountType), asc(ledgerAccounts.currencyId));
}

/** Units of one currency in an account of the exchange. */
interface HouseFund {
  readonly free: bigint;
  /** Set aside for positions or offerings, and not paid yet. */
  readonly promised: bigint;
}

/** Returns a fund of the exchange by currency; a currency that it never held is left out. */
export async function findHouseFund(
  database: Executor,
  account: 'stakingFund' | 'ieoTokens',
): Promise<ReadonlyMap<number, HouseFund>> {
  const { ownerId, accountType, currencyId, available, frozen } = ledgerAccounts;
  const rows = await database
    .select({ currencyId, free: available, promised: frozen })
    .from(ledgerAccounts)
    .where(and(eq(ownerId, OWNERS.house), eq(accountType, HOUSE_ACCOUNTS[account])));
  return new Map(rows.map(({ currencyId: id, ...fund }) => [id, fund]));
}

/**
 * Returns for each currency the sum of all accounts (0 if the ledger is consistent) and its frozen
 * part.
 */
export function sumAccounts(
  database: Executor,
): Promise<{ currencyId: number; sum: bigint; frozen: bigint }[]> {
  const { currencyId, available, frozen } = ledgerAccounts;
  return database
    .select({
      currencyId,
      sum: sql`sum(${available} + ${frozen})`.mapWith(BigInt),
      frozen: sql`sum(${frozen})`.mapWith(BigInt),
    })
    .from(ledgerAccounts)
    .groupBy(currencyId)
    .orderBy(asc(currencyId));
}

/**
 * Books a movement in the general journal, within the caller's transaction. Accounts are locked in
 * the order of their keys, so that two movements cannot deadlock.
 * @returns its number; `insufficient_balance`, with nothing booked, when an account would fall
 *   below zero.
 * @throws AssertionError for a movement that only a writer may book.
 */
export async function postMovement(
  tx: Transaction,
  movement: Movement,
  now: EpochMs,
): Promise<Result<bigint, 'insufficient_balance'>> {
  assertOfRows(movement);
  return post(tx, movement, now);
}

/**
 * Like {@link postMovement}, for a balance that is known to suffice, in one round trip.
 * @throws when it does not: the table rejects a negative balance.
 */
export async function postCovered(
  tx: Transaction,
  movement: Movement,
  now: EpochMs,
): Promise<bigint> {
  assertOfRows(movement);
  const changes = changesOf(movement);
  const locked = lockBalances(tx, changes);
  const [number] = await Promise.all([write(tx, movement, changes, now), locked]);
  return number;
}

function assertOfRows(movement: Movement): void {
  const foreign = foreignEntryOf(movement, 'rows');
  assert(
    foreign === undefined,
    `${movement.recipe}: accounts of type ${foreign?.accountType} belong to their writer`,
  );
}

/**
 * Like {@link postMovement}, accounts of a writer included, as long as it has never started.
 * @throws AssertionError afterwards, because the writer would not know of the money.
 */
export async function postOpeningMovement(
  tx: Transaction,
  movement: Movement,
  now: EpochMs,
): Promise<Result<bigint, 'insufficient_balance'>> {
  const owners = movement.entries.map(({ accountType }) => ownerOf(accountType));
  const started = await tx.$count(spotWriters, inArray(spotWriters.name, owners));
  assert(started === 0, `${movement.recipe}: the writer of its accounts has started`);
  return post(tx, movement, now);
}

/**
 * SQL of the next number of the general journal. The transaction has its id before: the verifier
 * takes a new row below the numbers of an earlier pass for forged, unless its transaction is older.
 */
export const NEXT_GENERAL_NUMBER =
  "case when pg_current_xact_id() is not null then nextval('ledger_general_journal') end";

const CHANGE = `json_to_recordset($1::json) as change
    (owner_id integer, account_type smallint, currency_id integer, available numeric, frozen numeric)`;

/**
 * `$1` entries as JSON. A lateral join locks them one after the other in the order of their keys.
 */
const LOCK: NamedStatement = {
  name: 'lock_accounts',
  text: `
  select account.* from (
    select owner_id, account_type, currency_id from ${CHANGE}
    order by owner_id, account_type, currency_id
  ) as wanted
  cross join lateral (
    select owner_id, account_type, currency_id, available, frozen from ledger_accounts as own
    where (own.owner_id, own.account_type, own.currency_id)
      = (wanted.owner_id, wanted.account_type, wanted.currency_id)
    -- Looked up for each entry: never all accounts first, however few there were at planning.
    offset 0 for update
  ) as account`,
};

/**
 * Books a movement on locked accounts. `$1` entries as JSON, `$2` recipe, `$3` cause, `$4` actor,
 * `$5` request, `$6` time.
 */
const POST: NamedStatement = {
  name: 'post_movement',
  text: `
  with change as materialized (
    select * from ${CHANGE}
  ), found as materialized (
    select change.available, change.frozen, place
    from change
    cross join lateral (
      select ctid as place from ledger_accounts as own
      where (own.owner_id, own.account_type, own.currency_id)
        = (change.owner_id, change.account_type, change.currency_id)
      offset 0
    ) as account
  ), changed as (
    -- By its place, which stays: it is locked. One that just came and moves again is changed below.
    update ledger_accounts as account
    set available = account.available + found.available, frozen = account.frozen + found.frozen
    from found
    where account.ctid = found.place
    returning account.owner_id, account.account_type, account.currency_id
  ), opened as (
    insert into ledger_accounts as account (owner_id, account_type, currency_id, available, frozen)
    select * from change where (owner_id, account_type, currency_id) not in (select * from changed)
    order by owner_id, account_type, currency_id
    on conflict (owner_id, account_type, currency_id) do update
    set available = account.available + excluded.available, frozen = account.frozen + excluded.frozen
  ), movement as (
    insert into ${getTableName(ledgerMovements)} (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
    values (${JOURNALS.general}, ${NEXT_GENERAL_NUMBER}, $2, $3, $4, $5, $6)
    returning number
  ), entries as (
    insert into ${getTableName(ledgerEntries)}
      (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
    select owner_id, account_type, currency_id, ${JOURNALS.general}, number, available, frozen
    from change, movement
  )
  select number from movement`,
};

interface LockedAccount {
  readonly owner_id: number;
  readonly account_type: number;
  readonly currency_id: number;
  readonly available: string;
  readonly frozen: string;
}

async function post(
  tx: Transaction,
  movement: Movement,
  now: EpochMs,
): Promise<Result<bigint, 'insufficient_balance'>> {
  const changes = changesOf(movement);
  const balances = await lockBalances(tx, changes);
  if (movement.entries.some((entry) => overdraws(entry, balances.get(accountKey(entry)))))
    return refuse('insufficient_balance');
  return ok(await write(tx, movement, changes, now));
}

const changesOf = ({ entries }: Pick<Movement, 'entries'>): string =>
  JSON.stringify(
    entries.map(({ ownerId, accountType, currencyId, available, frozen }) => ({
      owner_id: ownerId,
      account_type: accountType,
      currency_id: currencyId,
      available: String(available),
      frozen: String(frozen),
    })),
  );

/** @returns its number. */
async function write(
  tx: Transaction,
  { recipe, causeId, actorId, requestId }: Movement,
  changes: string,
  now: EpochMs,
): Promise<bigint> {
  const values = [changes, recipe, causeId, actorId, requestId, now];
  const { rows } = await executeNamed<{ number: bigint }>(tx, POST, values);
  return ensure(rows[0], 'number of the movement').number;
}

/**
 * Locks existing accounts in the order of their keys, as a writer's commit does: for a transaction that
 * books several movements, which would otherwise lock in another order.
 */
export async function lockAccounts(
  tx: Transaction,
  accounts: readonly Pick<LedgerAccount, 'ownerId' | 'accountType' | 'currencyId'>[],
): Promise<void> {
  const none = { available: NO_UNITS, frozen: NO_UNITS };
  const unique = new Map(accounts.map((one) => [accountKey(one), { ...one, ...none }]));
  if (unique.size > 0) await lockBalances(tx, changesOf({ entries: [...unique.values()] }));
}

/**
 * Returns the balances of the existing accounts by key; the lock keeps them until the transaction
 * ends.
 */
async function lockBalances(
  tx: Transaction,
  changes: string,
): Promise<ReadonlyMap<string, AccountBalance>> {
  const { rows } = await executeNamed<LockedAccount>(tx, LOCK, [changes]);
  return new Map(
    rows.map(({ owner_id, account_type, currency_id, available, frozen }) => [
      accountKey({ ownerId: owner_id, accountType: account_type, currencyId: currency_id }),
      { available: BigInt(available), frozen: BigInt(frozen) },
    ]),
  );
}

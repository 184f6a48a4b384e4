/**
 * Statements on accounts and on the general journal.
 *
 * Spot accounts of people (type 1) have ONE writer, the process's `server/spot`, which holds their
 * balances in memory: while it runs, nothing here may change them. `postMovement` refuses to;
 * `postOpeningMovement` is for the time before any spot writer has ever started on the database.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { assert, ensure } from '../../contract/assert.ts';
import { ok, refuse } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import { ACCOUNT_TYPES } from '../../contract/schemas/accounts.ts';
import type { EpochMs } from '../../contract/time.ts';
import type { Executor, Transaction } from '../db/database.ts';
import { ledgerAccounts, ledgerEntries, ledgerMovements } from '../db/schema/ledger.ts';
import { spotWriters } from '../db/schema/spot.ts';
import { JOURNALS } from './chart.ts';
import { accountKey, overdraws } from './invariants.ts';
import type { AccountBalance } from './invariants.ts';
import type { LedgerEntry, Movement } from './movement.ts';

export type LedgerAccount = typeof ledgerAccounts.$inferSelect;

/** All accounts of an owner that ever held anything, by type and currency, as committed. */
export function findAccounts(database: Executor, ownerId: number): Promise<LedgerAccount[]> {
  return database
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.ownerId, ownerId))
    .orderBy(asc(ledgerAccounts.accountType), asc(ledgerAccounts.currencyId));
}

/** Undefined for an account that never held anything. */
export async function findAccount(
  database: Executor,
  ownerId: number,
  accountType: number,
  currencyId: number,
): Promise<LedgerAccount | undefined> {
  const rows = await database
    .select()
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.ownerId, ownerId),
        eq(ledgerAccounts.accountType, accountType),
        eq(ledgerAccounts.currencyId, currencyId),
      ),
    );
  return rows[0];
}

/** What all accounts of a currency hold together (0 when the books are sound), and what of it is frozen. */
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
 * the order of their keys, so that two movements never wait for each other.
 * @returns its number; `insufficient_balance`, with nothing booked, when an account would fall below zero.
 * @throws AssertionError for a movement that touches spot accounts.
 */
export async function postMovement(
  tx: Transaction,
  movement: Movement,
  now: EpochMs,
): Promise<Result<bigint, 'insufficient_balance'>> {
  const touchesSpot = movement.entries.some(
    ({ accountType }) => accountType === ACCOUNT_TYPES.spot,
  );
  assert(!touchesSpot, `${movement.recipe}: spot accounts belong to the spot writer`);
  return post(tx, movement, now);
}

/**
 * Like {@link postMovement}, spot accounts included, as long as no spot writer has ever started.
 * @throws AssertionError afterwards: the writer would not know of the money.
 */
export async function postOpeningMovement(
  tx: Transaction,
  movement: Movement,
  now: EpochMs,
): Promise<Result<bigint, 'insufficient_balance'>> {
  const writers = await tx.select({ epoch: spotWriters.epoch }).from(spotWriters).limit(1);
  assert(writers.length === 0, `${movement.recipe}: a spot writer has started on this database`);
  return post(tx, movement, now);
}

async function post(
  tx: Transaction,
  movement: Movement,
  now: EpochMs,
): Promise<Result<bigint, 'insufficient_balance'>> {
  const changes = toChanges(movement.entries);
  const balances = await lockBalances(tx, changes);
  if (movement.entries.some((entry) => overdraws(entry, balances.get(accountKey(entry)))))
    return refuse('insufficient_balance');
  await tx.execute(sql`
    insert into ${ledgerAccounts} (owner_id, account_type, currency_id)
    select owner_id, account_type, currency_id from ${changes} order by 1, 2, 3
    on conflict do nothing`);
  await tx.execute(sql`
    update ${ledgerAccounts} as account
    set available = account.available + change.available, frozen = account.frozen + change.frozen
    from ${changes}
    where (account.owner_id, account.account_type, account.currency_id)
      = (change.owner_id, change.account_type, change.currency_id)`);
  return ok(await insertMovement(tx, movement, changes, now));
}

/** The entries as rows of a table named `change`. */
function toChanges(entries: readonly LedgerEntry[]): SQL {
  const rows = entries.map(({ ownerId, accountType, currencyId, available, frozen }) => ({
    owner_id: ownerId,
    account_type: accountType,
    currency_id: currencyId,
    available: String(available),
    frozen: String(frozen),
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as change
    (owner_id integer, account_type smallint, currency_id integer, available numeric, frozen numeric)`;
}

/** Balances by key of the accounts that exist; nobody else changes them until the transaction ends. */
async function lockBalances(
  tx: Transaction,
  changes: SQL,
): Promise<ReadonlyMap<string, AccountBalance>> {
  const rows = await tx
    .select()
    .from(ledgerAccounts)
    .where(sql`(owner_id, account_type, currency_id) in
      (select owner_id, account_type, currency_id from ${changes})`)
    .orderBy(
      asc(ledgerAccounts.ownerId),
      asc(ledgerAccounts.accountType),
      asc(ledgerAccounts.currencyId),
    )
    .for('update');
  return new Map(rows.map((row) => [accountKey(row), row]));
}

async function insertMovement(
  tx: Transaction,
  { recipe, causeId, actorId, requestId }: Movement,
  changes: SQL,
  now: EpochMs,
): Promise<bigint> {
  const [row] = await tx
    .insert(ledgerMovements)
    .values({
      journal: JOURNALS.general,
      number: sql`nextval('ledger_general_journal')`,
      recipe,
      causeId,
      actorId,
      requestId,
      atMs: now,
    })
    .returning({ number: ledgerMovements.number });
  const { number } = ensure(row, 'number of the movement');
  await tx.execute(sql`
    insert into ${ledgerEntries}
      (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
    select owner_id, account_type, currency_id, ${JOURNALS.general}, ${number}, available, frozen
    from ${changes}`);
  return number;
}

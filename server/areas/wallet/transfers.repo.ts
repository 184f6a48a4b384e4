/** Statements on transfers. One statement stores a transfer with a movement of its own, see also `transfer-inserts.repo.ts`. */
import { and, desc, eq, gte, isNotNull, isNull, lt, not, or } from 'drizzle-orm';
import type { Database, Executor } from '../../kit/db/database.ts';
import { dealingPostings } from '../../kit/db/schema/lever.ts';
import { spotPostings, transfers } from '../../kit/db/schema/wallet.ts';
import { unlessTaken } from '../../kit/db/transaction.ts';
import { JOURNALS } from '../../ledger/chart.ts';
import { NEXT_GENERAL_NUMBER } from '../../ledger/ledger.repo.ts';
import type { Movement } from '../../ledger/movement.ts';
import { storedEntry } from '../../ledger/writer/postings.repo.ts';
import type { PostingId } from '../../ledger/writer/postings.types.ts';

export type TransferRow = typeof transfers.$inferSelect;

/** The movements of a transfer. All get the number of the transfer as their cause. */
export interface TransferParts {
  /** Booked in the statement that stores the transfer; nothing is stored when an account does not hold enough. */
  readonly general: Movement | null;
  /** Stored for the spot writer. */
  readonly spot: Movement | null;
  /** Stored for the dealing writer. */
  readonly dealing: Movement | null;
  /** The writer whose posting the other one waits for; null unless both have one. */
  readonly first: 'spot' | 'dealing' | null;
}

type Numbers = 'postingId' | 'dealingPostingId' | 'movementNumber' | 'hasArrival';
export type NewTransferRow = Omit<TransferRow, 'id' | Numbers>;

export interface WrittenTransfer {
  readonly id: number;
  readonly postingId: PostingId | null;
  readonly dealingPostingId: PostingId | null;
}

/** Stores a posting of the transfer when it has this one and its money is there. */
const storePosting = (table: string, recipe: number, entries: number): string => `
    insert into ${table} (recipe, cause_id, actor_id, request_id, entries, created_at_ms)
    select $${recipe}::text, fresh.id::text, $1, $8, $${entries}::jsonb, $7
    from fresh, taken
    where $${recipe}::text is not null
    returning id`;

/**
 * Rows are locked in the order of their keys, as in `postMovement`; the update then sees their
 * present amounts. `$1` user, `$2` key, `$3` currency, `$4` and `$5` account types, `$6` amount, `$7`
 * time, `$8` request, `$9` recipe of the general journal, which takes from type `$10` and gives to type
 * `$11`, `$12` and `$13` recipe and entries of the posting for the spot writer, `$14` and `$15` of that for
 * the dealing writer. Every row is found by its key, regardless of table statistics.
 */
const WRITE_TRANSFER = `
  with fresh as materialized (
    select nextval(pg_get_serial_sequence('transfers', 'id')) as id
  ), locked as materialized (
    select 1 from ledger_accounts
    where owner_id = $1::integer and account_type in ($10::smallint, $11::smallint) and currency_id = $3::integer
    order by account_type for update
  ), taken as (
    update ledger_accounts as account set available = available - $6::numeric
    from (select count(*) from locked) as after_locks
    where owner_id = $1 and account_type = $10 and currency_id = $3 and available >= $6
    returning 1
  ), given as (
    insert into ledger_accounts as account (owner_id, account_type, currency_id, available)
    select $1, $11, $3, $6 from taken
    on conflict (owner_id, account_type, currency_id) do update
    set available = account.available + excluded.available
  ), movement as (
    insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
    select ${JOURNALS.general}, ${NEXT_GENERAL_NUMBER}, $9::text, fresh.id::text, $1, $8::text, $7::bigint
    from fresh, taken
    returning number
  ), entries as (
    insert into ledger_entries
      (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
    select $1, changed.account_type, $3, ${JOURNALS.general}, number, changed.available, 0
    from movement, (values ($10, -$6), ($11, $6)) as changed (account_type, available)
  ), spot_posting as (${storePosting('spot_postings', 12, 13)}
  ), dealing_posting as (${storePosting('dealing_postings', 14, 15)}
  )
  insert into transfers (id, user_id, currency_id, from_account_type, to_account_type, amount,
    posting_id, dealing_posting_id, movement_number, idempotency_key, created_at_ms)
  overriding system value
  select fresh.id, $1, $3, $4::smallint, $5::smallint, $6, (select id from spot_posting),
    (select id from dealing_posting), (select number from movement), $2::text, $7
  from fresh, taken
  returning id, posting_id as "postingId", dealing_posting_id as "dealingPostingId"`;

/**
 * Stores a transfer with a movement of the general journal, and with a posting of one writer at most.
 * @returns undefined, with nothing written, when the key was used before or an account does not hold enough.
 */
export async function writeTransfer(
  database: Database,
  row: NewTransferRow,
  requestId: string,
  { general, spot, dealing }: TransferParts & { readonly general: Movement },
): Promise<WrittenTransfer | undefined> {
  const values = [
    row.userId,
    row.idempotencyKey,
    row.currencyId,
    row.fromAccountType,
    row.toAccountType,
    String(row.amount),
    row.createdAtMs,
    requestId,
    general.recipe,
    typeOf(general, (available) => available < 0n),
    typeOf(general, (available) => available > 0n),
    spot?.recipe ?? null,
    JSON.stringify(spot?.entries.map(storedEntry) ?? []),
    dealing?.recipe ?? null,
    JSON.stringify(dealing?.entries.map(storedEntry) ?? []),
  ];
  const statement = { name: 'write_transfer', text: WRITE_TRANSFER, values };
  const written = await unlessTaken(
    async () => (await database.$client.query<WrittenRow>(statement)).rows[0],
    // A concurrent request used the same key.
    () => undefined,
  );
  return (
    written && {
      id: Number(written.id),
      postingId: numberOf(written.postingId),
      dealingPostingId: numberOf(written.dealingPostingId),
    }
  );
}

interface WrittenRow {
  readonly id: bigint;
  readonly postingId: bigint | null;
  readonly dealingPostingId: bigint | null;
}

const numberOf = (id: bigint | null): number | null => (id === null ? null : Number(id));

/** Account type of the entry of a movement between two accounts. */
const typeOf = (movement: Movement, isWanted: (available: bigint) => boolean) =>
  movement.entries.find(({ available }) => isWanted(available))?.accountType ?? null;

/** Finds the transfer of the key, done or not. */
export async function findKeyedTransfer(
  database: Executor,
  userId: number,
  idempotencyKey: string,
): Promise<TransferRow | undefined> {
  const rows = await database
    .select()
    .from(transfers)
    .where(and(eq(transfers.userId, userId), eq(transfers.idempotencyKey, idempotencyKey)));
  return rows[0];
}

/**
 * Deletes a transfer whose first posting was refused, and refuses the posting that waits for it: no money has
 * moved, and the key may be used again.
 */
export async function deleteRefusedTransfer(database: Database, id: number): Promise<void> {
  await database.$client.query({
    name: 'delete_refused_transfer',
    text: DELETE_REFUSED,
    values: [id],
  });
}

const DELETE_REFUSED = `
  with refused as (
    delete from transfers as transfer where id = $1::bigint and (
      exists (select from spot_postings where id = posting_id and refused_at_ms is not null)
      or exists (select from dealing_postings where id = dealing_posting_id and refused_at_ms is not null))
    returning posting_id, dealing_posting_id
  ), of_spot as (
    update spot_postings as posting set refused_at_ms = first_leg.refused_at_ms
    from refused join dealing_postings as first_leg on first_leg.id = dealing_posting_id
    where posting.id = posting_id and posting.waits_for = first_leg.id
      and posting.number is null and posting.refused_at_ms is null
      and first_leg.refused_at_ms is not null
  )
  update dealing_postings as posting set refused_at_ms = first_leg.refused_at_ms
  from refused join spot_postings as first_leg on first_leg.id = posting_id
  where posting.id = dealing_posting_id and posting.waits_for = first_leg.id
    and posting.number is null and posting.refused_at_ms is null
    and first_leg.refused_at_ms is not null`;

export interface TransferFilter {
  readonly userId: number;
  readonly currencyId?: number | undefined;
  /** Limits the list to transfers from or to this account type. */
  readonly accountType?: number | undefined;
  /** Limits the list to smaller numbers. */
  readonly before?: number | undefined;
  readonly count: number;
}

/** Returns done transfers with numbers from `from` on, newest first. */
export async function findTransfers(
  database: Executor,
  { userId, currencyId, accountType, before, count }: TransferFilter,
  from: number,
): Promise<TransferRow[]> {
  const ofType =
    accountType === undefined
      ? undefined
      : or(eq(transfers.fromAccountType, accountType), eq(transfers.toAccountType, accountType));
  const rows = await doneTransfers(database)
    .where(
      and(
        isDone,
        isOlder(userId, before),
        gte(transfers.id, from),
        currencyId === undefined ? undefined : eq(transfers.currencyId, currencyId),
        ofType,
      ),
    )
    .orderBy(desc(transfers.id))
    .limit(count);
  return rows.map(({ transfer }) => transfer);
}

/** Returns the number of the transfer `skipped` places behind the newest one; undefined when there are fewer. */
export async function findTransferBehind(
  database: Executor,
  { userId, before }: TransferFilter,
  skipped: number,
): Promise<number | undefined> {
  const rows = await database
    .select({ id: transfers.id })
    .from(transfers)
    .where(isOlder(userId, before))
    .orderBy(desc(transfers.id))
    .offset(skipped)
    .limit(1);
  return rows[0]?.id;
}

/** Finds a done transfer of the user. */
export async function findTransfer(
  database: Executor,
  userId: number,
  id: number,
): Promise<TransferRow | undefined> {
  const rows = await doneTransfers(database).where(
    and(isDone, eq(transfers.userId, userId), eq(transfers.id, id)),
  );
  return rows[0]?.transfer;
}

const doneTransfers = (database: Executor) =>
  database
    .select({ transfer: transfers })
    .from(transfers)
    .leftJoin(spotPostings, eq(spotPostings.id, transfers.postingId))
    .leftJoin(dealingPostings, eq(dealingPostings.id, transfers.dealingPostingId));

/** All its legs are booked. */
const isDone = and(
  or(isNull(transfers.postingId), isNotNull(spotPostings.number)),
  or(isNull(transfers.dealingPostingId), isNotNull(dealingPostings.number)),
  or(not(transfers.hasArrival), isNotNull(transfers.movementNumber)),
);

const isOlder = (userId: number, before: number | undefined) =>
  and(eq(transfers.userId, userId), before === undefined ? undefined : lt(transfers.id, before));

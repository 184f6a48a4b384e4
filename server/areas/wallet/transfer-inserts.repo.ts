/**
 * Transfers whose movements the writers book, stored in one statement for all requests of a moment.
 * Separate statements took most of a request's time.
 */
import type { Deadline } from '../../kit/http/deadline.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Movement } from '../../ledger/movement.ts';
import { storedEntry } from '../../ledger/writer/postings.repo.ts';
import type { NewTransferRow, TransferParts, WrittenTransfer } from './transfers.repo.ts';

export interface TransferInsert {
  readonly row: NewTransferRow;
  readonly requestId: string;
  readonly deadline: Deadline;
  /** Checked by the caller, because an error in one movement would fail the whole statement. */
  readonly parts: Omit<TransferParts, 'general'>;
}

/**
 * `$1` the transfers. The one of a used key stores nothing. They are inserted in the order of their keys, so
 * that two statements with the same keys wait for each other in one direction only.
 */
const INSERT_TRANSFERS = `
  with asked as materialized (
    select nextval((select pg_get_serial_sequence('transfers', 'id'))) as id,
      case when spot_recipe is not null
        then nextval((select pg_get_serial_sequence('spot_postings', 'id'))) end as spot_id,
      case when dealing_recipe is not null
        then nextval((select pg_get_serial_sequence('dealing_postings', 'id'))) end as dealing_id,
      item.*
    from json_to_recordset($1::json) as item (place integer, user_id integer, key text, currency_id integer,
      from_type smallint, to_type smallint, amount numeric, at_ms bigint, request_id text, spot_recipe text,
      spot_entries jsonb, dealing_recipe text, dealing_entries jsonb, first_writer text)
  ), fresh as (
    insert into transfers (id, user_id, currency_id, from_account_type, to_account_type, amount,
      posting_id, dealing_posting_id, idempotency_key, created_at_ms)
    overriding system value
    select id, user_id, currency_id, from_type, to_type, amount, spot_id, dealing_id, key, at_ms
    from asked order by user_id, key
    on conflict (user_id, idempotency_key) do nothing
    returning id
  ), of_spot as (
    insert into spot_postings (id, recipe, cause_id, actor_id, request_id, entries, created_at_ms, waits_for)
    overriding system value
    select spot_id, spot_recipe, id::text, user_id, request_id, spot_entries, at_ms,
      case when first_writer = 'dealing' then dealing_id end
    from fresh join asked using (id) where spot_id is not null
  ), of_dealing as (
    insert into dealing_postings (id, recipe, cause_id, actor_id, request_id, entries, created_at_ms, waits_for)
    overriding system value
    select dealing_id, dealing_recipe, id::text, user_id, request_id, dealing_entries, at_ms,
      case when first_writer = 'spot' then spot_id end
    from fresh join asked using (id) where dealing_id is not null
  )
  select place, id, spot_id as "spotId", dealing_id as "dealingId" from fresh join asked using (id)`;

interface InsertedRow {
  readonly place: number;
  readonly id: bigint;
  readonly spotId: bigint | null;
  readonly dealingId: bigint | null;
}

/**
 * Returns for each transfer its numbers; undefined, with nothing stored, when its key was used before. late:
 * its deadline has passed.
 */
export async function insertTransfers(
  database: Database,
  inserts: readonly TransferInsert[],
): Promise<readonly (WrittenTransfer | 'late' | undefined)[]> {
  const results = inserts.map(({ deadline }) => (deadline.hasPassed() ? 'late' : undefined));
  const items = inserts.flatMap((insert, place) =>
    results[place] === 'late' ? [] : [parametersOf(insert, place)],
  );
  const written: (WrittenTransfer | 'late' | undefined)[] = results;
  if (items.length === 0) return written;
  const { rows } = await database.$client.query<InsertedRow>({
    name: 'insert_transfers',
    text: INSERT_TRANSFERS,
    values: [JSON.stringify(items)],
  });
  for (const { place, id, spotId, dealingId } of rows)
    written[place] = {
      id: Number(id),
      postingId: spotId === null ? null : Number(spotId),
      dealingPostingId: dealingId === null ? null : Number(dealingId),
    };
  return written;
}

function parametersOf({ row, requestId, parts }: TransferInsert, place: number) {
  const { spot, dealing, first } = parts;
  return {
    place,
    user_id: row.userId,
    key: row.idempotencyKey,
    currency_id: row.currencyId,
    from_type: row.fromAccountType,
    to_type: row.toAccountType,
    amount: String(row.amount),
    at_ms: row.createdAtMs,
    request_id: requestId,
    spot_recipe: spot?.recipe ?? null,
    spot_entries: entriesOf(spot),
    dealing_recipe: dealing?.recipe ?? null,
    dealing_entries: entriesOf(dealing),
    first_writer: first,
  };
}

const entriesOf = (movement: Movement | null) => movement?.entries.map(storedEntry) ?? null;

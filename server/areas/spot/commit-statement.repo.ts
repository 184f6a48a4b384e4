/**
 * The one statement that commits a batch. Its fence raises the writer's sequence and requires the epoch
 * that this process took. If another writer has taken over, no row is written.
 */
import { ensure } from '../../../contract/assert.ts';
import type { LedgerEntry } from '../../ledger/movement.ts';
import { JOURNALS, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { RowColumns } from './row-columns.ts';
import type { SpotDeal, SpotOrder } from './spot-events.ts';
import type { PostingEnd, SealedBatch, SpotMovement } from './spot-store.types.ts';

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

const changeColumns = new RowColumns<LedgerEntry>([
  { name: 'owner_id', type: 'integer', of: (row) => row.ownerId },
  { name: 'currency_id', type: 'integer', of: (row) => row.currencyId },
  { name: 'available', type: 'numeric', of: (row) => row.available },
  { name: 'frozen', type: 'numeric', of: (row) => row.frozen },
]);

const movementColumns = new RowColumns<SpotMovement>([
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

const orderColumns = new RowColumns<SpotOrder>([
  { name: 'id', type: 'bigint', of: (row) => row.id },
  { name: 'owner_id', type: 'integer', of: (row) => row.ownerId },
  { name: 'market_id', type: 'integer', of: (row) => row.marketId },
  { name: 'side', type: 'text', of: (row) => row.side },
  { name: 'kind', type: 'text', of: (row) => row.kind },
  { name: 'price_ticks', type: 'bigint', of: (row) => row.priceTicks },
  { name: 'quantity_lots', type: 'bigint', of: (row) => row.quantityLots },
  { name: 'amount', type: 'numeric', of: (row) => row.amount },
  { name: 'maker_fee_ppm', type: 'integer', of: (row) => row.makerFeePpm },
  { name: 'taker_fee_ppm', type: 'integer', of: (row) => row.takerFeePpm },
  { name: 'executed_lots', type: 'bigint', of: (row) => row.executedLots },
  { name: 'executed_amount', type: 'numeric', of: (row) => row.executedAmount },
  { name: 'fee', type: 'numeric', of: (row) => row.fee },
  { name: 'reserved', type: 'numeric', of: (row) => row.reserved },
  { name: 'state', type: 'text', of: (row) => row.state },
  { name: 'end_reason', type: 'text', of: (row) => row.endReason },
  { name: 'revision', type: 'integer', of: (row) => row.revision },
  { name: 'idempotency_key', type: 'text', of: (row) => row.idempotencyKey },
  { name: 'request_id', type: 'text', of: (row) => row.requestId },
  { name: 'created_at_ms', type: 'bigint', of: (row) => row.createdAtMs },
  { name: 'updated_at_ms', type: 'bigint', of: (row) => row.updatedAtMs },
]);

/** The columns of an order that may change; the first finds the row. */
const orderChangeColumns = new RowColumns<SpotOrder>([
  { name: 'id', type: 'bigint', of: (row) => row.id },
  { name: 'executed_lots', type: 'bigint', of: (row) => row.executedLots },
  { name: 'executed_amount', type: 'numeric', of: (row) => row.executedAmount },
  { name: 'fee', type: 'numeric', of: (row) => row.fee },
  { name: 'reserved', type: 'numeric', of: (row) => row.reserved },
  { name: 'state', type: 'text', of: (row) => row.state },
  { name: 'end_reason', type: 'text', of: (row) => row.endReason },
  { name: 'revision', type: 'integer', of: (row) => row.revision },
  { name: 'updated_at_ms', type: 'bigint', of: (row) => row.updatedAtMs },
]);

const dealColumns = new RowColumns<SpotDeal>([
  { name: 'id', type: 'bigint', of: (row) => row.id },
  { name: 'market_id', type: 'integer', of: (row) => row.marketId },
  { name: 'price_ticks', type: 'bigint', of: (row) => row.priceTicks },
  { name: 'quantity_lots', type: 'bigint', of: (row) => row.quantityLots },
  { name: 'taker_side', type: 'text', of: (row) => row.takerSide },
  { name: 'taker_order_id', type: 'bigint', of: (row) => row.takerOrderId },
  { name: 'maker_order_id', type: 'bigint', of: (row) => row.makerOrderId },
  { name: 'taker_owner_id', type: 'integer', of: (row) => row.takerOwnerId },
  { name: 'maker_owner_id', type: 'integer', of: (row) => row.makerOwnerId },
  { name: 'taker_fee', type: 'numeric', of: (row) => row.takerFee },
  { name: 'maker_fee', type: 'numeric', of: (row) => row.makerFee },
  { name: 'at_ms', type: 'bigint', of: (row) => row.atMs },
]);

const unpostedColumns = new RowColumns<LedgerEntry>([
  { name: 'owner_id', type: 'integer', of: (row) => row.ownerId },
  { name: 'account_type', type: 'smallint', of: (row) => row.accountType },
  { name: 'currency_id', type: 'integer', of: (row) => row.currencyId },
  { name: 'available', type: 'numeric', of: (row) => row.available },
  { name: 'frozen', type: 'numeric', of: (row) => row.frozen },
]);

const droppedColumns = new RowColumns<number>([{ name: 'id', type: 'bigint', of: (id) => id }]);

const postingColumns = new RowColumns<PostingEnd>([
  { name: 'id', type: 'bigint', of: (row) => row.id },
  { name: 'number', type: 'bigint', of: (row) => row.number },
  { name: 'refused_at_ms', type: 'bigint', of: (row) => row.refusedAtMs },
]);

/**
 * Name, epoch and sequence of the writer, number of the first movement, count of rows that must exist,
 * last order.
 */
const FIXED_PARAMETERS = 6;

/** The parts that only some batches have; a statement without a part has no cost for it. */
interface StatementParts {
  /** The batch has changes of the exchange's own trading. */
  readonly hasHouse: boolean;
  readonly hasPostings: boolean;
}

/** The statements, each with the name under which a connection prepares it once. */
const STATEMENTS = [false, true].flatMap((hasHouse) =>
  [false, true].map((hasPostings) => statementOf({ hasHouse, hasPostings })),
);

function statementOf(parts: StatementParts) {
  const { hasHouse, hasPostings } = parts;
  const name = `spot_commit${hasHouse ? '_house' : ''}${hasPostings ? '_postings' : ''}`;
  return { ...parts, query: { name, text: writeStatement(parts) } };
}

/** The fields that identify the writer in the fence. */
export interface WriterTurn {
  readonly name: string;
  readonly epoch: number;
  /** The sequence of the previous commit. */
  readonly seq: number;
}

/** Returns the arguments of `client.query`. The result has one row, whose `committed` says whether the fence held. */
export function commitQuery(batch: SealedBatch, { name, epoch, seq }: WriterTurn) {
  const { changedAccounts, passedAccounts, changedOrders, postings } = batch;
  const { droppedOrders, unposted } = batch;
  const changed = changedAccounts.length + passedAccounts.length + changedOrders.length;
  const found = changed + droppedOrders.length + postings.length;
  const fixed = [name, epoch, seq, batch.firstMovement, found, batch.lastOrderId].map(String);
  const values = [
    ...fixed,
    ...accountColumns.values(batch.openedAccounts),
    ...changeColumns.values(changedAccounts),
    ...movementColumns.values(batch.movements),
    ...entryColumns.values(numberedEntries(batch)),
    ...orderColumns.values(batch.newOrders),
    ...orderChangeColumns.values(changedOrders),
    ...dealColumns.values(batch.committed.deals),
  ];
  const hasHouse = unposted.length + droppedOrders.length > 0;
  const hasPostings = postings.length > 0;
  if (hasHouse)
    values.push(...unpostedColumns.values(unposted), ...droppedColumns.values(droppedOrders));
  if (hasPostings)
    values.push(...changeColumns.values(passedAccounts), ...postingColumns.values(postings));
  const statement = STATEMENTS.find(
    (each) => each.hasHouse === hasHouse && each.hasPostings === hasPostings,
  );
  return { ...ensure(statement, 'a statement').query, values };
}

function numberedEntries({ firstMovement, movements }: SealedBatch): NumberedEntry[] {
  const numbered: NumberedEntry[] = [];
  for (const [index, { entries }] of movements.entries())
    for (const entry of entries) numbered.push({ number: firstMovement + index, entry });
  return numbered;
}

/**
 * Divides by zero when a required row is missing, because the rollback of the whole statement then
 * prevents a partial change.
 */
function writeStatement({ hasHouse, hasPostings }: StatementParts): string {
  let next = FIXED_PARAMETERS + 1;
  const rowsOf = <Row>(columns: RowColumns<Row>): string => {
    const unnest = columns.unnest(next);
    next += columns.count;
    return unnest;
  };
  const changedFields = orderChangeColumns.names().replace(/^id, /, '');
  const newValues = orderChangeColumns.names('v.').replace(/^v\.id, /, '');
  return `
    with fence as (
      update spot_writers set seq = seq + 1, last_order_id = $6::bigint
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
      from fence, ${rowsOf(changeColumns)} as v (${changeColumns.names()})
      where account.owner_id = v.owner_id and account.account_type = ${ACCOUNT_TYPES.spot}
        and account.currency_id = v.currency_id
      returning 1
    ), movements as (
      insert into ledger_movements (journal, number, ${movementColumns.names()})
      select ${JOURNALS.spot}, $4::bigint + v.ordinality - 1, ${movementColumns.names('v.')}
      from fence, ${rowsOf(movementColumns)} with ordinality as v (${movementColumns.names()}, ordinality)
    ), entries as (
      insert into ledger_entries (journal, ${entryColumns.names()})
      select ${JOURNALS.spot}, v.* from fence, ${rowsOf(entryColumns)} as v
    ), new_orders as (
      insert into spot_orders (${orderColumns.names()})
      select v.* from fence, ${rowsOf(orderColumns)} as v
    ), changed_orders as (
      update spot_orders as spot_order set (${changedFields}) = row (${newValues})
      from fence, ${rowsOf(orderChangeColumns)} as v (${orderChangeColumns.names()})
      where spot_order.id = v.id
      returning 1
    ), deals as (
      insert into spot_deals (${dealColumns.names()})
      select v.* from fence, ${rowsOf(dealColumns)} as v
    )${hasHouse ? `, ${ofTheHouse(rowsOf(unpostedColumns), rowsOf(droppedColumns))}` : ''}
    ${hasPostings ? `, ${endedPostings(rowsOf(changeColumns), rowsOf(postingColumns))}` : ''}
    select case when exists (select from fence) then
      1 / ((select count(*) from changed_accounts) + (select count(*) from changed_orders)
        ${hasHouse ? '+ (select count(*) from dropped_orders)' : ''}
        ${hasPostings ? '+ (select count(*) from passed_accounts) + (select count(*) from ended_postings)' : ''} = $5::bigint)::integer
    else 0 end as committed`;
}

function ofTheHouse(unposted: string, dropped: string): string {
  const names = unpostedColumns.names();
  return `unposted as (
      insert into spot_unposted (${names}) select v.* from fence, ${unposted} as v (${names})
      on conflict (owner_id, account_type, currency_id) do update
      set available = excluded.available, frozen = excluded.frozen
    ), dropped_orders as (
      delete from spot_orders using fence, ${dropped} as v (id)
      where spot_orders.id = v.id
      returning 1
    )`;
}

/**
 * Locks transit accounts last, like the callers that add money to them. A posting that has ended is not
 * found, so that nothing is booked twice.
 */
function endedPostings(passed: string, ended: string): string {
  return `passed_accounts as (
      update ledger_accounts as account set available = account.available + v.available
      from fence, (select count(*) from opened_accounts) as after_others,
        ${passed} as v (${changeColumns.names()})
      where account.owner_id = v.owner_id and account.account_type = ${TRANSIT_ACCOUNT}
        and account.currency_id = v.currency_id
      returning 1
    ), ended_postings as (
      update spot_postings as posting set number = v.number, refused_at_ms = v.refused_at_ms
      from fence, ${ended} as v (${postingColumns.names()})
      where posting.id = v.id and posting.number is null and posting.refused_at_ms is null
      returning 1
    )`;
}

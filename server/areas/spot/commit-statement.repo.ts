/** The one statement that commits a batch of spot trading: the ledger's part, and orders and trades. */
import { ensure } from '../../../contract/assert.ts';
import { JOURNALS, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import type { LedgerEntry } from '../../ledger/movement.ts';
import {
  committedOf,
  ledgerParts,
  ledgerValues,
  OWN_PARAMETERS,
  postingParts,
  postingValues,
} from '../../ledger/writer/ledger-statement.repo.ts';
import { RowColumns } from '../../ledger/writer/row-columns.ts';
import type { WriterTurn } from '../../ledger/writer/writer-connection.repo.ts';
import type { SpotDeal, SpotOrder } from './spot-events.ts';
import type { SealedBatch } from './spot-store.types.ts';

const TARGET = {
  journal: JOURNALS.spot,
  transit: TRANSIT_ACCOUNT,
  postingTable: 'spot_postings',
} as const;

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

/** Returns the arguments of `client.query`. The result has one row, whose `committed` says whether the fence held. */
export function commitQuery(batch: SealedBatch, turn: WriterTurn) {
  const { changedOrders, droppedOrders, unposted, ledger } = batch;
  const values = [
    ...ledgerValues(turn, ledger, changedOrders.length + droppedOrders.length),
    String(batch.lastOrderId),
    ...orderColumns.values(batch.newOrders),
    ...orderChangeColumns.values(changedOrders),
    ...dealColumns.values(batch.committed.deals),
  ];
  const hasHouse = unposted.length + droppedOrders.length > 0;
  const hasPostings = ledger.postings.length > 0;
  if (hasHouse)
    values.push(...unpostedColumns.values(unposted), ...droppedColumns.values(droppedOrders));
  if (hasPostings) values.push(...postingValues(ledger));
  const statement = STATEMENTS.find(
    (each) => each.hasHouse === hasHouse && each.hasPostings === hasPostings,
  );
  return { ...ensure(statement, 'a statement').query, values };
}

function writeStatement({ hasHouse, hasPostings }: StatementParts): string {
  // The first parameter of its own is the last order.
  let next = OWN_PARAMETERS + 1;
  const rowsOf = <Row>(columns: RowColumns<Row>): string => {
    const unnest = columns.unnest(next);
    next += columns.count;
    return unnest;
  };
  const changedFields = orderChangeColumns.names().replace(/^id, /, '');
  const newValues = orderChangeColumns.names('v.').replace(/^v\.id, /, '');
  return `
    with ${ledgerParts(TARGET, { fenced: `, last_order_id = $${OWN_PARAMETERS}::bigint` })}, new_orders as (
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
    ${hasPostings ? `, ${postingParts(TARGET, next)}` : ''}
    ${committedOf(['changed_orders', ...(hasHouse ? ['dropped_orders'] : [])], hasPostings)}`;
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

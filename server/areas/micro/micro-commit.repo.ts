/** The part of fast contracts in the commit of the dealing writer: their rows, and the statement that stores them. */
import { getTableName } from 'drizzle-orm';
import { microFunds, microPoints } from '../../kit/db/schema/micro.ts';
import { RowColumns, type Column } from '../../ledger/writer/row-columns.ts';
import type { GuestStatement } from '../../ledger/writer/guest.types.ts';
import type {
  MicroFunding,
  MicroProductChange,
  StoredMicroOrder,
  UsedPoint,
  UsedWindow,
} from './micro.types.ts';

const id: Column<StoredMicroOrder> = { name: 'id', type: 'bigint', of: (row) => row.id };

/** The columns of an order that acceptance fixes. */
const placed: readonly Column<StoredMicroOrder>[] = [
  { name: 'owner_id', type: 'integer', of: (row) => row.ownerId },
  { name: 'product_id', type: 'integer', of: (row) => row.productId },
  { name: 'instrument', type: 'text', of: (row) => row.instrument },
  { name: 'price_scale', type: 'smallint', of: (row) => row.priceScale },
  { name: 'direction', type: 'text', of: (row) => row.direction },
  { name: 'seconds', type: 'integer', of: (row) => row.seconds },
  { name: 'stake', type: 'numeric', of: (row) => row.stake },
  { name: 'profit_ppm', type: 'integer', of: (row) => row.profitPpm },
  { name: 'loss_ppm', type: 'integer', of: (row) => row.lossPpm },
  { name: 'accepted_at_ms', type: 'bigint', of: (row) => row.acceptedAtMs },
  { name: 'token', type: 'text', of: (row) => row.token },
  { name: 'receipt', type: 'text', of: (row) => row.receipt },
  { name: 'signature', type: 'text', of: (row) => row.signature },
  { name: 'idempotency_key', type: 'text', of: (row) => row.idempotencyKey },
  { name: 'request_id', type: 'text', of: (row) => row.requestId },
];

/** The columns of an order that opening and end set. */
const changing: readonly Column<StoredMicroOrder>[] = [
  { name: 'state', type: 'text', of: (row) => row.state },
  { name: 'opened_at_ms', type: 'bigint', of: (row) => row.openedAtMs },
  { name: 'open_ticks', type: 'bigint', of: (row) => row.openTicks },
  { name: 'expires_at_ms', type: 'bigint', of: (row) => row.expiresAtMs },
  { name: 'payout', type: 'numeric', of: (row) => row.payout },
  { name: 'settled_at_ms', type: 'bigint', of: (row) => row.settledAtMs },
  { name: 'revision', type: 'integer', of: (row) => row.revision },
];

const orderColumns = new RowColumns<StoredMicroOrder>([id, ...placed, ...changing]);
/** The first column finds the row. */
const changeColumns = new RowColumns<StoredMicroOrder>([id, ...changing]);
const windowColumns = new RowColumns<UsedWindow>([
  { name: 'instrument', type: 'text', of: (row) => row.instrument },
  { name: 'expires_at_ms', type: 'bigint', of: (row) => row.expiresAtMs },
  { name: 'sum', type: 'bigint', of: (row) => row.sum },
  { name: 'count', type: 'smallint', of: (row) => row.count },
]);
const pointColumns = new RowColumns<UsedPoint>([
  { name: 'instrument', type: 'text', of: (row) => row.instrument },
  { name: 'at_ms', type: 'bigint', of: (row) => row.atMs },
  { name: 'line', type: 'text', of: (row) => row.line },
  { name: 'head', type: 'text', of: (row) => row.head },
]);

/** The columns of a product that never change. */
const offered: readonly Column<MicroProductChange>[] = [
  { name: 'id', type: 'integer', of: ({ product }) => product.id },
  { name: 'instrument', type: 'text', of: ({ product }) => product.instrument },
  { name: 'spot_market_id', type: 'integer', of: ({ product }) => product.spotMarketId },
  { name: 'forex_symbol', type: 'text', of: ({ product }) => product.forexSymbol },
  { name: 'price_scale', type: 'smallint', of: ({ product }) => product.priceScale },
  { name: 'seconds', type: 'integer', of: ({ product }) => product.seconds },
];
/** The columns that a table of products and a table of their terms have. */
const terms: readonly Column<MicroProductChange>[] = [
  { name: 'revision', type: 'integer', of: ({ product }) => product.revision },
  { name: 'profit_ppm', type: 'integer', of: ({ product }) => product.profitPpm },
  { name: 'loss_ppm', type: 'integer', of: ({ product }) => product.lossPpm },
  { name: 'stake_min', type: 'numeric', of: ({ product }) => product.stakeMin },
  { name: 'stake_max', type: 'numeric', of: ({ product }) => product.stakeMax },
  { name: 'owner_limit', type: 'numeric', of: ({ product }) => product.ownerLimit },
  { name: 'side_limit', type: 'numeric', of: ({ product }) => product.sideLimit },
  { name: 'skew_limit', type: 'numeric', of: ({ product }) => product.skewLimit },
  { name: 'status', type: 'text', of: ({ product }) => product.status },
];
const productColumns = new RowColumns<MicroProductChange>([...offered, ...terms]);
const changedTerms = new RowColumns<MicroProductChange>(terms);
const termColumns = new RowColumns<MicroProductChange>([
  { name: 'product_id', type: 'integer', of: ({ product }) => product.id },
  ...terms,
  { name: 'at_ms', type: 'bigint', of: ({ atMs }) => atMs },
]);
const fundColumns = new RowColumns<MicroFunding>([
  { name: 'id', type: 'integer', of: (row) => row.id },
  { name: 'amount', type: 'numeric', of: (row) => row.amount },
  { name: 'request_id', type: 'text', of: (row) => row.requestId },
  { name: 'at_ms', type: 'bigint', of: (row) => row.atMs },
]);

/** Rows of one commit. */
interface MicroRows {
  readonly newOrders: readonly StoredMicroOrder[];
  readonly changedOrders: readonly StoredMicroOrder[];
  readonly windows: readonly UsedWindow[];
  readonly points: readonly UsedPoint[];
  /** Every version of a product; the last one stays. */
  readonly products: readonly MicroProductChange[];
  readonly fundings: readonly MicroFunding[];
}

export const microRowValues = ({
  newOrders,
  changedOrders,
  windows,
  points,
  products,
  fundings,
}: MicroRows): string[] => [
  ...orderColumns.values(newOrders),
  ...changeColumns.values(changedOrders),
  ...windowColumns.values(windows),
  ...pointColumns.values(points),
  ...productColumns.values(presentOf(products)),
  ...termColumns.values(products),
  ...fundColumns.values(fundings),
];

/** The last version of each product: a statement changes a row once. */
const presentOf = (products: readonly MicroProductChange[]): readonly MicroProductChange[] => [
  ...new Map(products.map((change) => [change.product.id, change])).values(),
];

const all = [
  orderColumns,
  changeColumns,
  windowColumns,
  pointColumns,
  productColumns,
  termColumns,
  fundColumns,
];

export const MICRO_STATEMENT: GuestStatement = {
  name: 'micro',
  parameterCount: all.reduce((sum, { count }) => sum + count, 0),
  found: ['changed_micro_orders'],
  text(first) {
    let next = first;
    const rowsOf = <Row>(columns: RowColumns<Row>): string => {
      const unnest = columns.unnest(next);
      next += columns.count;
      return unnest;
    };
    const added = <Row>(table: string, columns: RowColumns<Row>): string => `
      insert into ${table} (${columns.names()})
      select v.* from fence, ${rowsOf(columns)} as v`;
    const changedFields = changeColumns.names().replace(/^id, /, '');
    const newValues = changeColumns.names('v.').replace(/^v\.id, /, '');
    // Windows and points that an earlier commit has stored follow from the same log, so that they are the same.
    return `new_micro_orders as (${added('micro_orders', orderColumns)}
    ), changed_micro_orders as (
      update micro_orders as micro_order set (${changedFields}) = row (${newValues})
      from fence, ${rowsOf(changeColumns)} as v (${changeColumns.names()})
      where micro_order.id = v.id
      returning 1
    ), micro_windows_used as (${added('micro_windows', windowColumns)} on conflict do nothing
    ), micro_points_used as (${added(getTableName(microPoints), pointColumns)} on conflict do nothing
    ), micro_products_changed as (${added('micro_products', productColumns)}
      on conflict (id) do update set (${changedTerms.names()}) = row (${changedTerms.names('excluded.')})
    ), micro_terms_added as (${added('micro_terms', termColumns)}
    ), micro_pool_funded as (${added(getTableName(microFunds), fundColumns)})`;
  },
};

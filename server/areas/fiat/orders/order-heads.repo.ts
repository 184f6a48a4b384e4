/** Reads of fiat orders before a step, without a lock; requests of one moment share a statement. */
import type { Database, Executor } from '../../../kit/db/database.ts';
import { GatheredRead } from '../../../kit/db/gathered-read.ts';
import { executeNamed, type NamedStatement } from '../../../kit/db/named-statement.ts';
import type { LifecycleRow } from '../../../kit/lifecycle/lifecycles.repo.ts';
import { FIAT_ORDER, type OrderRow } from './order-lifecycle.ts';

/** The two sides of an order and the part it holds, which never change. */
export type OrderParties = Pick<
  OrderRow,
  'id' | 'adId' | 'buyerId' | 'sellerId' | 'currencyId' | 'quantity'
>;

/** The unchanging parts of an order, and its present state. */
export interface OrderHead extends OrderParties, Pick<OrderRow, 'deadlineAtMs' | 'endedAtMs'> {
  readonly life: LifecycleRow;
}

export type FindHead = (id: number) => Promise<OrderHead | undefined>;

interface HeadRow {
  readonly id: bigint;
  readonly ad_id: bigint;
  readonly buyer_id: number;
  readonly seller_id: number;
  readonly currency_id: number;
  readonly quantity: string;
  readonly deadline_at_ms: bigint | null;
  readonly ended_at_ms: bigint | null;
  readonly machine_version: number;
  readonly revision: number;
  readonly snapshot: unknown;
  readonly updated_at_ms: bigint;
}
const HEADS: NamedStatement = {
  name: 'fiat_order_heads',
  text: `
    select orders.id, ad_id, buyer_id, seller_id, currency_id, quantity, deadline_at_ms,
      ended_at_ms, machine_version, life.revision, snapshot, life.updated_at_ms
    from fiat_orders as orders
    cross join lateral (
      select * from lifecycles as own where own.kind = '${FIAT_ORDER.kind}' and own.id = orders.id
      -- Looked up for each order: never all lives of orders first.
      offset 0
    ) as life
    where orders.id = any($1::bigint[])`,
};

export function createFindHead(database: Database): FindHead {
  const heads = new GatheredRead<number, OrderHead>(
    (ids) => readHeads(database, ids),
    ({ id }) => id,
  );
  return async (id) => (Number.isSafeInteger(id) ? heads.find(id) : undefined);
}

/** Returns orders in any sequence; ids that do not exist are left out. */
export async function readHeads(
  database: Executor,
  ids: readonly number[],
): Promise<readonly OrderHead[]> {
  const { rows } = await executeNamed<HeadRow>(database, HEADS, [ids]);
  return rows.map(toHead);
}

const toHead = (row: HeadRow): OrderHead => ({
  id: Number(row.id),
  adId: Number(row.ad_id),
  buyerId: row.buyer_id,
  sellerId: row.seller_id,
  currencyId: row.currency_id,
  quantity: BigInt(row.quantity),
  deadlineAtMs: row.deadline_at_ms === null ? null : Number(row.deadline_at_ms),
  endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
  life: {
    kind: FIAT_ORDER.kind,
    id: Number(row.id),
    machineVersion: row.machine_version,
    revision: row.revision,
    snapshot: row.snapshot,
    updatedAtMs: Number(row.updated_at_ms),
  },
});

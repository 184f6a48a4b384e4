/** Reads all stored rows of contract orders in one snapshot of the database, for replays. */
import { asc, desc, eq, gte, inArray, max } from 'drizzle-orm';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { ledgerMovements } from '../../kit/db/schema/ledger.ts';
import { leverEvents, leverOrders } from '../../kit/db/schema/lever.ts';
import { JOURNALS } from '../../ledger/chart.ts';
import type { LeverRecord } from './lever-lifecycle.ts';
import { leverOrderOf } from './lever-order-rows.ts';
import type { LeverOrderEvent } from './lever-store.types.ts';

/** Recipes whose cause is an order. */
const OF_ORDERS: readonly string[] = [
  'lever.order_placed',
  'lever.order_ended',
  'lever.opened',
  'lever.closed',
  'lever.closed_with_shortfall',
];

export interface LeverRecordRepo {
  /** Returns those of `ids` that exist, by id. */
  ofOrders(ids: readonly number[]): Promise<readonly LeverRecord[]>;
  /** Returns the first `count` orders from `id` on, by id. */
  fromOrder(id: number, count: number): Promise<readonly LeverRecord[]>;
  /** Returns the newest order; 0 when there is none. */
  lastOrderId(): Promise<number>;
  /** Returns the orders of the newest `count` movements of contracts, in no order. */
  lastMovedOrders(count: number): Promise<readonly number[]>;
}

export function createLeverRecordRepo(database: Database): LeverRecordRepo {
  const read = (work: (transaction: Transaction) => Promise<readonly LeverRecord[]>) =>
    database.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' });
  return {
    async lastOrderId() {
      const [row] = await database.select({ last: max(leverOrders.id) }).from(leverOrders);
      return Number(row?.last ?? 0);
    },
    async lastMovedOrders(count) {
      const movements = await database
        .select({ recipe: ledgerMovements.recipe, causeId: ledgerMovements.causeId })
        .from(ledgerMovements)
        .where(eq(ledgerMovements.journal, JOURNALS.dealing))
        .orderBy(desc(ledgerMovements.number))
        .limit(count);
      const moved = movements.filter(({ recipe }) => OF_ORDERS.includes(recipe));
      return [...new Set(moved.map(({ causeId }) => Number(causeId)))];
    },
    ofOrders: (ids) => read((transaction) => recordsOf(transaction, ids)),
    fromOrder: (id, count) =>
      read(async (transaction) => {
        const found = await transaction
          .select({ id: leverOrders.id })
          .from(leverOrders)
          .where(gte(leverOrders.id, id))
          .orderBy(asc(leverOrders.id))
          .limit(count);
        return recordsOf(
          transaction,
          found.map((row) => row.id),
        );
      }),
  };
}

async function recordsOf(
  transaction: Transaction,
  ids: readonly number[],
): Promise<readonly LeverRecord[]> {
  if (ids.length === 0) return [];
  const wanted = [...ids];
  const orders = await transaction
    .select()
    .from(leverOrders)
    .where(inArray(leverOrders.id, wanted))
    .orderBy(asc(leverOrders.id));
  const events = (await transaction
    .select()
    .from(leverEvents)
    .where(inArray(leverEvents.orderId, wanted))
    .orderBy(asc(leverEvents.orderId), asc(leverEvents.revision))) as LeverOrderEvent[];
  const eventsOf = new Map(orders.map(({ id }): [number, LeverOrderEvent[]] => [id, []]));
  for (const event of events) eventsOf.get(event.orderId)?.push(event);
  return orders.map((row) => ({ order: leverOrderOf(row), events: eventsOf.get(row.id) ?? [] }));
}

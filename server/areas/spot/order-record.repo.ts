/** Reads all stored rows of an order in one snapshot of the database: the order, its trades (`deals`), its market. */
import { and, asc, desc, eq, gt, gte, inArray, max, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { currencies, ledgerMovements } from '../../kit/db/schema/ledger.ts';
import { spotDeals, spotMarkets, spotOrders } from '../../kit/db/schema/spot.ts';
import { isHouse, JOURNALS, OWNERS } from '../../ledger/chart.ts';
import type { MarketScales, OrderRecord } from './order-lifecycle.ts';
import { dealsOfPeople } from './spot-orders.repo.ts';

export interface OrderRecordRepo {
  /** Returns those of `ids` that exist, by id. */
  ofOrders(ids: readonly number[]): Promise<readonly OrderRecord[]>;
  /** Returns the first `count` orders of users from `id` on, by id. */
  fromOrder(id: number, count: number): Promise<readonly OrderRecord[]>;
  /** Returns the newest order; 0 when there is none. */
  lastOrderId(): Promise<number>;
  /** Returns the orders of the newest `count` movements of the spot journal, in no order. */
  lastMovedOrders(count: number): Promise<readonly number[]>;
}

export function createOrderRecordRepo(database: Database): OrderRecordRepo {
  const read = (work: (transaction: Transaction) => Promise<readonly OrderRecord[]>) =>
    database.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' });
  return {
    async lastOrderId() {
      const [row] = await database.select({ last: max(spotOrders.id) }).from(spotOrders);
      return Number(row?.last ?? 0);
    },
    lastMovedOrders: (count) => lastMovedOrders(database, count),
    ofOrders: (ids) => read((transaction) => recordsOf(transaction, ids)),
    fromOrder: (id, count) =>
      read(async (transaction) => {
        const found = await transaction
          .select({ id: spotOrders.id })
          .from(spotOrders)
          .where(and(gte(spotOrders.id, id), gt(spotOrders.ownerId, OWNERS.house)))
          .orderBy(asc(spotOrders.id))
          .limit(count);
        return recordsOf(
          transaction,
          found.map((row) => row.id),
        );
      }),
  };
}

async function lastMovedOrders(database: Database, count: number): Promise<readonly number[]> {
  const movements = await database
    .select({ recipe: ledgerMovements.recipe, causeId: ledgerMovements.causeId })
    .from(ledgerMovements)
    .where(eq(ledgerMovements.journal, JOURNALS.spot))
    .orderBy(desc(ledgerMovements.number))
    .limit(count);
  const causesOf = (...recipes: readonly string[]) =>
    movements.filter(({ recipe }) => recipes.includes(recipe)).map((each) => Number(each.causeId));
  const moved = new Set(causesOf('spot.order_placed', 'spot.order_ended'));
  // Trades are booked by rising number, so that the newest movements have the newest trades.
  const firstDealId = causesOf('spot.deal').at(-1);
  if (firstDealId === undefined) return [...moved];
  const deals = await database
    .select({ taker: spotDeals.takerOrderId, maker: spotDeals.makerOrderId })
    .from(spotDeals)
    .where(gte(spotDeals.id, firstDealId));
  for (const { taker, maker } of deals) moved.add(taker).add(maker);
  return [...moved];
}

async function recordsOf(
  transaction: Transaction,
  ids: readonly number[],
): Promise<readonly OrderRecord[]> {
  if (ids.length === 0) return [];
  const wanted = [...ids];
  const orders = await transaction
    .select()
    .from(spotOrders)
    .where(inArray(spotOrders.id, wanted))
    .orderBy(asc(spotOrders.id));
  const deals = await transaction
    .select()
    .from(spotDeals)
    .where(orders.some(({ ownerId }) => isHouse(ownerId)) ? dealsOf(wanted) : dealsOfPeople(wanted))
    .orderBy(asc(spotDeals.id));
  const markets = await scalesOf(transaction, [...new Set(orders.map((order) => order.marketId))]);
  return orders.flatMap((order) => {
    const market = markets.get(order.marketId);
    if (market === undefined) return [];
    const own = deals.filter(
      ({ takerOrderId, makerOrderId }) => takerOrderId === order.id || makerOrderId === order.id,
    );
    return [{ order, deals: own, market }];
  });
}

/** Reads trades of any owner. It has no index, and serves operators that look at an order of the exchange. */
const dealsOf = (orderIds: number[]) =>
  or(inArray(spotDeals.takerOrderId, orderIds), inArray(spotDeals.makerOrderId, orderIds));

async function scalesOf(
  transaction: Transaction,
  marketIds: number[],
): Promise<ReadonlyMap<number, MarketScales>> {
  const base = alias(currencies, 'base');
  const quote = alias(currencies, 'quote');
  const rows = await transaction
    .select({
      id: spotMarkets.id,
      baseCode: base.code,
      quoteCode: quote.code,
      baseScale: base.scale,
      quoteScale: quote.scale,
      priceScale: spotMarkets.priceScale,
      quantityScale: spotMarkets.quantityScale,
    })
    .from(spotMarkets)
    .innerJoin(base, eq(base.id, spotMarkets.baseCurrencyId))
    .innerJoin(quote, eq(quote.id, spotMarkets.quoteCurrencyId))
    .where(inArray(spotMarkets.id, marketIds));
  return new Map(rows.map((row) => [row.id, row]));
}

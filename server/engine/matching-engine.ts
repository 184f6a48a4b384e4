/** The order book of one market: matches by price, then time. */
import { assert } from '../../contract/assert.ts';
import { BookSide, type LevelOfSide } from './book-side.ts';
import { checkOrder } from './check-order.ts';
import { Demand } from './demand.ts';
import type {
  Depth,
  Fill,
  IncomingOrder,
  LimitOrder,
  MarketOrder,
  PlaceOutcome,
  Side,
  SteppedEngine,
} from './engine-types.ts';
import { OrderTable } from './order-table.ts';
import { OwnerOrders } from './owner-orders.ts';
import { OrderPool, type RestingOrder } from './resting-order.ts';

/** Creates an empty order book. */
export function createMatchingEngine(): SteppedEngine {
  return new Book();
}

const NO_FILLS: readonly Fill[] = Object.freeze([]);

class Book implements SteppedEngine {
  readonly #pool = new OrderPool();
  readonly #bids = new BookSide('buy', this.#pool);
  readonly #asks = new BookSide('sell', this.#pool);
  readonly #orders = new OrderTable();
  readonly #owners = new OwnerOrders();
  readonly #demand = new Demand();
  /** Highest id of all orders so far: an order with a higher one cannot be in the order book. */
  #highestId = Number.NEGATIVE_INFINITY;
  /** The order that can take more. */
  #paused: IncomingOrder | null = null;

  get isPaused(): boolean {
    return this.#paused !== null;
  }

  place(order: IncomingOrder): PlaceOutcome {
    return this.begin(order, Number.POSITIVE_INFINITY);
  }

  begin(order: IncomingOrder, fillsMax: number, worstTicks?: number): PlaceOutcome {
    this.#checkNew(order);
    this.#demand.begin(order);
    if (worstTicks !== undefined) this.#demand.narrow(worstTicks);
    return this.#take(order, fillsMax);
  }

  continueOrder(fillsMax: number, worstTicks: number): PlaceOutcome {
    const order = this.#takePaused();
    this.#demand.narrow(worstTicks);
    return this.#take(order, fillsMax);
  }

  abandonOrder(): void {
    this.#takePaused();
  }

  restore(order: LimitOrder): void {
    this.#checkNew(order);
    const best = this.#oppositeOf(order.side).best()?.priceTicks;
    assert(
      best === undefined ||
        (order.side === 'buy' ? order.priceTicks < best : order.priceTicks > best),
      'a restored order must not cross the book',
    );
    this.#rest(order, order.quantityLots);
  }

  cancel(orderId: number): number {
    const order = this.#orders.get(orderId);
    if (order === undefined) return 0;
    this.#sideOf(order.level.side).remove(order);
    this.#forget(order);
    return order.remainingLots;
  }

  bestPrice(side: Side): number | null {
    return this.#sideOf(side).best()?.priceTicks ?? null;
  }

  lotsAt(side: Side, priceTicks: number): number {
    return this.#sideOf(side).lotsAt(priceTicks);
  }

  preview(
    order: MarketOrder,
    end?: bigint,
  ): { readonly lots: number; readonly costTickLots: bigint } {
    checkOrder(order);
    this.#checkIdle();
    const demand = this.#demand;
    demand.begin(order);
    const opposite = this.#oppositeOf(order.side);
    let lots = 0;
    let costTickLots = 0n;
    for (let rank = 0, level = opposite.at(0); level !== undefined; level = opposite.at(++rank)) {
      for (let resting = level.first; resting !== null; resting = resting.behind) {
        const taken = demand.lotsFrom(resting);
        if (taken === 0) return { lots, costTickLots };
        demand.take(level.priceTicks, taken);
        lots += taken;
        costTickLots += BigInt(level.priceTicks) * BigInt(taken);
        if (end !== undefined && costTickLots >= end) return { lots, costTickLots };
      }
    }
    return { lots, costTickLots };
  }

  depth(levels: number): Depth {
    return { bids: this.#bids.top(levels), asks: this.#asks.top(levels) };
  }

  takeChangedLevels(): readonly LevelOfSide[] {
    const changes: LevelOfSide[] = [];
    this.#bids.takeChanged(changes);
    this.#asks.takeChanged(changes);
    return changes;
  }

  ordersOf(ownerId: number): readonly number[] {
    return this.#owners.idsOf(ownerId, this.#orders);
  }

  #takePaused(): IncomingOrder {
    const order = this.#paused;
    assert(order !== null, 'only a paused order has further steps');
    this.#paused = null;
    return order;
  }

  #take(order: IncomingOrder, fillsMax: number): PlaceOutcome {
    const demand = this.#demand;
    const fills = this.#match(demand, this.#oppositeOf(order.side), fillsMax);
    if (fills.length === fillsMax && demand.remainingLots > 0) {
      this.#paused = order;
      return { fills, restingLots: 0, expired: null };
    }
    const { expired } = demand;
    if (order.kind === 'market' || expired !== null || demand.remainingLots === 0)
      return { fills, restingLots: 0, expired };
    this.#rest(order, demand.remainingLots);
    return { fills, restingLots: demand.remainingLots, expired };
  }

  #match(demand: Demand, opposite: BookSide, fillsMax: number): readonly Fill[] {
    let fills: Fill[] | null = null;
    for (;;) {
      if (fills !== null && fills.length === fillsMax) break;
      const maker = opposite.best()?.first ?? null;
      if (maker === null) {
        demand.exhausted();
        break;
      }
      const quantityLots = demand.lotsFrom(maker);
      if (quantityLots === 0) break;
      const { priceTicks } = maker.level;
      demand.take(priceTicks, quantityLots);
      if (opposite.take(maker, quantityLots)) this.#forget(maker);
      const fill = {
        makerOrderId: maker.id,
        makerOwnerId: maker.ownerId,
        priceTicks,
        quantityLots,
        makerRemainingLots: maker.remainingLots,
      };
      if (fills === null) fills = [fill];
      else fills.push(fill);
    }
    return fills ?? NO_FILLS;
  }

  #rest(order: LimitOrder, lots: number): void {
    const resting = this.#sideOf(order.side).add(order, lots);
    this.#orders.add(resting);
    this.#owners.add(resting);
  }

  #forget(order: RestingOrder): void {
    this.#orders.remove(order);
    this.#owners.remove(order);
    this.#pool.giveBack(order);
  }

  #checkIdle(): void {
    assert(this.#paused === null, 'nothing happens in a book while an order is paused');
  }

  #checkNew(order: IncomingOrder): void {
    checkOrder(order);
    this.#checkIdle();
    if (order.id > this.#highestId) this.#highestId = order.id;
    else assert(this.#orders.get(order.id) === undefined, 'an order id is in the book once');
  }

  #sideOf(side: Side): BookSide {
    return side === 'buy' ? this.#bids : this.#asks;
  }

  #oppositeOf(side: Side): BookSide {
    return side === 'buy' ? this.#asks : this.#bids;
  }
}

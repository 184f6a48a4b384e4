/** Follows an order book from outside and checks its laws; it does not know how to match. */
import { assert, ensure } from '../../../contract/assert.ts';
import type {
  Depth,
  Fill,
  IncomingOrder,
  Level,
  LimitOrder,
  PlaceOutcome,
  Side,
} from '../../../server/engine/engine-types.ts';

interface Tracked {
  readonly order: LimitOrder;
  /** Placing number; the smaller one is older. */
  readonly turn: number;
  filledLots: number;
}

export class EngineAuditor {
  readonly #open = new Map<number, Tracked>();
  #turn = 0;

  /** Open orders with their rest, by id. */
  openOrders(): LimitOrder[] {
    return [...this.#open.values()]
      .map((tracked) => ({ ...tracked.order, quantityLots: remaining(tracked) }))
      .toSorted((a, b) => a.id - b.id);
  }

  /** @throws AssertionError that names the broken law. */
  placed(order: IncomingOrder, outcome: PlaceOutcome): void {
    for (const fill of outcome.fills) this.#filled(order, fill);
    const filledLots = outcome.fills.reduce((sum, { quantityLots }) => sum + quantityLots, 0);
    this.#checkRest(order, outcome, filledLots);
    this.#checkBudget(order, outcome);
    this.#checkReason(order, outcome);
    if (order.kind === 'limit' && outcome.restingLots > 0)
      this.#open.set(order.id, { order, turn: ++this.#turn, filledLots });
  }

  cancelled(orderId: number, lots: number): void {
    const tracked = this.#open.get(orderId);
    assert(lots === (tracked ? remaining(tracked) : 0), 'filled + cancelled = quantity');
    this.#open.delete(orderId);
  }

  /** @throws AssertionError unless the levels are the sums of the open orders, in order and without a cross. */
  book({ bids, asks }: Depth): void {
    this.#checkLevels('buy', bids);
    this.#checkLevels('sell', asks);
    const [bid, ask] = [bids[0]?.priceTicks, asks[0]?.priceTicks];
    assert(bid === undefined || ask === undefined || bid < ask, 'neither crossed nor locked');
  }

  #filled(order: IncomingOrder, fill: Fill): void {
    const maker = ensure(this.#open.get(fill.makerOrderId), 'the open order that was met');
    assert(maker === this.#nextFor(order), 'price, then time');
    assert(reaches(order, maker), 'never beyond the limit or the band');
    assert(fill.priceTicks === maker.order.priceTicks, 'at the price of the resting order');
    assert(fill.makerOwnerId === maker.order.ownerId, 'the owner of the resting order');
    assert(fill.makerOwnerId !== order.ownerId, 'nobody trades with himself');
    assert(fill.quantityLots > 0, 'a deal has a size');
    maker.filledLots += fill.quantityLots;
    assert(remaining(maker) === fill.makerRemainingLots, 'filled + remaining = quantity');
    assert(remaining(maker) >= 0, 'no more than rests');
    if (remaining(maker) === 0) this.#open.delete(fill.makerOrderId);
  }

  #checkRest(order: IncomingOrder, outcome: PlaceOutcome, filledLots: number): void {
    const { restingLots, expired } = outcome;
    assert(restingLots === 0 || expired === null, 'what expired does not rest');
    assert(restingLots === 0 || order.kind === 'limit', 'a market order never rests');
    if (order.quantityLots === null) return;
    const gone = order.quantityLots - filledLots - restingLots;
    assert(expired === null ? gone === 0 : gone > 0, 'filled + resting + expired = quantity');
  }

  #checkBudget(order: IncomingOrder, { fills }: PlaceOutcome): void {
    if (order.kind === 'limit' || order.budgetTickLots === null) return;
    assert(costOf(fills) <= order.budgetTickLots, 'never more than the budget');
  }

  /** Checks that the book shows the reason for the end of the order. */
  #checkReason(order: IncomingOrder, { fills, restingLots, expired }: PlaceOutcome): void {
    const next = this.#nextFor(order);
    const mayMeet = next !== undefined && reaches(order, next);
    const pays = next === undefined || this.#pays(order, fills, next.order.priceTicks);
    if (restingLots > 0) assert(!mayMeet, 'only what nobody can meet rests');
    if (expired === 'self_trade') {
      assert(mayMeet && next.order.ownerId === order.ownerId, 'an own order was next');
      assert(pays, 'it would have met it');
    }
    if (expired === 'price_band') assert(next !== undefined && !mayMeet && pays, 'the band ended');
    if (expired === 'no_liquidity') assert(next === undefined || !pays, 'nobody was left to pay');
    if (order.quantityLots === null && expired === null)
      assert(fills.length > 0 && !(mayMeet && pays), 'it bought what it could');
  }

  #pays(order: IncomingOrder, fills: readonly Fill[], priceTicks: number): boolean {
    if (order.kind === 'limit' || order.budgetTickLots === null) return true;
    return order.budgetTickLots - costOf(fills) >= BigInt(priceTicks);
  }

  /** The open order that an incoming one must match first. */
  #nextFor({ side }: IncomingOrder): Tracked | undefined {
    const sign = side === 'buy' ? 1 : -1;
    let next: Tracked | undefined;
    for (const tracked of this.#open.values()) {
      if (tracked.order.side === side) continue;
      const worse = next ? sign * (tracked.order.priceTicks - next.order.priceTicks) : -1;
      if (next === undefined || worse < 0 || (worse === 0 && tracked.turn < next.turn))
        next = tracked;
    }
    return next;
  }

  #checkLevels(side: Side, levels: readonly Level[]): void {
    const sums = new Map<number, number>();
    for (const tracked of this.#open.values()) {
      const { side: itsSide, priceTicks } = tracked.order;
      if (itsSide === side) sums.set(priceTicks, (sums.get(priceTicks) ?? 0) + remaining(tracked));
    }
    assert(levels.length === sums.size, 'a level per price with orders');
    levels.forEach(({ priceTicks, quantityLots }, rank) => {
      assert(sums.get(priceTicks) === quantityLots, 'a level is the sum of its orders');
      const better = levels[rank - 1]?.priceTicks;
      assert(
        better === undefined || (side === 'buy' ? better > priceTicks : better < priceTicks),
        'best first',
      );
    });
  }
}

const remaining = ({ order, filledLots }: Tracked) => order.quantityLots - filledLots;

const costOf = (fills: readonly Fill[]) =>
  fills.reduce((sum, fill) => sum + BigInt(fill.priceTicks) * BigInt(fill.quantityLots), 0n);

function reaches(order: IncomingOrder, { order: maker }: Tracked): boolean {
  const end = order.kind === 'limit' ? order.priceTicks : order.worstPriceTicks;
  if (end === null) return true;
  return order.side === 'buy' ? maker.priceTicks <= end : maker.priceTicks >= end;
}

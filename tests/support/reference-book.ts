/**
 * The order book as one would explain it: a list of orders, sorted whenever somebody looks. Slow and plain; what
 * the engine does must be the same.
 */
import { assert } from '../../contract/assert.ts';
import type {
  ExpiryReason,
  Fill,
  IncomingOrder,
  Level,
  LimitOrder,
  MatchingEngine,
  Side,
} from '../../server/engine/engine-types.ts';

interface Waiting extends LimitOrder {
  /** What is left of `quantityLots`. */
  readonly lots: number;
}

interface Meeting {
  readonly fills: readonly Fill[];
  /** What is left of the order; Infinity for a buy by amount. */
  readonly lots: number;
  readonly ends: ExpiryReason | 'rests' | null;
}

export function createReferenceBook(): MatchingEngine {
  /** By time. */
  let waiting: readonly Waiting[] = [];
  let touched: { readonly side: Side; readonly priceTicks: number }[] = [];

  const queue = (side: Side) =>
    waiting
      .filter((order) => order.side === side)
      .toSorted((a, b) =>
        side === 'buy' ? b.priceTicks - a.priceTicks : a.priceTicks - b.priceTicks,
      );

  const lotsAt = (side: Side, priceTicks: number) =>
    waiting
      .filter((order) => order.side === side && order.priceTicks === priceTicks)
      .reduce((sum, { lots }) => sum + lots, 0);

  const levels = (side: Side, count: number): Level[] =>
    [...new Set(queue(side).map(({ priceTicks }) => priceTicks))]
      .slice(0, count)
      .map((priceTicks) => ({ priceTicks, quantityLots: lotsAt(side, priceTicks) }));

  const meet = (order: IncomingOrder) => meetAll(order, queue(opposite(order.side)));

  function wait(order: LimitOrder, lots: number): void {
    waiting = [...waiting, { ...order, lots }];
    touched.push(order);
  }

  return {
    place(order) {
      assert(!waiting.some(({ id }) => id === order.id), 'the id is new');
      const { fills, lots, ends } = meet(order);
      for (const { makerOrderId, priceTicks, makerRemainingLots } of fills) {
        waiting = waiting
          .map((maker) =>
            maker.id === makerOrderId ? { ...maker, lots: makerRemainingLots } : maker,
          )
          .filter((maker) => maker.lots > 0);
        touched.push({ side: opposite(order.side), priceTicks });
      }
      if (order.kind === 'limit' && ends === 'rests') wait(order, lots);
      return {
        fills,
        restingLots: ends === 'rests' ? lots : 0,
        expired: ends === 'rests' ? null : ends,
      };
    },
    restore(order) {
      assert(!waiting.some(({ id }) => id === order.id), 'the id is new');
      const { fills, ends } = meet(order);
      assert(fills.length === 0 && ends === 'rests', 'nothing crosses');
      wait(order, order.quantityLots);
    },
    cancel(orderId) {
      const order = waiting.find(({ id }) => id === orderId);
      if (!order) return 0;
      waiting = waiting.filter(({ id }) => id !== orderId);
      touched.push(order);
      return order.lots;
    },
    bestPrice: (side) => queue(side)[0]?.priceTicks ?? null,
    preview(order) {
      const { fills } = meet(order);
      return {
        lots: fills.reduce((sum, fill) => sum + fill.quantityLots, 0),
        costTickLots: fills.reduce((sum, fill) => sum + costOf(fill), 0n),
      };
    },
    depth: (count) => ({ bids: levels('buy', count), asks: levels('sell', count) }),
    takeChangedLevels() {
      const keys = new Set(touched.map(({ side, priceTicks }) => `${side} ${priceTicks}`));
      touched = [];
      return [...keys].map((key) => {
        const [side, ticks] = key.split(' ') as [Side, string];
        const priceTicks = Number(ticks);
        return { side, level: { priceTicks, quantityLots: lotsAt(side, priceTicks) } };
      });
    },
    ordersOf: (owner) => waiting.filter(({ ownerId }) => ownerId === owner).map(({ id }) => id),
  };
}

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

const costOf = ({ priceTicks, quantityLots }: Fill) => BigInt(priceTicks) * BigInt(quantityLots);

function meetAll(order: IncomingOrder, makers: readonly Waiting[]): Meeting {
  const fills: Fill[] = [];
  let lots = order.quantityLots ?? Infinity;
  const end = (ends: Meeting['ends']): Meeting => ({ fills, lots, ends });
  for (const maker of [...makers, null]) {
    const last = fills.at(-1);
    const isSpent = order.quantityLots === null && last && payable(order, fills, last) === 0;
    if (lots === 0 || isSpent) return end(null);
    if (!maker) return end(order.kind === 'limit' ? 'rests' : 'no_liquidity');
    const quantityLots = Math.min(lots, maker.lots, payable(order, fills, maker));
    if (quantityLots === 0) return end(order.quantityLots === null && last ? null : 'no_liquidity');
    if (isBeyond(order, maker)) return end(order.kind === 'limit' ? 'rests' : 'price_band');
    if (maker.ownerId === order.ownerId) return end('self_trade');
    lots -= quantityLots;
    const { id: makerOrderId, ownerId: makerOwnerId, priceTicks } = maker;
    const makerRemainingLots = maker.lots - quantityLots;
    fills.push({ makerOrderId, makerOwnerId, priceTicks, quantityLots, makerRemainingLots });
  }
  return end(null);
}

function isBeyond(order: IncomingOrder, { priceTicks }: Waiting): boolean {
  const end = order.kind === 'limit' ? order.priceTicks : order.worstPriceTicks;
  return end !== null && (order.side === 'buy' ? priceTicks > end : priceTicks < end);
}

/** Lots that the budget still pays at the price. */
function payable(
  order: IncomingOrder,
  fills: readonly Fill[],
  { priceTicks }: { readonly priceTicks: number },
): number {
  if (order.kind === 'limit' || order.budgetTickLots === null) return Infinity;
  const left = fills.reduce((budget, fill) => budget - costOf(fill), order.budgetTickLots);
  return Number(left / BigInt(priceTicks));
}

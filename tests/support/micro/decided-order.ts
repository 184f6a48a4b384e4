/** How the points of an index log bring about the events of a fast contract, for systems of the path runner. */
import type { AnyEventObject } from 'xstate';
import type { MicroOrderEvent } from '../../../machines/domain/micro/micro-order.events.ts';

/** An index log whose clock and prices the test moves, with one order of four seconds. */
export interface DecidedOrder {
  /** Time of the clock, which is that of the last point. */
  readonly now: number;
  /** Ticks at which orders open. */
  readonly price: number;
  /** State and time of acceptance of the order. */
  facts(): Promise<{ readonly state: string; readonly acceptedAtMs: number }>;
  /** Passes so many points at this price, null for none; all that follows from them is durable. */
  pass(points: number, ticks: number | null): Promise<void>;
}

/** Points between the opening and the window, and of the window. */
const [BEFORE, WINDOW] = [4, 12];
/** Points within the patience of an order, and those of them until a price holds again. */
const [PATIENCE, HOLDING] = [8, 3];

/** Passes the points that the event stands for. */
export async function bringAbout(order: DecidedOrder, sent: AnyEventObject): Promise<void> {
  const event = sent as MicroOrderEvent;
  const { price } = order;
  switch (event.type) {
    case 'tick.taken': {
      const { acceptedAtMs } = await order.facts();
      const isLast = event.atMs % 1_000 === 0;
      if (isLast) await order.pass(PATIENCE - HOLDING, null);
      await order.pass(isLast ? HOLDING : 1, price);
      if (isLast !== (order.now - acceptedAtMs === 2_000)) throw new Error('another point');
      return;
    }
    case 'patience.ended':
      return order.pass(PATIENCE + 1, null);
    case 'window.closed': {
      const isEmpty = event.count === 0;
      const opening = isEmpty ? 0 : Math.round(event.sum / event.count);
      await order.pass(BEFORE + WINDOW - 1, isEmpty ? null : price);
      return order.pass(1, isEmpty ? null : price + event.sum - event.count * opening);
    }
  }
}

/** Passes the points of the event where the order must not take it. @returns false when the log has no such points. */
export async function tryOn(order: DecidedOrder, sent: AnyEventObject): Promise<boolean> {
  const { type } = sent as MicroOrderEvent;
  const { state } = await order.facts();
  // An order that waits has no window, and a window that is open is the end of its order.
  if (state === 'opening') return false;
  if (type === 'tick.taken') await order.pass(1, order.price);
  else if (state === 'open') await order.pass(1, null);
  else if (type === 'patience.ended') await order.pass(PATIENCE + 1, null);
  else await order.pass(BEFORE + WINDOW, order.price - 1);
  return true;
}

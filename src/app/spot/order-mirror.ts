/**
 * A read-only view of an order's lifecycle: builds a snapshot of the machine that the server checks
 * orders against, from the wire data.
 */
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { reserveOf } from '../../../machines/domain/spot/spot-order.rules.ts';
import {
  canCancel,
  spotOrderSnapshot,
  type SpotOrderSnapshot,
} from '../../../machines/domain/spot/spot-order.snapshot.ts';

/** Queries of screens on an order. */
export interface OrderLifecycle {
  /** waiting: nothing is executed. partlyExecuted: the rest is in the order book. */
  readonly stage: 'waiting' | 'partlyExecuted' | 'executed' | 'cancelled';
  /** Whether it can still change. */
  readonly isOpen: boolean;
  /** Whether its owner may cancel it now. */
  readonly canCancel: boolean;
}

/** Calls and channels send users only their own orders, so the user is the owner. */
const ME = 1;

export function orderLifecycle(order: Order): OrderLifecycle {
  const snapshot = mirrorOf(order);
  return {
    stage: stageOf(snapshot),
    isOpen: snapshot.hasTag('open'),
    canCancel: canCancel(snapshot, ME),
  };
}

function mirrorOf(order: Order): SpotOrderSnapshot {
  const isOpen = order.state === 'paid';
  const terms = {
    orderId: order.id,
    ownerId: ME,
    side: order.side,
    kind: order.type,
    price: unitsOrNull(order.price),
    quantity: unitsOrNull(order.quantity),
    amount: unitsOrNull(order.amount),
    baseScale: SCALE_MAX,
    makerFeePpm: order.maker_fee_ppm,
    takerFeePpm: order.taker_fee_ppm,
  };
  const executedQuantity = units(order.executed_quantity);
  const rest =
    terms.quantity === null ? null : String(BigInt(terms.quantity) - BigInt(executedQuantity));
  const reserve = isOpen ? reserveOf({ ...terms, quantity: rest }) : 0n;
  const context = {
    ...terms,
    reserved: String(reserve ?? 0n),
    executedQuantity,
    executedAmount: units(order.executed_amount),
    fee: units(order.fee),
    // An order that is open after its placement rests in the order book.
    hasRested: isOpen,
    endReason: order.end_reason,
    revision: order.revision,
  };
  return spotOrderSnapshot(context, order.state);
}

function stageOf(snapshot: SpotOrderSnapshot): OrderLifecycle['stage'] {
  if (snapshot.matches('executed')) return 'executed';
  if (snapshot.matches('cancelled')) return 'cancelled';
  return snapshot.matches({ paid: 'partlyExecuted' }) ? 'partlyExecuted' : 'waiting';
}

/** Units of the finest scale, which is at least that of every currency. */
const unitsOrNull = (text: string | null): string | null => (text === null ? null : units(text));
const units = (text: string): string => String(parseUnits(text, SCALE_MAX) ?? 0n);

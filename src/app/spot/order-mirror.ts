/**
 * The lifecycle of an order as the app sees it: never advanced here, only read. What the server sent
 * becomes a snapshot of the same machine that the server is checked against.
 */
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { reserveOf } from '../../../machines/domain/spot/spot-order.rules.ts';
import {
  canCancel,
  spotOrderSnapshot,
  type SpotOrderSnapshot,
} from '../../../machines/domain/spot/spot-order.snapshot.ts';

/** What a screen asks of an order. */
export interface OrderLifecycle {
  /** waiting: nothing of it is executed. partlyExecuted: the rest of it waits. */
  readonly stage: 'waiting' | 'partlyExecuted' | 'executed' | 'cancelled';
  /** It can still change. */
  readonly isOpen: boolean;
  /** Its owner may cancel it now. */
  readonly canCancel: boolean;
}

/** Calls and channels give people their own orders only: the user who sees one here is its owner. */
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
    // What is open after its placement rests in the book.
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

/** Units of the finest scale there is, which is that of every currency or finer. */
const unitsOrNull = (text: string | null): string | null => (text === null ? null : units(text));
const units = (text: string): string => String(parseUnits(text, SCALE_MAX) ?? 0n);

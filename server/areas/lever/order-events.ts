/** The events of the core as rows of `lever_events`. Pure. */
import { assert, assertNever } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LeverEvent, LeverOrder } from '../../engine/lever/lever-types.ts';
import type { Shortfall } from './lever-recipes.ts';
import type { LeverOrderEvent, LeverOrderEventType } from './lever-store.types.ts';

/** Caller that asked for the acts of the core. */
export interface LeverCommandCause {
  readonly requestId: string;
  /** Owner who acted; 0 for the exchange and for operators. */
  readonly actorId: number;
  readonly now: EpochMs;
}

/** The live mark of the order's market. */
interface EventMark {
  readonly seq: number;
  readonly ticks: number;
}

type Closed = Extract<LeverEvent, { readonly type: 'order.closed' }>;
/** An event, where a close may have the shortfall that it left. */
export type JoinedLeverEvent =
  | Exclude<LeverEvent, Closed>
  | (Closed & { readonly shortfall?: Shortfall });

/**
 * Joins each close that left a shortfall with its payment. The two are one movement, which takes a third off PostgreSQL's
 * time for a mass stop-out. A payment after canceled orders stays an event, because their reserves repay a part of the
 * debt first.
 */
export function withShortfalls(events: readonly LeverEvent[]): readonly JoinedLeverEvent[] {
  const joined: JoinedLeverEvent[] = [];
  for (const event of events) {
    const before = joined.at(-1);
    if (event.type !== 'shortfall.paid' || before?.type !== 'order.closed') joined.push(event);
    else {
      const { orderId, fromInsurance, waived } = event;
      assert(before.order.id === orderId, 'the last close left the shortfall');
      joined[joined.length - 1] = { ...before, shortfall: { fromInsurance, waived } };
    }
  }
  return joined;
}

type OrderEvent = Extract<LeverEvent, { readonly order: unknown }>;

const TYPES: Readonly<Record<OrderEvent['type'], LeverOrderEventType>> = {
  'order.placed': 'placed',
  'order.opened': 'opened',
  'targets.amended': 'amended',
  'order.cancelled': 'cancelled',
  'close.waits': 'close_waits',
  'close.withdrawn': 'close_withdrawn',
  'order.closed': 'closed',
};

/** Returns the actor: what follows from a mark is done by the exchange, also within an owner's command. */
export function actorOf(event: LeverEvent, { actorId }: LeverCommandCause): number {
  switch (event.type) {
    case 'order.cancelled':
    case 'close.waits':
      return event.reason === 'owner' ? actorId : 0;
    case 'order.closed':
      return event.closing.reason === 'owner' ? actorId : 0;
    case 'shortfall.paid':
    case 'owner.warned':
      return 0;
    case 'order.placed':
    case 'order.opened':
    case 'targets.amended':
    case 'close.withdrawn':
    case 'money.arrived':
    case 'money.left':
      return actorId;
    default:
      return assertNever(event);
  }
}

/** @param mark null without a live one. */
export function rowOf(
  event: OrderEvent,
  cause: LeverCommandCause,
  mark: EventMark | null,
): LeverOrderEvent {
  const order: LeverOrder = event.order;
  return {
    orderId: order.id,
    revision: event.revision,
    type: TYPES[event.type],
    atMs: cause.now,
    actorId: actorOf(event, cause),
    requestId: cause.requestId,
    reason: reasonOf(event),
    markSeq: mark?.seq ?? null,
    markTicks: mark?.ticks ?? null,
    takeProfitTicks: order.takeProfitTicks,
    stopLossTicks: order.stopLossTicks,
  };
}

function reasonOf(event: OrderEvent): LeverOrderEvent['reason'] {
  switch (event.type) {
    case 'order.cancelled':
    case 'close.waits':
      return event.reason;
    case 'order.closed':
      return event.closing.reason;
    default:
      return null;
  }
}

/** Snapshots of a spot order made from stored or wire data, and queries on them. */
import type { SnapshotFrom } from 'xstate';
import type { OrderState } from '../../../contract/spot/spot.ts';
import type { SpotOrderContext } from './spot-order.context.ts';
import { spotOrderMachine } from './spot-order.machine.ts';

export type SpotOrderSnapshot = SnapshotFrom<typeof spotOrderMachine>;

/** Returns the snapshot of an order in `state`; the context shows whether it is partly executed. */
export function spotOrderSnapshot(context: SpotOrderContext, state: OrderState): SpotOrderSnapshot {
  const inside = context.executedQuantity === '0' ? 'waiting' : 'partlyExecuted';
  const value = state === 'paid' ? { paid: inside } : state;
  return spotOrderMachine.resolveState({ value, context });
}

/** `state` on the wire and in the database. */
export function stateOf(snapshot: SpotOrderSnapshot): OrderState {
  if (snapshot.matches('executed')) return 'executed';
  return snapshot.matches('cancelled') ? 'cancelled' : 'paid';
}

/** Returns whether this user may cancel the order now. */
export function canCancel(snapshot: SpotOrderSnapshot, userId: number): boolean {
  return snapshot.can({ type: 'order.cancel', by: { role: 'owner', userId } });
}

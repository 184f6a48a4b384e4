/** The steps of the orders of one commit, so that it writes only the columns that can differ. Pure. */
import type { SealedLeverBatch } from './lever-store.types.ts';

/**
 * closes: new orders have not ended, and others were at most amended or closed. stop_outs: the same, with closes by
 * stop-outs. all: everything.
 */
export type LeverOrderSteps = 'closes' | 'stop_outs' | 'all';

/** Returns the first kind that covers the batch. */
export function stepsOfBatch({
  newOrders,
  changedOrders,
  events,
}: Pick<SealedLeverBatch, 'newOrders' | 'changedOrders' | 'events'>): LeverOrderSteps {
  const placed = new Set<number>();
  for (const { id, closeReason, cancelReason } of newOrders) {
    if (closeReason !== null || cancelReason !== null) return 'all';
    placed.add(id);
  }
  for (const { orderId, type } of events)
    if (!placed.has(orderId) && (type === 'opened' || type === 'cancelled')) return 'all';
  let steps: LeverOrderSteps = 'closes';
  for (const { closing } of changedOrders) {
    if (closing === null) continue;
    if (closing.cover !== null) return 'all';
    if (closing.seen !== null) steps = 'stop_outs';
  }
  return steps;
}

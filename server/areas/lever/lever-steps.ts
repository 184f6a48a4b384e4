/** The events of a contract order as its owner reads them. Pure. */
import type { LeverStep } from '../../../contract/lever/lever.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import type { LeverOrderEvent, LeverOrderEventType } from './lever-store.types.ts';

/** @param priceOf returns the text of ticks of the market. */
export const stepsOf = (
  order: Pick<LeverOrder, 'opening' | 'closing'>,
  events: readonly LeverOrderEvent[],
  priceOf: (ticks: number) => string,
): LeverStep[] => {
  const orNull = (ticks: number | null | undefined) =>
    ticks === null || ticks === undefined ? null : priceOf(ticks);
  return events.map(({ type, revision, atMs, reason, ...event }) => {
    const fact = factOf(type, order);
    return {
      revision,
      time: atMs,
      event: SHOWN[type],
      reason,
      price: orNull(fact?.ticks),
      take_profit: orNull(event.takeProfitTicks),
      stop_loss: orNull(event.stopLossTicks),
      mark_seq: fact?.markSeq ?? null,
    };
  });
};

const SHOWN: Readonly<Record<LeverOrderEventType, LeverStep['event']>> = {
  placed: 'placed',
  opened: 'opened',
  amended: 'targets_amended',
  cancelled: 'cancelled',
  close_waits: 'close_waits',
  close_withdrawn: 'close_withdrawn',
  closed: 'closed',
};

/** Returns price and mark of an event that happened at a mark. */
function factOf(type: LeverOrderEventType, order: Pick<LeverOrder, 'opening' | 'closing'>) {
  if (type === 'opened') return order.opening;
  return type === 'closed' ? order.closing : null;
}

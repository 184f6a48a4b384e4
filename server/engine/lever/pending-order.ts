/** A new contract order, before it rests or opens. */
import type { NewLeverOrder } from './admission.ts';
import type { LeverMarketTerms, LeverOrder } from './lever-types.ts';

/** Returns the order with the terms of its market at its placement. */
export function pendingOrderOf(
  order: NewLeverOrder,
  terms: LeverMarketTerms,
  now: number,
): LeverOrder {
  const { spreadPpm, feePpm, nightPpm, calendar, tickLotUnits } = terms;
  return {
    ...order,
    spreadPpm,
    feePpm,
    nightPpm,
    calendar,
    tickLotUnits,
    placedAtMs: now,
    state: 'pending',
    reserve: 0n,
    opening: null,
    closeReason: null,
    closing: null,
    cancelReason: null,
    revision: 1,
  };
}

/** The hook of the order that a ticket has placed, which may open or lapse later. */
import { useState } from 'react';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { usePushedRecords } from '../core/hooks/use-pushed-records.ts';
import { useUserUpdates } from '../core/hooks/use-user-updates.ts';

/** Returns the newest known state of the order, and the function that sets another order or none. */
export function usePlacedOrder(): readonly [
  LeverOrderInfo | null,
  (order: LeverOrderInfo | null) => void,
] {
  const [placed, setPlaced] = useState<LeverOrderInfo | null>(null);
  // A change may arrive before the answer of the call that placed the order.
  const { pushed, add } = usePushedRecords<LeverOrderInfo>();
  useUserUpdates('lever_order', (order) => add(order.id, order));
  return [placed && newerOf(placed, pushed[placed.id]), setPlaced];
}

const newerOf = (order: LeverOrderInfo, other: LeverOrderInfo | undefined): LeverOrderInfo =>
  other !== undefined && other.revision > order.revision ? other : order;

/** The hook of the order that a ticket has placed, which may open or lapse later. */
import { useState } from 'react';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { useUserNews } from '../core/hooks/use-user-news.ts';

/** Changes that are remembered, because they may arrive before the answer of the call. */
const REMEMBERED_MAX = 50;

/** Returns the newest known state of the order, and the function that sets another order or none. */
export function usePlacedOrder(): readonly [
  LeverOrderInfo | null,
  (order: LeverOrderInfo | null) => void,
] {
  const [placed, setPlaced] = useState<LeverOrderInfo | null>(null);
  const [changes] = useState(() => new Map<string, LeverOrderInfo>());
  useUserNews('lever_order', (order) => {
    changes.delete(order.id);
    changes.set(order.id, order);
    const [oldest] = changes.keys();
    if (changes.size > REMEMBERED_MAX && oldest !== undefined) changes.delete(oldest);
    setPlaced((last) => last && newerOf(last, order));
  });
  return [placed, (order) => setPlaced(order && newerOf(order, changes.get(order.id)))];
}

const newerOf = (order: LeverOrderInfo, other: LeverOrderInfo | undefined): LeverOrderInfo =>
  other?.id === order.id && other.revision > order.revision ? other : order;

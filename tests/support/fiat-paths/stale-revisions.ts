/** Steps on a fiat order with the revision before or after the present one. */
import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { answeredLetters } from '../../../qa/alphabet.ts';
import { fiatOrderModel } from '../../../qa/models/fiat-order.model.ts';
import type { Path } from '../../../qa/paths.ts';
import { triggerOf } from '../../../machines/domain/explain/machine-shape.ts';
import type { HttpFiatOrder, SideEvent } from './http-fiat-order.ts';

/** The events that both sides may send in that state. */
export const allowedIn = (snapshot: AnyMachineSnapshot): SideEvent[] =>
  answeredLetters(fiatOrderModel, snapshot).flatMap(({ type, by, eventAt }) =>
    triggerOf(type).kind === 'event' && (by === 'buyer' || by === 'seller')
      ? [eventAt(snapshot) as SideEvent]
      : [],
  );

/** Every event that is allowed at the end of the path is refused for its revision, and nothing changes. */
export async function tryStaleRevisions(
  order: HttpFiatOrder,
  { start, steps }: Path,
): Promise<void> {
  const revision = steps.length + 1;
  const before = await order.observe();
  for (const event of allowedIn((steps.at(-1) ?? start).snapshot))
    for (const seen of [revision - 1, revision + 1])
      if (seen > 0) await order.tryStale(event, seen);
  expect(await order.observe()).toEqual(before);
}

/** Open orders by owner: the lists of few owners are kept, and every answer is right. */
import { expect, test } from 'vitest';
import { OwnerOrders } from '../../../server/engine/owner-orders.ts';
import type { RestingOrder } from '../../../server/engine/resting-order.ts';

const order = (id: number, ownerId: number) => ({ id, ownerId }) as RestingOrder;

test('the owner that was queried the longest ago is forgotten, and its orders are counted again', () => {
  const orders = new OwnerOrders(2);
  const resting = [order(1, 1), order(2, 2), order(3, 3), order(4, 1)];
  let passes = 0;
  const all = {
    *[Symbol.iterator]() {
      passes += 1;
      yield* resting;
    },
  };
  const ask = (ownerId: number) => orders.idsOf(ownerId, all);
  expect([ask(1), ask(2), ask(1)]).toEqual([[1, 4], [2], [1, 4]]);
  expect(passes).toBe(2);
  expect(ask(3)).toEqual([3]);
  // The first owner was queried after the second, so its list is still there.
  expect(ask(1)).toEqual([1, 4]);
  expect(passes).toBe(3);
  const later = order(5, 2);
  resting.push(later);
  orders.add(later);
  expect(ask(2)).toEqual([2, 5]);
  expect(passes).toBe(4);
});

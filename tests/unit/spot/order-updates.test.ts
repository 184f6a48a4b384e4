/** Pushed changes of orders merged into the pages of a list. */
import { NEVER, Subject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { UserEvent } from '../../../contract/user-records.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { createPushedRecordsMachine } from '../../../machines/app/core/pushed-records.machine.ts';
import { createOrderUpdatesStore } from '../../../src/app/spot/order-updates.ts';
import { withRecordUpdates } from '../../../src/app/core/live/record-updates.ts';
import { fillSample } from '../../support/wire-samples.ts';

const order = (id: string, change: Partial<Order> = {}) =>
  ({ id, state: 'paid', revision: 1, ...change }) as Order;
const updates = (...orders: readonly Order[]) => new Map(orders.map((known) => [known.id, known]));
const ids = (orders: readonly Order[]) => orders.map(({ id }) => id);
const any = () => true;

test('an order that changed shows its current state, and a late older answer does not win', () => {
  const listed = [order('9', { revision: 3 }), order('8')];
  const shown = withRecordUpdates(
    listed,
    updates(order('9', { revision: 2 }), order('8', { revision: 2, state: 'executed' })),
    any,
    false,
  );
  expect(shown.map(({ revision }) => revision)).toEqual([3, 2]);
});

test('a late update does not replace a newer one, and the same revision does', () => {
  const records = createActor(createPushedRecordsMachine<Order>()).start();
  const tell = (record: Order) => records.send({ type: 'record.pushed', key: record.id, record });
  const pushed = () => records.getSnapshot().context.pushed;
  tell(order('9', { revision: 3 }));
  tell(order('9', { revision: 2, state: 'executed' }));
  expect(pushed()['9']).toEqual(order('9', { revision: 3 }));
  const again = order('9', { revision: 3, state: 'executed' });
  tell(again);
  expect(pushed()['9']).toBe(again);
  tell(order('10'));
  expect(Object.keys(pushed())).toEqual(['9', '10']);
  records.send({ type: 'updates.missed' });
  expect(pushed()).toEqual({});
});

test('after missed updates no earlier update is kept', () => {
  const events$ = new Subject<readonly UserEvent[]>();
  const restarted$ = new Subject<ReadonlyMap<string, Order>>();
  const store = createOrderUpdatesStore({ events$, restarted$ });
  const changed = vi.fn();
  store.subscribe(changed);
  events$.next([{ kind: 'order', record: order('7') }]);
  restarted$.next(new Map());
  expect(store.get().size).toBe(0);
  expect(changed).toHaveBeenCalledTimes(2);
  events$.next([{ kind: 'order', record: order('8') }]);
  expect([...store.get().keys()]).toEqual(['8']);
});

test('a new order comes first, even if its number has more digits', () => {
  expect(
    ids(withRecordUpdates([order('99'), order('98')], updates(order('100')), any, false)),
  ).toEqual(['100', '99', '98']);
});

test('an order older than the loaded pages waits for its page', () => {
  expect(ids(withRecordUpdates([order('9')], updates(order('3')), any, false))).toEqual(['9']);
  expect(ids(withRecordUpdates([order('9')], updates(order('3')), any, true))).toEqual(['9', '3']);
});

test('an order that no longer matches the filter leaves, a new match appears', () => {
  const isOpen = ({ state }: Order) => state === 'paid';
  const changed = updates(order('9', { revision: 2, state: 'cancelled' }), order('10'));
  expect(ids(withRecordUpdates([order('9'), order('8')], changed, isOpen, false))).toEqual([
    '10',
    '8',
  ]);
});

test('the store keeps the last update of each order', () => {
  const events$ = new Subject<readonly UserEvent[]>();
  const store = createOrderUpdatesStore({ events$, restarted$: NEVER });
  let changes = 0;
  store.subscribe(() => (changes += 1));
  events$.next([{ kind: 'fill', record: { order_id: '1', fill: fillSample() } }]);
  events$.next([
    { kind: 'order', record: order('1') },
    { kind: 'order', record: order('1', { revision: 2 }) },
  ]);
  expect(changes).toBe(1);
  expect(store.get().get('1')?.revision).toBe(2);
});

test('the store forgets the orders that changed longest ago', () => {
  const events$ = new Subject<readonly UserEvent[]>();
  const store = createOrderUpdatesStore({ events$, restarted$: NEVER });
  store.subscribe(() => {});
  const change = (numbers: readonly number[]) =>
    events$.next(numbers.map((id) => ({ kind: 'order', record: order(String(id)) })));
  change(Array.from({ length: 500 }, (_, index) => index + 1));
  change([1, 501]);
  expect(store.get().size).toBe(500);
  expect(['1', '2', '501'].filter((id) => store.get().has(id))).toEqual(['1', '501']);
});

/** The values that hooks read from the feed, without React. */
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import type { UserEvent } from '../../../contract/user-records.ts';
import type { DepthLevel } from '../../../contract/market/market.ts';
import type { OrderDetail } from '../../../contract/spot/spot.ts';
import { createDepthStore } from '../../../src/app/market/depth-store.ts';
import { FilledOrders } from '../../../src/app/spot/filled-orders.ts';
import { createOrderStore, withUpdates } from '../../../src/app/spot/order-store.ts';
import { compareRecordIds } from '../../../src/app/core/live/record-ids.ts';
import { followSession, reportRefusedToken } from '../../../src/app/core/live/user-session.ts';
import { createFeed } from '../../../streams/feed.ts';
import { openSignedInTab } from '../../support/identity/session-tab.ts';
import { fillSample, orderEvent, orderSample } from '../../support/wire-samples.ts';
import { eventually } from '../../support/eventually.ts';

function setUpFeed() {
  const frames = new VirtualTimeScheduler();
  const feed = createFeed({ frames, timers: frames, lingerMs: 0 });
  feed.opened(() => undefined);
  const say = (message: object) => {
    feed.receive(JSON.stringify(message));
    frames.flush();
  };
  return { feed, say };
}

function openBook(rows: number) {
  const { feed, say } = setUpFeed();
  const store = createDepthStore(feed, 1, rows);
  const onChange = vi.fn<() => void>();
  const end = store.subscribe(onChange);
  const depth = { type: 'DEPTH', currency_match_id: 1, asks: [] };
  const snapshot = (bids: DepthLevel[]) => say({ ...depth, kind: 'snapshot', seq: 1, bids });
  const delta = (seq: number, bids: DepthLevel[]) =>
    say({ ...depth, kind: 'delta', previous_seq: seq - 1, seq, bids });
  return { feed, store, onChange, end, snapshot, delta };
}

describe('the book on screen', () => {
  test('is loading, then live, stale while the connection is lost, and live again', () => {
    const { feed, store, snapshot } = openBook(5);
    expect(store.get()).toEqual({ status: 'loading', bids: [], asks: [] });
    snapshot([['10', '1']]);
    expect(store.get().status).toBe('live');
    feed.closed();
    expect(store.get()).toMatchObject({ status: 'stale', bids: [{ price: '10' }] });
    feed.opened(() => undefined);
    expect(store.get().status).toBe('stale');
    snapshot([['11', '1']]);
    expect(store.get()).toMatchObject({ status: 'live', bids: [{ price: '11' }] });
  });

  test('changes when a shown level does, and not for a deeper one', () => {
    const { store, onChange, snapshot, delta } = openBook(2);
    snapshot([
      ['10', '1'],
      ['9', '1'],
      ['8', '1'],
    ]);
    const before = store.get();
    expect(onChange).toHaveBeenCalledTimes(1);
    delta(2, [['8', '5']]);
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(store.get()).toBe(before);
    delta(3, [['9', '5']]);
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(store.get().bids[0]).toBe(before.bids[0]);
    expect(store.get().asks).toBe(before.asks);
  });

  test('notifies no listener that has left', () => {
    const { feed, onChange, end, snapshot } = openBook(2);
    end();
    snapshot([['10', '1']]);
    feed.closed();
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('one order', () => {
  const detail: OrderDetail = {
    ...orderSample(),
    fills: [fillSample({ deal_id: '1' })],
    fills_omitted: 0,
  };

  test('gathers its own events, and those of no other', () => {
    const { feed, say } = setUpFeed();
    feed.user.setToken('token A');
    const store = createOrderStore(feed.user, '1');
    const onChange = vi.fn<() => void>();
    store.subscribe(onChange);
    say({ type: 'auth' });
    say({ type: 'USER', kind: 'snapshot', stream: 's', seq: 0, orders: [], balances: [] });
    const event = (seq: number, what: UserEvent) =>
      say({ type: 'USER', kind: 'event', stream: 's', seq, event: what });
    event(1, orderEvent({ id: '2' }));
    expect(onChange).not.toHaveBeenCalled();
    event(2, orderEvent({ id: '1', revision: 2 }));
    event(3, { kind: 'fill', record: { order_id: '1', fill: fillSample({ deal_id: '9' }) } });
    expect(store.get()).toMatchObject({ order: { revision: 2 }, fills: [{ deal_id: '9' }] });
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  test('is the answer of the call, with newer updates and each trade once', () => {
    const fills = [fillSample({ deal_id: '1' }), fillSample({ deal_id: '2' })];
    const order = orderSample({ revision: 2, state: 'executed' });
    expect(withUpdates(detail, { order, fills })).toEqual({ ...order, fills_omitted: 0, fills });
  });

  test('is never put back by older updates', () => {
    const order = orderSample({ revision: 1, state: 'cancelled' });
    expect(withUpdates(detail, { order, fills: [] })).toBe(detail);
  });
});

describe('fills', () => {
  const fill = (id: string): UserEvent => ({
    kind: 'fill',
    record: { order_id: id, fill: fillSample() },
  });

  test('name each filled order once, as it is afterwards', () => {
    const events = [orderEvent({ id: '1', state: 'executed' }), fill('1'), fill('1')];
    expect(new FilledOrders().take(events, new Map())).toMatchObject([
      { id: '1', state: 'executed' },
    ]);
  });

  test('find an order that changed earlier among the open ones', () => {
    const open = new Map([['7', orderSample({ id: '7' })]]);
    expect(new FilledOrders().take([fill('7')], open)).toMatchObject([{ id: '7' }]);
  });

  test('find an order that ended in the frame before its fill was reported', () => {
    const orders = new FilledOrders();
    expect(orders.take([orderEvent({ id: '7', state: 'executed' })], new Map())).toEqual([]);
    expect(orders.take([fill('7')], new Map())).toMatchObject([{ id: '7', state: 'executed' }]);
  });

  test('remember few of the ended orders', () => {
    const orders = new FilledOrders();
    for (let id = 1; id <= 60; id++)
      orders.take([orderEvent({ id: String(id), state: 'cancelled' })], new Map());
    expect(orders.take([fill('1'), fill('60')], new Map())).toMatchObject([{ id: '60' }]);
  });

  test('leave out orders that were only placed or ended, and unknown ones', () => {
    expect(new FilledOrders().take([orderEvent({ id: '1' }), fill('8')], new Map())).toEqual([]);
  });
});

test('record numbers are ordered as numbers, beyond what a double holds', () => {
  const ids = ['10', '9', '9007199254740993', '9007199254740992', '9'];
  expect(ids.toSorted(compareRecordIds)).toEqual([
    '9',
    '9',
    '10',
    '9007199254740992',
    '9007199254740993',
  ]);
});

describe('the session', () => {
  test('gives the feed its token, each newer one, and takes it away', async () => {
    const { session, server, api } = await openSignedInTab();
    const tokens = new Set<string | null>();
    const setToken = (token: string | null) => void tokens.add(token);
    followSession({ ...createFeed().user, setToken }, session);
    server.expireAccess();
    await api.call('getUserInfo', {});
    session.send({ type: 'session.close' });
    expect([...tokens]).toEqual(['access 1', 'access 2', null]);
  });

  test('gets a newer token when the socket reports a refused one, once', async () => {
    const { session, server } = await openSignedInTab();
    server.expireAccess();
    reportRefusedToken(session, 'access 1');
    reportRefusedToken(session, 'access 1');
    await eventually(() =>
      expect(session.getSnapshot().context.tokens?.accessToken).toBe('access 2'),
    );
    reportRefusedToken(session, 'access 1');
    expect(server.count('/refresh_token')).toBe(1);
  });

  test('that ended at the server ends here too', async () => {
    const { session, server } = await openSignedInTab();
    server.isSessionEnded = true;
    reportRefusedToken(session, 'access 1');
    await eventually(() => expect(session.getSnapshot().matches('expired')).toBe(true));
    const setToken = vi.fn<(token: string | null) => void>();
    followSession({ ...createFeed().user, setToken }, session);
    expect(setToken).toHaveBeenLastCalledWith(null);
  });
});

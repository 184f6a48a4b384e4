/**
 * The user's own orders and balances in the feed alone: frames and timers are virtual, and the test plays the
 * socket.
 */
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { UserEvent } from '../../contract/user-records.ts';
import { createFeed } from '../../streams/feed.ts';
import { SUB, auth, setUpLiveUserFeed, setUpUserFeed } from '../support/user-feed.ts';
import {
  balanceSample,
  fillSample,
  leverOrderSample,
  orderEvent,
} from '../support/wire-samples.ts';

describe('the sign-in of the socket', () => {
  test('sends the token first, USER after its answer, then takes the snapshot', () => {
    const { feed, sent, open, say, snapshot, view } = setUpUserFeed();
    feed.user.setToken('token A');
    expect(sent).toEqual([]);
    open();
    expect(sent).toEqual([auth('token A')]);
    expect(view().status).toBe('loading');
    say({ type: 'auth' });
    expect(sent).toEqual([auth('token A'), SUB]);
    snapshot(7, ['2', '1']);
    expect(view()).toMatchObject({ status: 'live', ids: ['2', '1'] });
    expect(view().balances.get(1)?.available).toBe('12.5');
  });

  test('waits for a token, and for a listener', () => {
    const frames = new VirtualTimeScheduler();
    const feed = createFeed({ frames, timers: frames, lingerMs: 0 });
    const sent: unknown[] = [];
    const wanted: boolean[] = [];
    feed.isWanted$.subscribe((isWanted) => wanted.push(isWanted));
    feed.opened((text) => sent.push(JSON.parse(text)));
    feed.user.setToken('token A');
    expect(sent).toEqual([]);
    feed.user.view$.subscribe();
    expect(sent).toEqual([auth('token A')]);
    expect(wanted).toEqual([false, true]);
  });

  test('stops at a refused token, which is reported once a try', () => {
    const { feed, sent, open, say, onTokenRefused, takeSent } = setUpUserFeed();
    feed.user.setToken('token A');
    open();
    say({ type: 'error', error: 'unauthorized' });
    expect(onTokenRefused.mock.calls).toEqual([['token A']]);
    takeSent();
    feed.user.setToken('token B');
    say({ type: 'auth' });
    expect(sent).toEqual([auth('token B'), SUB]);
  });

  test('is retried later with the same token when the server takes none at the moment', () => {
    const { feed, timers, open, say, onTokenRefused, takeSent } = setUpUserFeed();
    feed.user.setToken('token A');
    open();
    takeSent();
    say({ type: 'error', error: 'too_many_messages' });
    expect(takeSent()).toEqual([]);
    timers.flush();
    expect(timers.frame).toBe(15_000);
    expect(takeSent()).toEqual([auth('token A')]);
    say({ type: 'auth' });
    expect(takeSent()).toEqual([SUB]);
    expect(onTokenRefused).not.toHaveBeenCalled();
  });

  test.each([
    ['a newer token was sent', [auth('token B')], 'token B'],
    ['the user signed out', [], null],
  ])('is not tried again after %s', (_what, expected, token) => {
    const { feed, timers, open, say, takeSent } = setUpUserFeed();
    feed.user.setToken('token A');
    open();
    say({ type: 'error', error: 'too_many_messages' });
    takeSent();
    feed.user.setToken(token);
    timers.flush();
    expect(takeSent()).toEqual(expected);
  });

  test('stays open while a newer token has to wait', () => {
    const { feed, say, event, view } = setUpLiveUserFeed();
    feed.user.setToken('token B');
    say({ type: 'error', error: 'too_many_messages' });
    event(1, orderEvent({ id: '2' }));
    expect(view()).toMatchObject({ status: 'live', ids: ['1', '2'] });
  });

  test('is not held up by an error about something else', () => {
    const { feed, sent, open, say, onTokenRefused } = setUpUserFeed();
    feed.user.setToken('token A');
    open();
    say({ type: 'error', error: 'unknown_market' });
    say({ type: 'auth' });
    expect(sent.at(-1)).toEqual(SUB);
    expect(onTokenRefused).not.toHaveBeenCalled();
  });
});

describe('events', () => {
  test('change orders and balances, once a frame', () => {
    const { views, event, view } = setUpLiveUserFeed();
    const before = views.length;
    event(1, orderEvent({ id: '2' }));
    event(2, orderEvent({ id: '1', executed_quantity: '0.5', revision: 2 }));
    event(3, { kind: 'balance', record: balanceSample({ available: '3' }) });
    expect(views).toHaveLength(before);
    expect(view()).toMatchObject({ status: 'live', ids: ['1', '2'] });
    expect(view().orders.get('1')?.executed_quantity).toBe('0.5');
    expect(view().balances.get(1)?.available).toBe('3');
    expect(views).toHaveLength(before + 1);
  });

  test('of an order that ended take it from the open ones', () => {
    const { event, view } = setUpLiveUserFeed();
    event(1, orderEvent({ id: '1', state: 'executed' }));
    event(2, orderEvent({ id: '3', state: 'cancelled', end_reason: 'no_liquidity' }));
    expect(view().ids).toEqual([]);
  });

  test('leave unaffected maps unchanged', () => {
    const { feed, event, view } = setUpLiveUserFeed();
    const { orders, balances } = feed.user.view();
    event(1, { kind: 'fill', record: { order_id: '1', fill: fillSample() } });
    expect(view().orders).toBe(orders);
    event(2, { kind: 'balance', record: balanceSample({ available: '3' }) });
    expect(view().orders).toBe(orders);
    expect(view().balances).not.toBe(balances);
  });

  test('are emitted one by one, in order', () => {
    const { events, event, view } = setUpLiveUserFeed();
    const fill: UserEvent = { kind: 'fill', record: { order_id: '1', fill: fillSample() } };
    event(1, orderEvent({ id: '1', revision: 2 }));
    event(2, fill);
    expect(events).toEqual([]);
    view();
    expect(events).toEqual([orderEvent({ id: '1', revision: 2 }), fill]);
  });

  test('that arrive twice count once', () => {
    const { events, sent, event, view } = setUpLiveUserFeed();
    event(1, orderEvent({ id: '2' }));
    event(1, orderEvent({ id: '2' }));
    view();
    expect(events).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  test.each([
    ['leave one out', 2, 's'],
    ['are of another numbering', 1, 'another'],
  ])('that %s ask for a snapshot, and count again after it', (_what, seq, stream) => {
    const { sent, event, snapshot, view } = setUpLiveUserFeed();
    event(seq, orderEvent({ id: '2' }), stream);
    event(seq + 1, orderEvent({ id: '3' }), stream);
    expect(sent).toEqual([SUB]);
    expect(view()).toMatchObject({ status: 'stale', ids: ['1'] });
    snapshot(9, ['4'], stream);
    event(10, orderEvent({ id: '5' }), stream);
    expect(view()).toMatchObject({ status: 'live', ids: ['4', '5'] });
  });
});

describe('a lost connection', () => {
  test('leaves stale values, and the next one requests the missed events', () => {
    const { feed, sent, open, say, event, view, takeSent } = setUpLiveUserFeed();
    event(1, orderEvent({ id: '2' }));
    feed.closed();
    expect(view()).toMatchObject({ status: 'stale', ids: ['1', '2'] });
    takeSent();
    open();
    say({ type: 'auth' });
    expect(sent).toEqual([auth('token A'), { ...SUB, after: { stream: 's', seq: 1 } }]);
    event(2, orderEvent({ id: '3' }));
    expect(view()).toMatchObject({ status: 'live', ids: ['1', '2', '3'] });
  });

  test('that missed too much begins with the snapshot', () => {
    const { feed, open, say, snapshot, view } = setUpLiveUserFeed();
    feed.closed();
    open();
    say({ type: 'auth' });
    snapshot(3, ['9'], 'of a new server');
    expect(view()).toMatchObject({ status: 'live', ids: ['9'] });
  });
});

describe('another token', () => {
  test('of a refresh signs in again and goes on, live all the time', () => {
    const { feed, sent, say, event, view } = setUpLiveUserFeed();
    feed.user.setToken('token A2');
    expect(sent).toEqual([auth('token A2')]);
    event(1, orderEvent({ id: '2' }));
    expect(view()).toMatchObject({ status: 'live', ids: ['1', '2'] });
    say({ type: 'auth' });
    expect(sent.at(-1)).toEqual({ ...SUB, after: { stream: 's', seq: 1 } });
    expect(view().status).toBe('live');
  });

  test('after the session ended at the server restores everything', () => {
    const { feed, sent, say, event, view, onTokenRefused, takeSent } = setUpLiveUserFeed();
    say({ type: 'error', error: 'session_ended' });
    expect(onTokenRefused.mock.calls).toEqual([['token A']]);
    expect(view().status).toBe('stale');
    takeSent();
    feed.user.setToken('token A2');
    say({ type: 'auth' });
    event(1, orderEvent({ id: '2' }));
    expect(sent).toEqual([auth('token A2'), { ...SUB, after: { stream: 's', seq: 0 } }]);
    expect(view()).toMatchObject({ status: 'live', ids: ['1', '2'] });
  });
});

describe('signing out', () => {
  test('forgets everything at once, without a frame', () => {
    const { feed, views, sent } = setUpLiveUserFeed();
    feed.user.setToken(null);
    expect(sent).toEqual([{ type: 'unsub', params: 'USER' }]);
    expect(views.at(-1)).toEqual({
      status: 'loading',
      microOrders: new Map(),
      microBalances: new Map(),
      orders: new Map(),
      balances: new Map(),
      leverOrders: new Map(),
      leverBalances: new Map(),
    });
    expect(feed.user.view()).toBe(views.at(-1));
  });

  test('lets in no data of the former user afterwards', () => {
    const { feed, events, event, snapshot, say, view } = setUpLiveUserFeed();
    event(1, orderEvent({ id: 'secret' }));
    feed.user.setToken(null);
    snapshot(5, ['secret']);
    event(2, orderEvent({ id: 'secret' }));
    expect(view().ids).toEqual([]);
    feed.user.setToken('token B');
    event(3, orderEvent({ id: 'secret' }));
    snapshot(5, ['secret']);
    expect(view()).toMatchObject({ status: 'loading', ids: [] });
    say({ type: 'auth' });
    snapshot(0, ['own'], 'of B');
    expect(view()).toMatchObject({ status: 'live', ids: ['own'] });
    expect(events).toEqual([]);
  });

  test('before the answer to the first token: only the answer to the second signs in', () => {
    const { feed, sent, open, say } = setUpUserFeed();
    feed.user.setToken('token A');
    open();
    feed.user.setToken(null);
    feed.user.setToken('token B');
    say({ type: 'auth' });
    expect(sent).toEqual([auth('token A'), auth('token B')]);
    say({ type: 'auth' });
    expect(sent.at(-1)).toEqual(SUB);
  });
});

describe('contract orders and balances', () => {
  const contractBalance = balanceSample({ id: 2_000_001, account_type_id: 2, available: '900' });

  test('come with the snapshot, apart from those of spot', () => {
    const { feed, say, view } = setUpLiveUserFeed();
    say({
      type: 'USER',
      kind: 'snapshot',
      stream: 'later',
      seq: 0,
      orders: [],
      lever_orders: [leverOrderSample()],
      balances: [balanceSample(), contractBalance],
    });
    view();
    const { leverOrders, leverBalances, balances } = feed.user.view();
    expect([...leverOrders.values()]).toEqual([leverOrderSample()]);
    expect(leverBalances.get(1)).toEqual(contractBalance);
    expect(balances.get(1)).toEqual(balanceSample());
  });

  test('follow their events: an order leaves with its end, and no balance replaces another', () => {
    const { feed, event, view } = setUpLiveUserFeed();
    event(1, { kind: 'lever_order', record: leverOrderSample({ state: 'pending' }) });
    event(2, { kind: 'balance', record: contractBalance });
    view();
    expect(feed.user.view().leverOrders.get('5')?.state).toBe('pending');
    expect(feed.user.view().leverBalances.get(1)).toEqual(contractBalance);
    expect(feed.user.view().balances.get(1)).toEqual(balanceSample());
    event(3, { kind: 'lever_order', record: leverOrderSample({ state: 'closed' }) });
    view();
    expect(feed.user.view().leverOrders.size).toBe(0);
  });

  test('of an account that no screen knows change nothing', () => {
    const { feed, event, view } = setUpLiveUserFeed();
    event(1, { kind: 'balance', record: balanceSample({ account_type_id: 4, available: '1' }) });
    view();
    expect(feed.user.view().balances.get(1)).toEqual(balanceSample());
    expect(feed.user.view().leverBalances.size).toBe(0);
  });
});

describe('without listeners', () => {
  test('USER ends after a linger, and resumes for a listener that returns', () => {
    const { feed, sent, say, event, leave, view, takeSent } = setUpLiveUserFeed();
    event(1, orderEvent({ id: '2' }));
    view();
    leave();
    expect(sent).toEqual([{ type: 'unsub', params: 'USER' }]);
    expect(feed.user.view().status).toBe('stale');
    takeSent();
    feed.user.view$.subscribe();
    say({ type: 'auth' });
    expect(sent).toEqual([auth('token A'), { ...SUB, after: { stream: 's', seq: 1 } }]);
    expect(view()).toMatchObject({ status: 'live', ids: ['1', '2'] });
  });

  test('an answer on its way is not mistaken for that of a later sign-in', () => {
    const { feed, sent, open, say, leave } = setUpUserFeed();
    feed.user.setToken('token A');
    open();
    leave();
    say({ type: 'auth' });
    expect(sent).toEqual([auth('token A')]);
    feed.user.view$.subscribe();
    say({ type: 'auth' });
    expect(sent).toEqual([auth('token A'), auth('token A'), SUB]);
  });
});

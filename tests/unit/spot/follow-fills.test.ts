/** Own fills in the feed and after a restart: frames are virtual, and the test plays the socket. */
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { UserEvent } from '../../../contract/user-records.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { followFills } from '../../../src/app/spot/filled-orders.ts';
import { createFeed } from '../../../streams/feed.ts';
import { fillSample, orderEvent, orderSample } from '../../support/wire-samples.ts';

const fillOf = (id: string): UserEvent => ({
  kind: 'fill',
  record: { order_id: id, fill: fillSample() },
});
const partly = { executed_quantity: '0.5', revision: 2 } as const;
const wholly = { executed_quantity: '1.5', revision: 3, state: 'executed' } as const;
const cancelled = { state: 'cancelled', end_reason: 'owner' } as const;

/** A feed that is signed in and subscribed, with a snapshot of `open`. */
function setUp(open: readonly Order[]) {
  const frames = new VirtualTimeScheduler();
  const feed = createFeed({ frames, timers: frames, lingerMs: 50 });
  const say = (message: object) => feed.receive(JSON.stringify(message));
  const told: string[] = [];
  const asked: string[] = [];
  /** The server's ended orders. */
  const ended = new Map<string, Order>();
  const answers: Promise<Order>[] = [];
  const readOrder = (id: string) => {
    const order = ended.get(id);
    const answer = order ? Promise.resolve(order) : Promise.reject(new Error('order_not_found'));
    asked.push(id);
    answers.push(answer);
    return answer;
  };
  const follow = () =>
    followFills(feed.user, readOrder, ({ id, executed_quantity: quantity }) =>
      told.push(`${id}: ${quantity}`),
    );
  const listening = follow();
  const signIn = (token: string) => {
    feed.user.setToken(token);
    say({ type: 'auth' });
  };
  const snapshot = (orders: readonly Order[], stream: string) =>
    say({ type: 'USER', kind: 'snapshot', stream, seq: 0, orders, balances: [] });
  const frame = () => frames.flush();
  feed.opened(() => undefined);
  signIn('token A');
  snapshot(open, 'first');
  frame();
  return {
    feed,
    told,
    asked,
    ended,
    listening,
    follow,
    signIn,
    snapshot,
    frame,
    event: (seq: number, event: UserEvent, stream = 'first') =>
      say({ type: 'USER', kind: 'event', stream, seq, event }),
    away() {
      feed.closed();
      frame();
    },
    /** The socket reopens; the server no longer has the events since then. */
    back(orders: readonly Order[]) {
      feed.opened(() => undefined);
      say({ type: 'auth' });
      snapshot(orders, 'second');
    },
    /** Waits for every response under way. */
    async settled(): Promise<readonly string[]> {
      frame();
      await Promise.allSettled(answers);
      return told;
    },
  };
}

describe('a fill that happened without events', () => {
  test('is reported for an order that is still open', () => {
    const { told, asked, away, back, frame } = setUp([orderSample(), orderSample({ id: '2' })]);
    away();
    back([orderSample(partly), orderSample({ id: '2' })]);
    frame();
    expect(told).toEqual(['1: 0.5']);
    expect(asked).toEqual([]);
  });

  test('is reported for an executed order, and not for a canceled one', async () => {
    const { ended, away, back, settled } = setUp([
      orderSample({ id: '1', ...partly }),
      orderSample({ id: '2', ...partly }),
      orderSample({ id: '3' }),
    ]);
    ended.set('1', orderSample({ id: '1', ...partly, ...cancelled, revision: 3 }));
    ended.set('2', orderSample({ id: '2', ...wholly }));
    away();
    back([orderSample({ id: '3' })]);
    expect(await settled()).toEqual(['2: 1.5']);
  });

  test('is reported for an order that was canceled after it', async () => {
    const { ended, away, back, settled } = setUp([orderSample()]);
    ended.set('1', orderSample({ ...partly, ...cancelled, revision: 3 }));
    away();
    back([]);
    expect(await settled()).toEqual(['1: 0.5']);
  });

  test('is reported when a hidden page missed more than is sent one by one', async () => {
    const { ended, event, settled } = setUp([orderSample()]);
    ended.set('1', orderSample(wholly));
    event(1, orderEvent(wholly));
    event(2, fillOf('1'));
    for (let seq = 3; seq <= 300; seq++) event(seq, orderEvent({ id: '2', revision: seq }));
    expect(await settled()).toEqual(['1: 1.5']);
  });

  test('is reported once when a restart follows on the events of the same frame', async () => {
    const { ended, event, snapshot, settled } = setUp([orderSample(), orderSample({ id: '2' })]);
    ended.set('2', orderSample({ id: '2', ...partly, ...cancelled, revision: 3 }));
    event(1, orderEvent(partly));
    event(2, fillOf('1'));
    event(3, orderEvent({ id: '2', ...partly }));
    event(4, fillOf('2'));
    snapshot([orderSample(partly)], 'second');
    expect((await settled()).toSorted()).toEqual(['1: 0.5', '2: 0.5']);
  });

  test('is reported with its final state when events of the same frame have an older one', async () => {
    const { event, snapshot, settled } = setUp([orderSample()]);
    event(1, orderEvent(partly));
    event(2, fillOf('1'));
    snapshot([orderSample({ executed_quantity: '0.7', revision: 3 })], 'second');
    expect(await settled()).toEqual(['1: 0.7']);
  });

  test('is not reported again after an event has reported it', async () => {
    const { told, asked, event, away, back, frame, settled } = setUp([orderSample()]);
    event(1, orderEvent(partly));
    event(2, fillOf('1'));
    frame();
    away();
    back([orderSample(partly)]);
    expect(await settled()).toEqual(['1: 0.5']);
    event(1, orderEvent(wholly), 'second');
    event(2, fillOf('1'), 'second');
    frame();
    expect(told).toEqual(['1: 0.5', '1: 1.5']);
    expect(asked).toEqual([]);
  });

  test('is left out when the order cannot be read, and few are read', async () => {
    const open = Array.from({ length: 60 }, (_, index) => orderSample({ id: String(index + 1) }));
    const { asked, ended, away, back, settled } = setUp(open);
    ended.set('2', orderSample({ id: '2', ...wholly }));
    away();
    back([]);
    expect(await settled()).toEqual(['2: 1.5']);
    expect(asked).toHaveLength(20);
  });
});

describe('no fill is reported', () => {
  test('for the first snapshot, whatever its fills', async () => {
    const { asked, settled } = setUp([orderSample(partly)]);
    expect(await settled()).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('for the orders of another user', async () => {
    const { feed, asked, ended, signIn, snapshot, settled } = setUp([orderSample()]);
    ended.set('1', orderSample(wholly));
    feed.user.setToken(null);
    signIn('token B');
    snapshot([orderSample({ id: '2', ...partly })], 'of B');
    expect(await settled()).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('when the answer comes after the end', async () => {
    const { asked, ended, listening, away, back, frame, settled } = setUp([orderSample()]);
    ended.set('1', orderSample(wholly));
    away();
    back([]);
    frame();
    listening.unsubscribe();
    expect(await settled()).toEqual([]);
    expect(asked).toEqual(['1']);
  });
});

test('a user who returns from a screen without the socket sees the fill', async () => {
  const { feed, asked, ended, listening, follow, back, frame, settled } = setUp([orderSample()]);
  ended.set('1', orderSample(wholly));
  listening.unsubscribe();
  frame();
  feed.closed();
  follow();
  back([]);
  expect(await settled()).toEqual(['1: 1.5']);
  expect(asked).toEqual(['1']);
});

/** The user's records in the feed alone, and with the real gateway: delivered in order, caught up with, or reloaded. */
import { asyncScheduler, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ensure } from '../../contract/assert.ts';
import type { UpdateKind, UserEventOf } from '../../contract/user-records.ts';
import { SOCKET_PATH } from '../../contract/socket-path.ts';
import { createLiveData } from '../../src/app/core/live/live-data.ts';
import type { SocketLike } from '../../src/app/core/ports.ts';
import { createFeed } from '../../streams/feed.ts';
import { startHarness } from '../server/edge/socket-harness.ts';
import { ANN, BOB, place } from '../server/edge/socket-people.ts';
import {
  depositSample,
  feedbackSample,
  orderEvent,
  verificationSample,
  withdrawalSample,
} from '../support/wire-samples.ts';
import { eventually } from '../support/eventually.ts';

/** Signed in and subscribed; the test sends the snapshot. */
function setUp() {
  const frames = new VirtualTimeScheduler();
  const feed = createFeed({ frames, timers: frames, lingerMs: 50 });
  const say = (message: object) => feed.receive(JSON.stringify(message));
  const told: unknown[] = [];
  let restarts = 0;
  for (const kind of ['deposit', 'withdrawal', 'verification', 'feedback'] as const)
    feed.user.updates$(kind).subscribe((record) => told.push([kind, record]));
  feed.user.restarted$.subscribe(() => (restarts += 1));
  const open = () => {
    feed.opened(() => undefined);
    say({ type: 'auth' });
  };
  feed.user.setToken('token A');
  open();
  return {
    feed,
    open,
    snapshot: (seq: number, stream = 's') =>
      say({ type: 'USER', kind: 'snapshot', stream, seq, orders: [], balances: [] }),
    event: (seq: number, event: object, stream = 's') =>
      say({ type: 'USER', kind: 'event', stream, seq, event }),
    /** Returns the events after the next frame. */
    told: () => {
      frames.flush();
      return told.splice(0);
    },
    restarts: () => {
      frames.flush();
      return restarts;
    },
  };
}

const SAMPLES: readonly UserEventOf<UpdateKind>[] = [
  { kind: 'deposit', record: depositSample() },
  { kind: 'withdrawal', record: withdrawalSample() },
  { kind: 'verification', record: verificationSample() },
  { kind: 'feedback', record: feedbackSample() },
];

describe('news', () => {
  test.each(SAMPLES)('of a $kind reach their subscribers, and no others', (event) => {
    const { snapshot, event: say, told, feed } = setUp();
    snapshot(0);
    say(1, event);
    say(2, orderEvent({ id: '2' }));
    expect(told()).toEqual([[event.kind, event.record]]);
    expect(feed.stats.malformed).toBe(0);
  });

  test.each(SAMPLES)('of a $kind without one of its fields are dropped', (event) => {
    const { snapshot, event: say, told, feed } = setUp();
    snapshot(0);
    const { kind, record } = event;
    for (const missing of Object.keys(record)) {
      const { [missing]: _, ...rest } = record as Readonly<Record<string, unknown>>;
      say(1, { kind, record: rest });
    }
    expect(told()).toEqual([]);
    expect(feed.stats.malformed).toBe(Object.keys(record).length);
  });

  test.each(['constructor', 'toString', 'rumour'])('of an unknown kind %s are dropped', (kind) => {
    const { snapshot, event: say, told, feed } = setUp();
    snapshot(0);
    say(1, { kind, record: {} });
    expect(told()).toEqual([]);
    expect(feed.stats.malformed).toBe(1);
  });
});

describe('data read by call', () => {
  test('is read again after a snapshot, not after events that were caught up with', () => {
    const { feed, open, snapshot, event, restarts, told } = setUp();
    snapshot(0);
    expect(restarts()).toBe(1);
    feed.closed();
    open();
    event(1, { kind: 'feedback', record: feedbackSample() });
    expect(told()).toHaveLength(1);
    expect(restarts()).toBe(1);
    feed.closed();
    open();
    snapshot(7, 'of a new server');
    expect(restarts()).toBe(2);
  });

  test('is read again when a page without frames received more than it keeps', () => {
    const { snapshot, event, restarts, told } = setUp();
    snapshot(0);
    expect(restarts()).toBe(1);
    for (let seq = 1; seq <= 257; seq += 1)
      event(seq, { kind: 'feedback', record: feedbackSample({ id: String(seq) }) });
    expect(told()).toHaveLength(256);
    expect(restarts()).toBe(2);
  });

  test('is not read for a user who signed out before the frame', () => {
    const { feed, snapshot, restarts } = setUp();
    snapshot(0);
    feed.user.setToken(null);
    expect(restarts()).toBe(0);
  });
});

test('over a cut of a real socket each update comes once, between the orders it came between', async () => {
  const harness = await startHarness();
  const sockets: WebSocket[] = [];
  const live = createLiveData({
    frames: asyncScheduler,
    openSocket: () => {
      const socket = new WebSocket(`ws://127.0.0.1:${harness.port}${SOCKET_PATH}`);
      sockets.push(socket);
      return socket as unknown as SocketLike;
    },
  });
  const told: unknown[] = [];
  live.feed.user.events$.subscribe((events) => {
    for (const event of events) {
      if (event.kind === 'order') told.push(Number(event.record.id));
      if (event.kind === 'feedback') told.push(event.record.title);
    }
  });
  const tell = (userId: number, title: string) =>
    harness.updates.publish(userId, { kind: 'feedback', record: feedbackSample({ title }) });
  try {
    tell(ANN, 'before anybody listened');
    live.feed.user.setToken(harness.sessions.issue(ANN));
    await eventually(() => expect(live.feed.user.view().status).toBe('live'));
    place(harness, ANN, 1);
    tell(ANN, 'first');
    await eventually(() => expect(told).toEqual([1, 'first']));
    ensure(sockets.at(-1), 'a socket').terminate();
    await eventually(() => expect(live.feed.user.view().status).toBe('stale'));
    place(harness, ANN, 2);
    tell(BOB, 'of somebody else');
    tell(ANN, 'missed');
    place(harness, ANN, 3);
    await eventually(() => expect(told).toEqual([1, 'first', 2, 'missed', 3]));
  } finally {
    live.connection.stop();
    await harness.stop();
  }
});

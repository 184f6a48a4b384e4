/** The lifecycle of the socket with the real actor and feed; sockets and time are stand-ins. */
import { VirtualTimeScheduler } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { LIMITS } from '../../contract/limits.ts';
import { createLiveData } from '../../src/app/core/live/live-data.ts';
import { FakeSockets } from '../support/fake-socket.ts';

const SUBSCRIBE = { type: 'sub', params: 'DAY_MARKET', batch: true };
const quote = (id: number, close: string) => ({
  type: 'DAY_MARKET',
  currency_match_id: id,
  quotation: { close, change: '0' },
});

function setUp() {
  const sockets = new FakeSockets();
  const clock = new SimulatedClock();
  const timers = new VirtualTimeScheduler();
  const frames = new VirtualTimeScheduler();
  const { feed, connection } = createLiveData({ openSocket: sockets.open, clock, timers, frames });
  const hasTag = (tag: 'connecting' | 'open' | 'retrying' | 'failed') =>
    connection.getSnapshot().hasTag(tag);
  return { sockets, clock, timers, frames, feed, connection, hasTag };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('without listeners', () => {
  test('there is no socket; the first listener opens it, the last one closes it after the linger', () => {
    const { sockets, timers, feed, connection } = setUp();
    expect(sockets.all).toHaveLength(0);

    const listening = feed.quote$(1).subscribe();
    sockets.newest.open();
    expect(sockets.newest.asked).toEqual([SUBSCRIBE]);

    listening.unsubscribe();
    expect(sockets.newest.isClosedByUs).toBe(false);
    timers.flush();
    expect(sockets.newest.asked).toEqual([SUBSCRIBE, { ...SUBSCRIBE, type: 'unsub' }]);
    expect(sockets.newest.isClosedByUs).toBe(true);
    expect(connection.getSnapshot().matches('idle')).toBe(true);
  });
});

describe('a server that does not answer', () => {
  test('is tried exactly 30 times, 1 s apart, then failed is reported once', () => {
    const { sockets, clock, feed, connection, hasTag } = setUp();
    const failed = vi.fn<(event: unknown) => void>();
    connection.on('connection.failed', failed);
    feed.allMarkets$.subscribe();

    for (let tries = 1; tries < LIMITS.socket_connect_tries_max; tries += 1) {
      expect(sockets.all).toHaveLength(tries);
      sockets.newest.drop();
      clock.increment(LIMITS.socket_retry_ms - 1);
      expect(sockets.all).toHaveLength(tries);
      clock.increment(1);
    }
    expect(sockets.all).toHaveLength(30);
    expect(failed).not.toHaveBeenCalled();
    sockets.newest.drop();

    clock.increment(3_600_000);
    expect(sockets.all).toHaveLength(30);
    expect(hasTag('failed')).toBe(true);
    expect(failed).toHaveBeenCalledExactlyOnceWith({
      type: 'connection.failed',
      reason: 'maximum attempts exceeded',
    });
    expect(console.error).toHaveBeenCalledOnce();
  });

  test('ends a try after 5 s of silence', () => {
    const { sockets, clock, feed, hasTag } = setUp();
    feed.allMarkets$.subscribe();

    clock.increment(LIMITS.socket_connect_timeout_ms);

    expect(hasTag('retrying')).toBe(true);
    expect(sockets.newest.isClosedByUs).toBe(true);
  });

  test.each(['connection.retry', 'network.restored', 'page.shown'] as const)(
    'after the failure, %s starts a new round of tries',
    (type) => {
      const { sockets, clock, feed, connection, hasTag } = setUp();
      feed.allMarkets$.subscribe();
      for (let tries = 0; tries < 30; tries += 1) {
        sockets.newest.drop();
        clock.increment(LIMITS.socket_retry_ms);
      }
      expect(hasTag('failed')).toBe(true);

      connection.send({ type });

      expect(sockets.all).toHaveLength(31);
      expect(connection.getSnapshot().context.tries).toBe(1);
    },
  );
});

describe('an open socket', () => {
  test('resets the tries, and each new one gets exactly the live subscriptions', () => {
    const { sockets, clock, timers, feed, connection } = setUp();
    feed.quote$(1).subscribe();
    feed.candle$({ kind: 'spot', id: 1 }, '1min').subscribe();
    const gone = feed.deals$(2).subscribe();
    for (let tries = 0; tries < 20; tries += 1) {
      sockets.newest.drop();
      clock.increment(LIMITS.socket_retry_ms);
    }
    sockets.newest.open();
    expect(connection.getSnapshot().context.tries).toBe(0);
    expect(sockets.newest.asked).toEqual([
      SUBSCRIBE,
      { type: 'sub', params: 'KLINE', currency_match_id: 1, period: '1min' },
      { type: 'sub', params: 'DEAL', currency_match_id: 2 },
    ]);

    gone.unsubscribe();
    timers.flush();
    sockets.newest.drop();
    clock.increment(LIMITS.socket_retry_ms);
    sockets.newest.open();
    expect(sockets.newest.asked).toEqual([
      SUBSCRIBE,
      { type: 'sub', params: 'KLINE', currency_match_id: 1, period: '1min' },
    ]);
  });

  test('replaces a silent connection at the second heartbeat and keeps one that answers', () => {
    const { sockets, clock, feed, hasTag } = setUp();
    feed.allMarkets$.subscribe();
    sockets.newest.open();

    for (let beat = 0; beat < 5; beat += 1) {
      sockets.newest.say({ type: 'pong', time: beat });
      clock.increment(LIMITS.socket_heartbeat_ms);
      expect(hasTag('open')).toBe(true);
    }
    clock.increment(LIMITS.socket_heartbeat_ms);
    expect(hasTag('open')).toBe(false);
    expect(sockets.newest.isClosedByUs).toBe(true);

    clock.increment(LIMITS.socket_retry_ms);
    expect(sockets.all).toHaveLength(2);
  });

  test('sends a ping at every heartbeat, so that the server keeps the connection', () => {
    const { sockets, clock, feed } = setUp();
    feed.allMarkets$.subscribe();
    sockets.newest.open();
    const pings = () => sockets.newest.sent.filter((text) => text === '{"type":"ping"}').length;
    expect(pings()).toBe(1);

    sockets.newest.say({ type: 'pong', time: 1 });
    clock.increment(LIMITS.socket_heartbeat_ms);

    expect(pings()).toBe(2);
  });

  test('sends a ping when the page becomes visible again, and reconnects without an answer', () => {
    const { sockets, clock, feed, connection, hasTag } = setUp();
    feed.allMarkets$.subscribe();
    sockets.newest.open();

    connection.send({ type: 'page.shown' });
    sockets.newest.say({ type: 'pong', time: 1 });
    clock.increment(LIMITS.socket_connect_timeout_ms);
    expect(hasTag('open')).toBe(true);

    connection.send({ type: 'page.shown' });
    clock.increment(LIMITS.socket_connect_timeout_ms);
    expect(hasTag('open')).toBe(false);
  });
});

describe('a socket that was replaced', () => {
  test('emits nothing any more', () => {
    const { sockets, clock, frames, feed, hasTag } = setUp();
    const closes: string[] = [];
    feed.quote$(1).subscribe(({ value }) => closes.push(value.close));
    const old = sockets.newest;
    clock.increment(LIMITS.socket_connect_timeout_ms);
    clock.increment(LIMITS.socket_retry_ms);
    sockets.newest.open();

    old.open();
    old.say(quote(1, '666'));
    old.drop();
    frames.flush();

    expect(sockets.all).toHaveLength(2);
    expect(hasTag('open')).toBe(true);
    expect(closes).toEqual([]);
  });

  test('leaves no timer behind after the last listener left', () => {
    const { sockets, clock, timers, feed } = setUp();
    const listening = feed.allMarkets$.subscribe();
    sockets.newest.open();
    listening.unsubscribe();
    timers.flush();

    clock.increment(3_600_000);

    expect(sockets.all).toHaveLength(1);
  });
});

/** The view of one live price: first value, one render per frame, stale values. */
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { createLiveData } from '../../../src/app/core/live/live-data.ts';
import { createQuoteStore, quoteStoreOf } from '../../../src/app/market/quote-view.ts';
import { FakeSockets } from '../../support/fake-socket.ts';

function setUp(earlier?: string) {
  const sockets = new FakeSockets();
  const clock = new SimulatedClock();
  const frames = new VirtualTimeScheduler();
  const live = createLiveData({
    openSocket: sockets.open,
    clock,
    frames,
    timers: new VirtualTimeScheduler(),
  });
  if (earlier !== undefined) live.feed.quotes.write(1, { close: earlier, change: '0' }, 0);
  const store = createQuoteStore(live, live.feed.quote$(1));
  const rendered = vi.fn<() => void>();
  store.subscribe(rendered);
  const shown = () => {
    const { quotation, isStale } = store.get();
    return `${quotation?.close ?? 'initial'}${isStale ? ', stale' : ''}`;
  };
  const say = (...closes: string[]) => {
    for (const close of closes)
      sockets.newest.say({
        type: 'DAY_MARKET',
        currency_match_id: 1,
        quotation: { close, change: '0' },
      });
    frames.flush();
  };
  const reconnect = () => {
    clock.increment(1_000);
    sockets.newest.open();
  };
  return { live, store, sockets, rendered, shown, say, reconnect };
}

describe('a row', () => {
  test('shows its initial value while the first connection is pending', () => {
    expect(setUp().shown()).toBe('initial');
  });

  test('renders once for all the values of a frame', () => {
    const { sockets, rendered, shown, say } = setUp();
    sockets.newest.open();
    rendered.mockClear();

    say('1', '2', '3');

    expect(shown()).toBe('3');
    expect(rendered).toHaveBeenCalledOnce();
  });

  test('is stale from the loss of the connection until the next value of a new one', () => {
    const { sockets, shown, say, reconnect } = setUp();
    sockets.newest.open();
    say('1');
    expect(shown()).toBe('1');

    sockets.newest.drop();
    expect(shown()).toBe('1, stale');
    reconnect();
    expect(shown()).toBe('1, stale');
    say('2');
    expect(shown()).toBe('2');
  });

  test('without a value of its own is stale when the connection fails', () => {
    const { sockets, shown } = setUp();
    sockets.newest.drop();
    expect(shown()).toBe('initial, stale');
  });
});

describe('the price of an earlier visit', () => {
  test('is shown, as stale, when the connection fails', () => {
    const { sockets, shown } = setUp('99');
    expect(shown()).toBe('initial');

    sockets.newest.drop();

    expect(shown()).toBe('99, stale');
  });

  test('gives way to the first live one', () => {
    const { sockets, shown, say } = setUp('99');
    sockets.newest.open();
    expect(shown()).toBe('initial');

    say('100');

    expect(shown()).toBe('100');
  });
});

describe('the store of an instrument', () => {
  test('is the same for every part of the page that shows it', () => {
    const { live } = setUp();

    expect(quoteStoreOf(live, live.feed.quote$(1))).toBe(quoteStoreOf(live, live.feed.quote$(1)));
    expect(quoteStoreOf(live, live.feed.quote$(2))).not.toBe(
      quoteStoreOf(live, live.feed.quote$(1)),
    );
  });

  test('notifies listeners of staleness of that alone', () => {
    const { store, sockets, say } = setUp();
    sockets.newest.open();
    const heard = vi.fn<() => void>();
    const stop = store.subscribeStale(heard);

    say('10');
    say('9.5');
    expect(heard).not.toHaveBeenCalled();
    sockets.newest.drop();
    expect(heard).toHaveBeenCalledOnce();
    expect(store.isStale()).toBe(true);

    stop();
  });
});

/** The feed alone: frames and timers are virtual, and the test plays the socket. */
import { firstValueFrom, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { Deal } from '../../contract/market/market.ts';
import { createFeed } from '../../streams/feed.ts';

const quote = (id: number, close: string) => ({
  type: 'DAY_MARKET',
  currency_match_id: id,
  quotation: { close, change: '1' },
});
const dealNo = (no: number): Deal => ({
  id: String(no),
  price: '1',
  quantity: '1',
  side: 'buy',
  time: no,
});
const candle = (time: number, close: string) => ({
  type: 'KLINE',
  currency_match_id: 1,
  period: '1min',
  candle: { time, open: '1', high: '9', low: '1', close, volume: '0', turnover: '0' },
});

const LINGER_MS = 50;

function setUp() {
  const frames = new VirtualTimeScheduler();
  const timers = new VirtualTimeScheduler();
  const feed = createFeed({ frames, timers, lingerMs: LINGER_MS });
  const sent: unknown[] = [];
  const open = () => feed.opened((text) => sent.push(JSON.parse(text)));
  const say = (message: unknown) => feed.receive(JSON.stringify(message));
  return { feed, frames, timers, sent, open, say, nextFrame: () => frames.flush() };
}

describe('quotes', () => {
  test('the latest value of a frame wins, and each pair is delivered once', () => {
    const { feed, open, say, nextFrame } = setUp();
    const got: string[] = [];
    feed.quote$(1).subscribe(({ value }) => got.push(`1: ${value.close}`));
    feed.quote$(2).subscribe(({ value }) => got.push(`2: ${value.close}`));
    open();

    for (let price = 1; price <= 100; price += 1) say(quote(1, String(price)));
    say([quote(2, '7'), quote(2, '8'), quote(3, 'nobody listens')]);
    expect(got).toEqual([]);
    nextFrame();

    expect(got).toEqual(['1: 100', '2: 8']);
    expect(feed.stats).toMatchObject({ received: 103, malformed: 0 });
  });

  test('a hundred changed pairs ask for one frame', () => {
    const { feed, frames, open, say } = setUp();
    for (let id = 1; id <= 100; id += 1) feed.quote$(id).subscribe();
    open();

    say(Array.from({ length: 100 }, (_, index) => quote(index + 1, '5')));

    expect(frames.actions).toHaveLength(1);
  });

  test('ten listeners of a pair share it; a late one gets the last value at once', async () => {
    const { feed, open, say, nextFrame } = setUp();
    const got: string[] = [];
    for (let listener = 0; listener < 10; listener += 1)
      feed.quote$(1).subscribe(({ value }) => got.push(value.close));
    open();
    say(quote(1, '7'));
    nextFrame();

    expect(got).toEqual(Array.from({ length: 10 }, () => '7'));
    expect((await firstValueFrom(feed.quote$(1))).value.close).toBe('7');
  });

  test('a pair that comes on screen shows the value that passed before', async () => {
    const { feed, open, say, nextFrame } = setUp();
    feed.allMarkets$.subscribe();
    open();
    say(quote(4, '44'));
    nextFrame();

    expect((await firstValueFrom(feed.quote$(4))).value.close).toBe('44');
  });

  test('forex symbols have a channel of their own', () => {
    const { feed, sent, open, say, nextFrame } = setUp();
    const got: string[] = [];
    feed.forexQuote$('EURUSD').subscribe(({ value }) => got.push(value.close));
    open();
    say({ type: 'FOREX', symbol: 'EURUSD', quotation: { close: '1.1', change: '0' } });
    nextFrame();

    expect(sent).toEqual([{ type: 'sub', params: 'FOREX', batch: true }]);
    expect(got).toEqual(['1.1']);
  });
});

describe('subscriptions', () => {
  test('one goes out for any number of pairs, and ends a linger after the last listener', () => {
    const { feed, timers, sent, open } = setUp();
    open();
    const first = feed.quote$(1).subscribe();
    const second = feed.quote$(2).subscribe();
    expect(sent).toEqual([{ type: 'sub', params: 'DAY_MARKET', batch: true }]);

    first.unsubscribe();
    second.unsubscribe();
    expect(sent).toHaveLength(1);
    timers.flush();

    expect(timers.now()).toBe(LINGER_MS);
    expect(sent.at(-1)).toEqual({ type: 'unsub', params: 'DAY_MARKET', batch: true });
  });

  test('a listener that returns within the linger costs nothing', () => {
    const { feed, timers, sent, open } = setUp();
    open();
    feed.quote$(1).subscribe().unsubscribe();
    feed.quote$(1).subscribe();
    timers.flush();

    expect(sent).toHaveLength(1);
  });

  test('a page leaves no more subscriptions behind than the hand-over to the next one takes', () => {
    const frames = new VirtualTimeScheduler();
    const timers = new VirtualTimeScheduler();
    const feed = createFeed({ frames, timers });
    const sent: unknown[] = [];
    feed.opened((text) => sent.push(JSON.parse(text)));
    const home = feed.allMarkets$.subscribe();
    const row = feed.quote$(1).subscribe();

    home.unsubscribe();
    row.unsubscribe();
    const market = feed.quote$(2).subscribe();
    timers.flush();
    expect(sent).toHaveLength(1);

    const leftAtMs = timers.now();
    market.unsubscribe();
    timers.flush();
    expect(sent.at(-1)).toEqual({ type: 'unsub', params: 'DAY_MARKET', batch: true });
    expect(timers.now() - leftAtMs).toBeLessThanOrEqual(100);
  });

  test('a subscription made before the socket is open is sent when it opens', () => {
    const { feed, sent, open } = setUp();
    feed.deals$(3).subscribe();
    expect(sent).toEqual([]);

    open();

    expect(sent).toEqual([{ type: 'sub', params: 'DEAL', currency_match_id: 3 }]);
  });

  test('isWanted$ reports whether there are listeners', () => {
    const { feed, timers } = setUp();
    const told: boolean[] = [];
    feed.isWanted$.subscribe((isWanted) => told.push(isWanted));

    const listening = feed.candle$({ kind: 'forex', symbol: 'EURUSD' }, '1day').subscribe();
    feed.deals$(1).subscribe().unsubscribe();
    listening.unsubscribe();
    timers.flush();

    expect(told).toEqual([false, true, false]);
  });
});

describe('freshness', () => {
  test('every connection has a number, and values carry that of the one that brought them', () => {
    const { feed, open, say, nextFrame } = setUp();
    const got: number[] = [];
    feed.quote$(1).subscribe(({ generation }) => got.push(generation));
    feed.quotes.write(1, { close: '5', change: '0' }, 0);
    nextFrame();
    open();
    say(quote(1, '6'));
    nextFrame();
    feed.closed();
    expect(feed.freshness()).toEqual({ generation: 1, isOpen: false });
    open();
    say(quote(1, '7'));
    nextFrame();

    expect(got).toEqual([0, 1, 2]);
    expect(feed.freshness()).toEqual({ generation: 2, isOpen: true });
  });
});

describe('candles', () => {
  test('the last candle of a frame wins, per market and period', () => {
    const { feed, open, say, nextFrame } = setUp();
    const got: string[] = [];
    feed.candle$({ kind: 'spot', id: 1 }, '1min').subscribe(({ value }) => got.push(value.close));
    feed.candle$({ kind: 'spot', id: 1 }, '1day').subscribe(({ value }) => got.push(value.close));
    open();
    say(candle(60_000, '1'));
    say(candle(60_000, '2'));
    say({ ...candle(60_000, '3'), currency_match_id: 2 });
    nextFrame();

    expect(got).toEqual(['2']);
  });

  test('a period that ends between two frames is finished before the next one begins', () => {
    const { feed, open, say, nextFrame } = setUp();
    const got: string[] = [];
    feed
      .candle$({ kind: 'spot', id: 1 }, '1min')
      .subscribe(({ value }) => got.push(`${value.time}: ${value.close}`));
    open();
    say(candle(60_000, '1'));
    say(candle(60_000, '2'));
    say(candle(120_000, '3'));
    say(candle(120_000, '4'));
    nextFrame();
    say(candle(120_000, '5'));
    nextFrame();

    expect(got).toEqual(['60000: 2', '120000: 4', '120000: 5']);
  });

  test('more ended periods than a hidden page holds are dropped, and reported at the next frame', () => {
    const { feed, open, say, nextFrame } = setUp();
    const got: number[] = [];
    let losses = 0;
    feed.candle$({ kind: 'spot', id: 1 }, '1min').subscribe(({ value }) => got.push(value.time));
    feed.candlesLost$.subscribe(() => {
      losses += 1;
    });
    open();
    const sayMinutes = (from: number, to: number) => {
      for (let minute = from; minute <= to; minute += 1) say(candle(minute * 60_000, '1'));
    };
    sayMinutes(1, 1_441);
    nextFrame();
    expect([got.length, losses]).toEqual([1_441, 0]);

    sayMinutes(1_442, 3_000);
    expect(losses).toBe(0);
    nextFrame();

    expect(losses).toBe(1);
    expect(got.length).toBeLessThan(3_000);
    expect(got.at(-1)).toBe(3_000 * 60_000);
  });
});

describe('trades', () => {
  test('all trades of a frame are delivered, newest first', () => {
    const { feed, open, say, nextFrame } = setUp();
    let listed: readonly Deal[] = [];
    feed.deals$(1).subscribe((deals) => {
      listed = deals;
    });
    open();
    say({ type: 'DEAL', currency_match_id: 1, deals: [dealNo(1), dealNo(2)] });
    say({ type: 'DEAL', currency_match_id: 1, deals: [dealNo(3)] });
    nextFrame();
    say({ type: 'DEAL', currency_match_id: 1, deals: [dealNo(4)] });
    nextFrame();

    expect(listed.map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
  });

  test('a list keeps the newest 50, even after a long time without a frame', () => {
    const { feed, open, say, nextFrame } = setUp();
    let listed: readonly Deal[] = [];
    feed.deals$(1).subscribe((deals) => {
      listed = deals;
    });
    open();
    for (let no = 1; no <= 1_000; no += 1)
      say({ type: 'DEAL', currency_match_id: 1, deals: [dealNo(no)] });
    nextFrame();

    expect(listed).toHaveLength(50);
    expect(listed[0]?.id).toBe('1000');
    expect(listed[49]?.id).toBe('951');
  });

  test('a list that is opened again begins empty, because trades in between are missing', () => {
    const { feed, timers, open, say, nextFrame } = setUp();
    const trade = (no: number) => say({ type: 'DEAL', currency_match_id: 1, deals: [dealNo(no)] });
    const left = feed.deals$(1).subscribe();
    open();
    trade(1);
    nextFrame();
    left.unsubscribe();
    timers.flush();
    // Sent before the server has read the end of the subscription.
    trade(2);
    nextFrame();
    const lists: string[][] = [];
    feed.deals$(1).subscribe((deals) => lists.push(deals.map(({ id }) => id)));
    trade(3);
    nextFrame();

    expect(lists).toEqual([['3']]);
  });
});

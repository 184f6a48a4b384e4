/** The messages on the channels of `/ws`, as a real client receives them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { Candle } from '../../../contract/market/market.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { startHarness, type Client, type Harness } from './socket-harness.ts';
import { eventually } from '../../support/eventually.ts';

const MARKETS = 50;
const FOREX_PAIRS = 14;

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

const subscribed = async (message: object): Promise<Client> => {
  const client = await harness.connect();
  client.send({ type: 'sub', ...message });
  await client.settle();
  return client;
};

const waitForQuotes = (client: Client, count: number) =>
  eventually(() => expect(client.of('DAY_MARKET').length).toBeGreaterThanOrEqual(count));

const bitcoinQuote = (client: Client) =>
  client.of('DAY_MARKET').findLast((message) => message.currency_match_id === 1)?.quotation;

const candlesOf = (client: Client): Map<number, Candle> =>
  new Map(client.of('KLINE').map(({ candle }) => [candle.time, candle]));

describe('the greeting', () => {
  it('has the time and the heartbeat for a client that requests it', async () => {
    const client = await harness.connect();
    expect(client.frames).toEqual([
      { type: 'hello', time: harness.clock.time, heartbeat_ms: 15_000, idle_close_ms: 45_000 },
    ]);
  });

  it('is followed by a pong for each ping', async () => {
    const client = await harness.connect();
    client.send({ type: 'ping' });
    expect(await client.waitFor(({ type }) => type === 'pong')).toEqual({
      type: 'pong',
      time: harness.clock.time,
    });
  });
});

describe('DAY_MARKET', () => {
  it('is one message per quote, exactly as in the specification', async () => {
    const client = await subscribed({ params: 'DAY_MARKET' });
    await waitForQuotes(client, MARKETS);
    const before = client.frames.length;
    harness.advance(1_000);
    await waitForQuotes(client, MARKETS + 1);
    const quoted = client.frames
      .slice(before)
      .filter((frame) => JSON.stringify(frame).includes('"currency_match_id":1,'));
    const quotation = harness.source.spotMarkets.get(1)?.quotation();
    expect(JSON.stringify(quoted.at(-1))).toBe(
      `{"type":"DAY_MARKET","currency_match_id":1,"quotation":{"close":"${quotation?.close}","change":"${quotation?.change}"}}`,
    );
  });

  it('begins with the present value of every market', async () => {
    const client = await subscribed({ params: 'DAY_MARKET' });
    await waitForQuotes(client, MARKETS);
    const ids = client.of('DAY_MARKET').map((message) => message.currency_match_id);
    expect(ids).toEqual([...harness.source.spotMarkets.keys()]);
    for (const message of client.of('DAY_MARKET')) {
      const market = harness.source.spotMarkets.get(message.currency_match_id);
      expect(message.quotation).toEqual(market?.quotation());
    }
  });

  it('in batches is one array a flush, first all markets, then the latest value of those that changed', async () => {
    const client = await subscribed({ params: 'DAY_MARKET', batch: true, interval_ms: 1_000 });
    await waitForQuotes(client, MARKETS);
    const first = client.frames.at(-1);
    expect(Array.isArray(first) && first.length).toBe(MARKETS);
    const frames = client.frames.length;
    for (let quote = 0; quote < 4; quote += 1) harness.advance(300);
    await eventually(() => expect(client.frames.length).toBeGreaterThan(frames));
    const second = client.frames[frames] as { currency_match_id: number; quotation: object }[];
    const ids = second.map((message) => message.currency_match_id);
    expect(new Set(ids).size).toBe(ids.length);
    const bitcoin = ensure(
      second.find((message) => message.currency_match_id === 1),
      'BTC/USDT',
    );
    expect(bitcoin.quotation).toEqual(harness.source.spotMarkets.get(1)?.quotation());
  });

  it('updates the change of the day each minute, without a trade', async () => {
    const first = await subscribed({ params: 'DAY_MARKET' });
    await waitForQuotes(first, MARKETS);
    harness.clock.time += DAY_MS;
    const present = harness.source.spotMarkets.get(1)?.quotation();
    expect(bitcoinQuote(first)?.change).not.toBe(present?.change);
    await eventually(() => expect(bitcoinQuote(first)).toEqual(present));
    const second = await subscribed({ params: 'DAY_MARKET', batch: true });
    await waitForQuotes(second, MARKETS);
    expect(bitcoinQuote(second)).toEqual(present);
  });

  it('serves different intervals side by side', async () => {
    const fast = await subscribed({ params: 'DAY_MARKET', batch: true, interval_ms: 16 });
    const slow = await subscribed({ params: 'DAY_MARKET', batch: true, interval_ms: 1_000 });
    await waitForQuotes(fast, MARKETS);
    await waitForQuotes(slow, MARKETS);
    const [framesOfFast, framesOfSlow] = [fast.frames.length, slow.frames.length];
    const begunAt = performance.now();
    for (let quote = 1; quote <= 20; quote += 1) {
      const seen = fast.of('DAY_MARKET').length;
      harness.advance(250);
      await waitForQuotes(fast, seen + 1);
    }
    expect(fast.frames.length - framesOfFast).toBeGreaterThanOrEqual(20);
    // At most one a second, plus one on its way at the start and one at the end, however long the test took.
    const secondsPassed = (performance.now() - begunAt) / SECOND_MS;
    expect(slow.frames.length - framesOfSlow).toBeLessThanOrEqual(secondsPassed + 2);
    await eventually(() => {
      expect(bitcoinQuote(slow)).toEqual(bitcoinQuote(fast));
    });
  });

  it('ends with unsub', async () => {
    const client = await subscribed({ params: 'DAY_MARKET' });
    await waitForQuotes(client, MARKETS);
    client.send({ type: 'unsub', params: 'DAY_MARKET' });
    await client.settle();
    const before = client.frames.length;
    harness.advance(1_000);
    await client.settle();
    expect(client.frames.length).toBe(before + 1);
  });

  it('changes its interval with a second sub', async () => {
    const client = await subscribed({ params: 'DAY_MARKET' });
    await waitForQuotes(client, MARKETS);
    client.send({ type: 'sub', params: 'DAY_MARKET', batch: true });
    await client.settle();
    const before = client.frames.length;
    harness.advance(1_000);
    await eventually(() => expect(client.frames.length).toBeGreaterThan(before));
    for (const frame of client.frames.slice(before)) expect(Array.isArray(frame)).toBe(true);
  });
});

describe('FOREX', () => {
  it('has every symbol, by symbol', async () => {
    const client = await subscribed({ params: 'FOREX', batch: true });
    await eventually(() => expect(client.of('FOREX')).toHaveLength(FOREX_PAIRS));
    expect(client.of('FOREX')[0]).toEqual({
      type: 'FOREX',
      symbol: 'EURUSD',
      quotation: harness.source.forexPairs.get('EURUSD')?.quotation(),
    });
  });
});

describe('DEAL', () => {
  it('has each new trade of the one market once, oldest first', async () => {
    const client = await subscribed({ params: 'DEAL', currency_match_id: 2 });
    for (let second = 0; second < 6; second += 1) harness.advance(1_000);
    const listed = harness.source.spotMarkets.get(2)?.deals(100) ?? [];
    const due = listed.filter(({ time }) => time > harness.clock.time - 6_000).toReversed();
    expect(due.length).toBeGreaterThan(10);
    await eventually(() => {
      expect(client.of('DEAL').flatMap(({ deals }) => deals)).toEqual(due);
    });
    for (const message of client.of('DEAL')) expect(message.currency_match_id).toBe(2);
  });
});

describe('KLINE', () => {
  it('begins with the forming candle that REST lists', async () => {
    const client = await subscribed({ params: 'KLINE', currency_match_id: 1, period: '1week' });
    const [message] = client.of('KLINE');
    const listed = await harness.source.spotMarkets.get(1)?.candles('1week', 1);
    expect(message).toEqual({
      type: 'KLINE',
      currency_match_id: 1,
      period: '1week',
      candle: listed?.[0],
    });
  });

  it('matches the candles that REST lists, over the end of a minute', async () => {
    const client = await subscribed({ params: 'KLINE', currency_match_id: 1, period: '1min' });
    const started = harness.clock.time;
    while (harness.clock.time < started + 2.2 * MINUTE_MS) {
      harness.advance(4_000);
      // Every fifth step waits for the messages; the others accumulate between two flushes.
      if (harness.clock.time % 20_000 < 4_000) {
        const now = harness.clock.time;
        const [newest] = harness.source.spotMarkets.get(1)?.candlesFrom('1min', now) ?? [];
        const expected = ensure(newest, 'a forming candle');
        await eventually(() => {
          expect(candlesOf(client).get(expected.time)).toEqual(expected);
        });
      }
    }
    const listed = harness.source.spotMarkets.get(1)?.candlesFrom('1min', started) ?? [];
    expect(listed.length).toBe(3);
    await eventually(() => {
      expect([...candlesOf(client).values()]).toEqual(listed);
    });
  });

  it('of one market and period is apart from another', async () => {
    const client = await subscribed({ params: 'KLINE', currency_match_id: 1, period: '1min' });
    client.send({ type: 'sub', params: 'KLINE', currency_match_id: 1, period: '60min' });
    client.send({ type: 'unsub', params: 'KLINE', currency_match_id: 1, period: '1min' });
    await client.settle();
    const before = client.of('KLINE').length;
    harness.advance(2_000);
    await eventually(() => expect(client.of('KLINE').length).toBeGreaterThan(before));
    for (const { period } of client.of('KLINE').slice(before)) expect(period).toBe('60min');
  });
});

describe('FOREX_KLINE', () => {
  it('has the forming candle of a symbol', async () => {
    const client = await subscribed({ params: 'FOREX_KLINE', symbol: 'USDJPY', period: '5min' });
    harness.advance(2_000);
    const pair = harness.source.forexPairs.get('USDJPY');
    await eventually(() => {
      const [forming] = pair?.candlesFrom('5min', harness.clock.time) ?? [];
      expect(client.of('FOREX_KLINE').at(-1)?.candle).toEqual(forming);
    });
    expect(client.of('FOREX_KLINE')[0]?.symbol).toBe('USDJPY');
  });

  it('is silent on a Saturday, without an error', async () => {
    harness.clock.time += DAY_MS;
    const client = await subscribed({ params: 'FOREX_KLINE', symbol: 'USDJPY', period: '5min' });
    expect(client.messages.map(({ type }) => type)).toEqual(['hello', 'pong']);
  });
});

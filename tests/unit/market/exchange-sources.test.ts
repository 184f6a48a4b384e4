/** Price sources that follow exchanges, against servers on this machine that speak the documented protocols. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, type Clock } from '../../../contract/time.ts';
import { BINANCE } from '../../../server/areas/market/sources/exchanges/binance.ts';
import { BITSTAMP } from '../../../server/areas/market/sources/exchanges/bitstamp.ts';
import { COINBASE } from '../../../server/areas/market/sources/exchanges/coinbase.ts';
import { ExchangeSource } from '../../../server/areas/market/sources/exchanges/exchange-source.ts';
import type { FeedPace } from '../../../server/areas/market/sources/exchanges/feed-pace.ts';
import type { FeedProtocol } from '../../../server/areas/market/sources/exchanges/feed-protocol.ts';
import { KRAKEN } from '../../../server/areas/market/sources/exchanges/kraken.ts';
import { OKX } from '../../../server/areas/market/sources/exchanges/okx.ts';
import { Marks } from '../../../server/areas/market/sources/marks.ts';
import type { PricePair } from '../../../server/areas/market/sources/price-source.ts';
import { eventually } from '../../support/eventually.ts';
import { coinbaseHeartbeat } from '../../support/market/documented-messages.ts';
import { SpeakingExchange } from '../../support/market/speaking-exchange.ts';

const PROTOCOLS = [BINANCE, BITSTAMP, COINBASE, KRAKEN, OKX];
const START = Date.UTC(2026, 10, 25, 12);
const pairOf = (base: string, quote: string, priceScale: number): PricePair => {
  return { name: `${base}/${quote}`, base, quote, priceScale, hours: 'always' };
};
const BTC = pairOf('BTC', 'USDT', 2);
const XRP = pairOf('XRP', 'USDT', 5);

/** Everything a thousand times faster than in a server. */
const PACE: FeedPace = {
  connectMs: 5_000,
  retryMs: 10,
  retryMsMax: 80,
  steadyMs: 60_000,
  pricelessMs: 60_000,
  refusalsMs: 20,
};

const clock: Clock & { time: number } = { time: START, now: () => clock.time };
const lines: { readonly level: 'info' | 'warn'; readonly text: string; readonly fields: object }[] =
  [];
const logAs =
  (level: 'info' | 'warn') =>
  (fields: object, text: string): void => {
    lines.push({ level, text, fields });
  };
const log = { info: logAs('info'), warn: logAs('warn') } as never;
const toClose: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  clock.time = START;
  lines.length = 0;
});
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function startExchange(id: string): Promise<SpeakingExchange> {
  const exchange = await SpeakingExchange.start(id);
  toClose.push(() => exchange.stop());
  return exchange;
}

interface Following {
  readonly protocol?: Partial<FeedProtocol>;
  readonly pace?: Partial<FeedPace>;
  readonly pairs?: readonly PricePair[];
}

function follow(exchange: SpeakingExchange, { protocol, pace, pairs = [BTC] }: Following = {}) {
  const known = PROTOCOLS.find(({ id }) => id === exchange.dialect.id);
  const source = new ExchangeSource({ ...known, ...protocol } as FeedProtocol, {
    clock,
    log,
    chance: () => 0,
    url: exchange.url,
    pace: { ...PACE, ...pace },
  });
  toClose.push(() => source.stop());
  source.start(pairs);
  return source;
}

const quoteAt = (price: string, atMs = clock.time) => ({
  last: price,
  bid: price,
  ask: price,
  atMs,
});
const expectPrice = (source: ExchangeSource, ticks: number, pair = BTC, atMs = clock.time) =>
  eventually(() => expect(source.price(pair)).toEqual({ ticks, atMs }));
const said = (text: string) => lines.filter((line) => line.text === text);
/** Resolves when everything that was said before has been read; the price of BTC has not changed. */
async function expectRead(exchange: SpeakingExchange, source: ExchangeSource): Promise<void> {
  const before = source.price(BTC);
  const cents = exchange.turnOf(exchange.dialect.xrpSymbol);
  exchange.price(exchange.dialect.xrpSymbol, quoteAt(`2.3${cents}`));
  await expectPrice(source, 230_000 + 1_000 * cents, XRP);
  expect(source.price(BTC)).toEqual(before);
}

describe.each(PROTOCOLS.map(({ id }) => id))('%s', (id) => {
  let exchange: SpeakingExchange;
  let symbol: string;
  beforeEach(async () => {
    exchange = await startExchange(id);
    ({ symbol } = exchange.dialect);
  });

  test('a source subscribes and has the snapshot, then each update, with the time of the exchange', async () => {
    exchange.price(symbol, quoteAt('97250.12', START - 400));
    const source = follow(exchange);
    expect(source.price(BTC)).toBeNull();
    await expectPrice(source, 9_725_012, BTC, START - 400);
    exchange.price(symbol, quoteAt('97250.5', START - 100));
    await expectPrice(source, 9_725_050, BTC, START - 100);
    expect(said('a price source is connected')).toHaveLength(1);
  });

  test('the price in another quote currency is not the price in USDT', async () => {
    const source = follow(exchange, { pairs: [BTC, XRP] });
    await eventually(() => expect(exchange.heard.length).toBeGreaterThan(0));
    exchange.price(exchange.dialect.otherSymbol, quoteAt('97000'));
    await expectRead(exchange, source);
    expect(source.price(BTC)).toBeNull();
    expect(exchange.heard.join('\n').toUpperCase()).not.toMatch(/BTC[-/]?USD\b/);
  });

  test('prices that cannot be and messages that are none change nothing and end nothing', async () => {
    const source = follow(exchange, { pairs: [BTC, XRP] });
    exchange.price(symbol, quoteAt('97250.00'));
    await eventually(() => exchange.connectedAt.length === 1);
    await expectPrice(source, 9_725_000);
    clock.time += 10;
    for (const price of [
      '0',
      '0.001',
      '-97250',
      'NaN',
      '1e999',
      '',
      'null',
      '9'.repeat(16),
      '9'.repeat(40),
    ])
      exchange.say(exchange.dialect.price(symbol, quoteAt(price), 50));
    for (const text of ['', '{', '[]', '7', 'null', '{"a":1}', '['.repeat(50_000)])
      exchange.say(text);
    await expectRead(exchange, source);
    expect(exchange.connectedAt).toHaveLength(1);
    expect(said('a price source sent what its protocol does not have')).toHaveLength(1);
  });

  test('a time in the future is not believed, and an older price does not replace a newer one', async () => {
    const source = follow(exchange, { pairs: [BTC, XRP] });
    exchange.price(symbol, quoteAt('97250.00'));
    await expectPrice(source, 9_725_000);
    exchange.price(symbol, quoteAt('98000.00', clock.time + 1_002));
    exchange.price(symbol, quoteAt('96000.00', clock.time - 1));
    await expectRead(exchange, source);
    expect(said('a price source is ahead of the clock')).toMatchObject([
      { level: 'warn', fields: { source: id, aheadMs: 1_002 } },
    ]);
  });

  test('a silent connection is replaced; until then the price keeps its time', async () => {
    const source = follow(exchange, { protocol: { silentAfterMs: 60, ping: null } });
    exchange.price(symbol, quoteAt('97250.00'));
    await expectPrice(source, 9_725_000);
    await eventually(() => expect(exchange.connectedAt.length).toBeGreaterThan(1));
    expect(said('a price source is not connected')).toMatchObject([
      { fields: { source: id, reason: expect.stringMatching(/^silent for \d+ ms$/) } },
    ]);
    expect(source.price(BTC)).toEqual({ ticks: 9_725_000, atMs: START });
    clock.time += 1;
    exchange.price(symbol, quoteAt('97300.00'));
    await expectPrice(source, 9_730_000);
  });

  test('a connection that speaks without a price is replaced', async () => {
    follow(exchange, { pace: { pricelessMs: 60 } });
    await eventually(() => {
      exchange.say(exchange.dialect.accepted(symbol));
      expect(exchange.connectedAt.length).toBeGreaterThan(1);
    });
    expect(said('a price source is not connected')).toMatchObject([
      { fields: { reason: 'messages without a price' } },
    ]);
  });

  test('a connection that the exchange closes is replaced, and subscribed again', async () => {
    exchange.price(symbol, quoteAt('97250.00'));
    const source = follow(exchange);
    await expectPrice(source, 9_725_000);
    const before = exchange.heard.length;
    exchange.hangUp();
    await eventually(() => expect(exchange.heard.length).toBeGreaterThan(before));
    clock.time += 5;
    exchange.price(symbol, quoteAt('97251.00'));
    await expectPrice(source, 9_725_100);
  });

  test('the pause before another connection doubles while connections fail, and is bounded', async () => {
    exchange.mood = 'closes';
    follow(exchange);
    await eventually(() => expect(exchange.connectedAt.length).toBeGreaterThanOrEqual(7));
    const times = exchange.connectedAt;
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    for (const [index, leastMs] of [10, 20, 40, 80, 80, 80].entries())
      expect(pauses[index]).toBeGreaterThanOrEqual(leastMs - 1);
    expect(said('a price source is not connected')).toHaveLength(1);
  });

  test('a source that is stopped connects no more', async () => {
    exchange.price(symbol, quoteAt('97250.00'));
    const source = follow(exchange);
    await expectPrice(source, 9_725_000);
    await source.stop();
    await eventually(() => expect(exchange.connectionCount).toBe(0));
    expect(exchange.connectedAt).toHaveLength(1);
    expect(said('a price source is not connected')).toEqual([]);
  });

  test('a source that waits to connect again stops at once', async () => {
    exchange.mood = 'closes';
    const source = follow(exchange, { pace: { retryMs: 60_000, retryMsMax: 60_000 } });
    await eventually(() => expect(said('a price source is not connected')).toHaveLength(1));
    await source.stop();
    expect(exchange.connectedAt).toHaveLength(1);
  });
});

test.each(['coinbase', 'kraken', 'okx'])(
  '%s: a refused pair leaves the others alone and is logged',
  async (id) => {
    const exchange = await startExchange(id);
    exchange.knownSymbols = new Set([exchange.dialect.symbol]);
    exchange.price(exchange.dialect.symbol, quoteAt('97250.00'));
    const source = follow(exchange, { pairs: [XRP, BTC] });
    await expectPrice(source, 9_725_000);
    await eventually(() =>
      expect(said('a price source does not have these pairs')).toMatchObject([
        { level: 'info', fields: { source: id, symbols: [exchange.dialect.xrpSymbol] } },
      ]),
    );
    expect(exchange.connectedAt).toHaveLength(1);
  },
);

test.each(['binance', 'bitstamp', 'okx'])('%s: it may ask to reconnect', async (id) => {
  const exchange = await startExchange(id);
  exchange.price(exchange.dialect.symbol, quoteAt('97250.00'));
  const source = follow(exchange);
  await expectPrice(source, 9_725_000);
  exchange.say(exchange.dialect.goodbye ?? '');
  await eventually(() => expect(exchange.connectedAt).toHaveLength(2));
});

test.each(['bitstamp', 'kraken', 'okx'])('%s: a ping after a silence is answered', async (id) => {
  const exchange = await startExchange(id);
  const text = PROTOCOLS.find((protocol) => protocol.id === id)?.ping?.text ?? '';
  follow(exchange, { protocol: { silentAfterMs: 10_000, ping: { text, afterMs: 20 } } });
  const pings = () => exchange.heard.filter((message) => message === text).length;
  // Another ping is sent only after an answer.
  await eventually(() => expect(pings()).toBeGreaterThanOrEqual(5));
  expect(exchange.connectedAt).toHaveLength(1);
});

test('a connection on which a ping has no answer is replaced', async () => {
  const exchange = await startExchange('okx');
  exchange.mood = 'is silent';
  follow(exchange, { protocol: { silentAfterMs: 80, ping: { text: 'ping', afterMs: 20 } } });
  await eventually(() => expect(exchange.connectedAt.length).toBeGreaterThan(1));
  expect(exchange.heard).toContain('ping');
});

test('a connection that sends only what is no message is as good as silent', async () => {
  const exchange = await startExchange('kraken');
  follow(exchange, { protocol: { silentAfterMs: 600, ping: null } });
  await eventually(() => {
    exchange.say('{"a":1}');
    expect(exchange.connectedAt.length).toBeGreaterThan(1);
  });
});

test('coinbase: a trade that no ticker reported ends the connection, and one that comes late does not', async () => {
  const exchange = await startExchange('coinbase');
  const { symbol } = exchange.dialect;
  exchange.price(symbol, quoteAt('97250.00'));
  const source = follow(exchange, { pairs: [BTC, XRP] });
  await expectPrice(source, 9_725_000);
  // The trade after the first ticker: the heartbeat is ahead of the ticker, which comes before the next one.
  exchange.say(coinbaseHeartbeat(symbol, 3));
  clock.time += 1;
  exchange.price(symbol, quoteAt('97251.00'));
  exchange.price(symbol, quoteAt('97252.00'));
  exchange.say(coinbaseHeartbeat(symbol, 3));
  await expectPrice(source, 9_725_200);
  exchange.say(coinbaseHeartbeat(symbol, 9));
  await expectRead(exchange, source);
  expect(exchange.connectedAt).toHaveLength(1);
  exchange.say(coinbaseHeartbeat(symbol, 9));
  await eventually(() => expect(exchange.connectedAt).toHaveLength(2));
  expect(said('a price source is not connected')).toMatchObject([
    { fields: { reason: 'trades of BTC-USDT were lost' } },
  ]);
});

test.each(['binance', 'coinbase'])('%s: a message from before is not taken', async (id) => {
  const exchange = await startExchange(id);
  const { dialect } = exchange;
  const source = follow(exchange, { pairs: [BTC, XRP] });
  await eventually(() => expect(exchange.heard.length).toBeGreaterThan(0));
  exchange.say(dialect.price(dialect.symbol, quoteAt('97250.00'), 10));
  await expectPrice(source, 9_725_000);
  exchange.say(dialect.price(dialect.symbol, quoteAt('97999.00'), 9));
  await expectRead(exchange, source);
});

test('binance: an old connection is replaced before the exchange ends it', async () => {
  const exchange = await startExchange('binance');
  exchange.price(exchange.dialect.symbol, quoteAt('97250.00'));
  follow(exchange, { protocol: { lifetimeMs: 50, silentAfterMs: 1_000 } });
  await eventually(() => expect(exchange.connectedAt.length).toBeGreaterThan(1));
  expect(said('a price source is not connected')).toMatchObject([
    { fields: { reason: 'the connection is old' } },
  ]);
  expect(BINANCE.lifetimeMs).toBeLessThan(24 * HOUR_MS);
});

test('a steady connection that ends is replaced after the first pause, however many failed before', async () => {
  const exchange = await startExchange('okx');
  exchange.mood = 'closes';
  const source = follow(exchange, { pace: { steadyMs: 30, retryMsMax: 60_000 } });
  await eventually(() => expect(exchange.connectedAt.length).toBeGreaterThanOrEqual(8));
  exchange.mood = 'serves';
  exchange.price(exchange.dialect.symbol, quoteAt('97250.00'));
  await expectPrice(source, 9_725_000);
  const steadyAt = performance.now() + 40;
  await eventually(() => expect(performance.now()).toBeGreaterThan(steadyAt));
  const before = exchange.connectedAt.length;
  const endedAt = performance.now();
  exchange.hangUp();
  await eventually(() => expect(exchange.connectedAt.length).toBe(before + 1));
  // One more failure would have made it 2,560 ms.
  expect((exchange.connectedAt.at(-1) ?? 0) - endedAt).toBeLessThan(1_280);
});

test('one exchange that says a hundredfold price, zero or an old price moves no mark', async () => {
  const exchanges = await Promise.all(['binance', 'kraken', 'okx'].map(startExchange));
  const sources = exchanges.map((exchange) => {
    const known = PROTOCOLS.find(({ id }) => id === exchange.dialect.id) as FeedProtocol;
    const parts = { clock, log, chance: () => 0, url: exchange.url, pace: PACE };
    return new ExchangeSource(known, parts);
  });
  const marks = new Marks({ pairs: [BTC], sources, clock });
  toClose.push(() => marks.stop());
  const [first, second, third] = exchanges;
  first?.price(first.dialect.symbol, quoteAt('97250.00'));
  second?.price(second.dialect.symbol, quoteAt('97252.10'));
  third?.price(third.dialect.symbol, quoteAt('97248.90'));
  for (const source of sources) source.start([BTC]);
  await eventually(() => expect(marks.mark(BTC.name).sources).toHaveLength(3));
  expect(marks.mark(BTC.name)).toMatchObject({ status: 'live', ticks: 9_725_000 });
  clock.time += 100;
  first?.price(first.dialect.symbol, quoteAt('9725000.00'));
  await eventually(() => expect(marks.mark(BTC.name).sources).toHaveLength(2));
  expect(marks.mark(BTC.name)).toMatchObject({ status: 'live', ticks: 9_725_050 });
});

/** Reading of messages of exchanges: prices to the last digit, and nothing from data that is no message. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Log } from '../../../server/kit/log.ts';
import { SPOT_MARKETS, FOREX_PAIRS } from '../../../server/areas/market/catalog.ts';
import {
  createSources,
  SOURCE_NAMES,
} from '../../../server/areas/market/sources/create-sources.ts';
import { BINANCE } from '../../../server/areas/market/sources/exchanges/binance.ts';
import { BITSTAMP } from '../../../server/areas/market/sources/exchanges/bitstamp.ts';
import { COINBASE } from '../../../server/areas/market/sources/exchanges/coinbase.ts';
import { fairPrice } from '../../../server/areas/market/sources/exchanges/fair-price.ts';
import {
  retryPauseMs,
  USUAL_PACE,
} from '../../../server/areas/market/sources/exchanges/feed-pace.ts';
import { KRAKEN } from '../../../server/areas/market/sources/exchanges/kraken.ts';
import { OKX } from '../../../server/areas/market/sources/exchanges/okx.ts';
import { listPricePairs } from '../../../server/areas/market/sources/price-pairs.ts';
import { readExact, readTicks } from '../../../server/areas/market/sources/read-ticks.ts';
import { dialectOf } from '../../support/market/documented-messages.ts';

const PROTOCOLS = [BINANCE, BITSTAMP, COINBASE, KRAKEN, OKX];
const SEED = { seed: 20_261_125 };
const AT = 1_764_072_000_123;
const PAIRS = listPricePairs(SPOT_MARKETS, FOREX_PAIRS);

describe.each(PROTOCOLS)('$id', (protocol) => {
  const { symbol, price } = dialectOf(protocol.id);
  /** Bitstamp sends its order book without a last trade. */
  const hasLast = protocol !== BITSTAMP;

  test.each([
    ['in the digits that were sent', '0.00001186', '0.00001185', '0.00001187', '0.00001186'],
    [
      'where a float has no place for it',
      '97250.123456789012',
      '97250',
      '97251',
      '97250.123456789012',
    ],
    ['with an exponent', '1.186e-5', '1.186e-5', '1.186e-5', '0.00001186'],
    ['of the quotes that left the last trade below', '90000', '97250', '97251', '97250'],
    ['of the quotes that left the last trade above', '99000', '97250', '97251', '97251'],
  ])('a price is read %s', (_what, last, bid, ask, expected) => {
    const isMiddle = !hasLast && bid !== ask;
    const events = protocol.createReader()(price(symbol, { last, bid, ask, atMs: AT }, 1));
    const exact = isMiddle
      ? ((readExact(bid) ?? 0n) + (readExact(ask) ?? 0n)) / 2n
      : readExact(expected);
    expect(events).toEqual([{ kind: 'price', symbol, price: exact, atMs: AT }]);
  });

  test.each([
    ['crossed', '97251', '97250'],
    ['further apart than 1 %', '97000', '97971'],
    ['not above zero', '0', '97250'],
  ])('quotes that are %s give no price', (_what, bid, ask) => {
    const message = price(symbol, { last: '97250', bid, ask, atMs: AT }, 1);
    expect(protocol.createReader()(message)).toEqual([{ kind: 'unusable', symbol }]);
  });

  test('every pair has a symbol of its own, and a message has few of them', () => {
    const symbols = PAIRS.map((pair) => protocol.symbolOf(pair)).filter((each) => each !== null);
    expect(new Set(symbols).size).toBe(symbols.length);
    const messages = protocol.subscribe(symbols);
    expect(messages.flatMap((text) => dialectOf(protocol.id).symbolsOf(JSON.parse(text)))).toEqual(
      symbols,
    );
    for (const message of messages) expect(message.length).toBeLessThan(4_096);
    expect(messages.length * protocol.subscribeGapMs).toBeLessThan(10_000);
  });

  test('any JSON is read without an error, and is no price', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        for (const event of protocol.createReader()(text)) expect(event.kind).not.toBe('price');
      }),
      SEED,
    );
  });

  test('a message with a damaged place is read without an error', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.string({ maxLength: 6 }), (at, damage) => {
        const message = price(symbol, { last: '7', bid: '7', ask: '7', atMs: AT }, 1);
        const place = at % message.length;
        const damaged = message.slice(0, place) + damage + message.slice(place + 1);
        for (const event of protocol.createReader()(damaged))
          if (event.kind === 'price') expect(event.price).toBeGreaterThan(0n);
      }),
      SEED,
    );
  });
});

test('pairs in USD and in USDT are different, and a forex pair has no coin', () => {
  const symbols = (name: string) =>
    PROTOCOLS.map((protocol) =>
      PAIRS.filter((pair) => pair.name === name).map((pair) => protocol.symbolOf(pair)),
    ).flat();
  expect(symbols('BTC/USDT')).toEqual(['BTCUSDT', 'btcusdt', 'BTC-USDT', 'BTC/USDT', 'BTC-USDT']);
  expect(symbols('USDT/USD')).toEqual([null, 'usdtusd', 'USDT-USD', 'USDT/USD', 'USDT-USD']);
  expect(symbols('EUR/USD')).toEqual([null, 'eurusd', null, 'EUR/USD', null]);
  expect(symbols('SOL/ETH')).toEqual(['SOLETH', null, 'SOL-ETH', 'SOL/ETH', 'SOL-ETH']);
});

test('an exact price is rounded to the nearest tick, a half upwards', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 16n - 1n),
      fc.nat(24),
      fc.nat(8),
      (digits, decimals, scale) => {
        const padded = digits.toString().padStart(decimals + 1, '0');
        const text =
          decimals === 0 ? padded : `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
        const unit = 10n ** BigInt(decimals);
        const nearest = (2n * digits * 10n ** BigInt(scale) + unit) / (2n * unit);
        expect(readTicks(text, scale)).toBe(Number(nearest));
        expect(readExact(`${digits}e-${decimals}`)).toBe(readExact(text));
      },
    ),
    SEED,
  );
});

test.each(['', ' 1', '1 ', '+1', '-1', '.5', '1.', '0x10', '1e', '1e100', 'Infinity', '١'])(
  '"%s" is no price',
  (text) => {
    expect(readExact(text)).toBeNull();
    expect(readTicks(text, 2)).toBeNull();
  },
);

test('a fair price lies within quotes that are at most 1 % apart', () => {
  const side = fc.bigInt(1n, 10n ** 40n);
  const scene = fc.record({ last: fc.bigInt(0n, 10n ** 40n), bid: side, part: fc.nat(20_000) });
  fc.assert(
    fc.property(scene, ({ last, bid, part }) => {
      const ask = (bid * BigInt(990_000 + part)) / 1_000_000n;
      const found = fairPrice({ last, bid, ask });
      const isUsable = last > 0n && ask >= bid && (ask - bid) * 100n <= bid;
      expect(found !== null).toBe(isUsable);
      if (found !== null) expect(found >= bid && found <= ask).toBe(true);
    }),
    SEED,
  );
});

test('a trade within the quotes is the price, and one side alone gives none', () => {
  expect(fairPrice({ last: 1_005n, bid: 1_000n, ask: 1_010n })).toBe(1_005n);
  expect(fairPrice({ last: null, bid: 1_000n, ask: 1_003n })).toBe(1_001n);
  expect(fairPrice({ last: 1_005n, bid: null, ask: 1_010n })).toBeNull();
  expect(fairPrice({ last: 1_005n, bid: 1_000n, ask: null })).toBeNull();
});

test('pauses double to a minute, and chance takes up to a half', () => {
  const pauses = [0, 1, 2, 5, 6, 40].map((failures) => retryPauseMs(USUAL_PACE, failures, 0));
  expect(pauses).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
  expect(retryPauseMs(USUAL_PACE, 0, 0.999)).toBeGreaterThanOrEqual(500);
});

test('sources are those that are named, and an unknown name is refused with the known ones', () => {
  const parts = {
    clock: { now: () => AT },
    log: {} as Pick<Log, 'info' | 'warn'>,
    chance: () => 0,
    urls: {},
  };
  const idsOf = (names: readonly string[]) =>
    createSources(names, () => [], parts).map(({ id }) => id);
  expect(SOURCE_NAMES).toEqual(['simulated', 'binance', 'bitstamp', 'coinbase', 'kraken', 'okx']);
  expect(idsOf(['okx', 'binance'])).toEqual(['okx', 'binance']);
  expect(idsOf([])).toEqual([]);
  expect(() => idsOf(['binance', 'toString'])).toThrow(
    'PRICE_SOURCES names "toString"; the known sources are: simulated, binance, bitstamp, coinbase, kraken, okx.',
  );
});

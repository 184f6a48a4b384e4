/** The simulated reference market: valid, reproducible candles for every period. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { formatUnits as canonical, parseUnits } from '../../../contract/money/decimal.ts';
import { KLINE_PERIODS } from '../../../contract/market/kline-periods.ts';
import type { Candle, Deal } from '../../../contract/market/market.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { SPOT_MARKETS } from '../../../server/areas/market/catalog.ts';
import type { MarketListener } from '../../../server/areas/market/market-source.ts';
import { nextPeriodStart, periodStart } from '../../../server/areas/market/periods.ts';
import { createSimulatedMarket } from '../../support/market/simulated-market.ts';

const NOW = Date.UTC(2026, 10, 20, 7, 13, 22, 500);
const BTC_USDT = 1;

const anyTime = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });
const anyMarket = fc.constantFrom(...SPOT_MARKETS);
const anyPeriod = fc.constantFrom(...KLINE_PERIODS);

function marketAt(now: number, seed = 'a seed') {
  const clock = { time: now, now: () => clock.time };
  const source = createSimulatedMarket({ seed, clock });
  return {
    clock,
    source,
    spot: (id: number) => ensure(source.spotMarkets.get(id), `market ${id}`),
    forex: (symbol: string) => ensure(source.forexPairs.get(symbol), symbol),
  };
}

const units = (text: string, scale: number): bigint => ensure(parseUnits(text, scale), text);

function listenTo(overrides: Partial<MarketListener>): MarketListener {
  return { onDeals: () => {}, onForexQuote: () => {}, ...overrides };
}

describe('simulated candles', () => {
  it('keep low ≤ open, close ≤ high, a volume, whole ticks, and follow each other', async () => {
    await fc.assert(
      fc.asyncProperty(anyMarket, anyPeriod, anyTime, async (market, period, now) => {
        const candles = await marketAt(now).spot(market.id).candles(period, 40);
        expect(candles.length).toBeGreaterThanOrEqual(39);
        for (const [index, candle] of candles.entries()) {
          const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(
            (price) => units(price, market.priceScale),
          ) as [bigint, bigint, bigint, bigint];
          expect(low > 0n && low <= open && low <= close).toBe(true);
          expect(high >= open && high >= close).toBe(true);
          const volume = units(candle.volume, market.quantityScale);
          const turnover = units(candle.turnover, market.priceScale + market.quantityScale);
          expect(volume > 0n && low * volume <= turnover && turnover <= high * volume).toBe(true);
          const previous = candles[index - 1];
          if (previous !== undefined) {
            expect(candle.time).toBe(nextPeriodStart(period, previous.time));
            expect(candle.open).toBe(previous.close);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each(KLINE_PERIODS)('exist at least 500 times for %s', async (period) => {
    const { spot, forex } = marketAt(NOW);
    expect((await spot(BTC_USDT).candles(period, 500)).length).toBe(500);
    expect((await forex('EURUSD').candles(period, 500)).length).toBe(500);
  });

  it('are identical for the same seed, and different for another', async () => {
    const first = await marketAt(NOW).spot(3).candles('5min', 50);
    expect(await marketAt(NOW).spot(3).candles('5min', 50)).toEqual(first);
    expect(await marketAt(NOW, 'another').spot(3).candles('5min', 50)).not.toEqual(first);
  });

  it('of the past stay unchanged, at any time and in any process', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyMarket,
        anyPeriod,
        anyTime,
        fc.integer({ min: 0, max: 400 * DAY_MS }),
        async ({ id }, period, now, laterMs) => {
          const closed = (await marketAt(now).spot(id).candles(period, 6)).slice(0, -1);
          const later = marketAt(now + laterMs).spot(id);
          const from = closed[0]?.time ?? now;
          const span = closed.at(-1)?.time ?? now;
          if (laterMs > 20 * DAY_MS && period !== '1mon' && period !== '1week') return;
          const again = later.candlesFrom(period, from).filter(({ time }) => time <= span);
          expect(again).toEqual(closed);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of many years are computed in slices, with turns for other work between them', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      pending = setImmediate(count);
    };
    let pending = setImmediate(count);
    await marketAt(NOW).spot(BTC_USDT).candles('1mon', 1_000);
    clearImmediate(pending);
    expect(turns).toBeGreaterThan(20);
  });

  it('requested at once are computed in several turns, so that no other work waits for them all', async () => {
    const { spot } = marketAt(NOW);
    let turn = 0;
    const count = (): void => {
      turn += 1;
      pending = setImmediate(count);
    };
    let pending = setImmediate(count);
    const markets = SPOT_MARKETS.slice(0, 20).map(({ id }) => spot(id));
    const answeredIn = await Promise.all(
      markets.map(async (market) => {
        await market.candles('15min', 50);
        return turn;
      }),
    );
    clearImmediate(pending);
    expect(new Set(answeredIn).size).toBeGreaterThan(1);
  });

  it('are the join of their minutes', async () => {
    const market = marketAt(NOW).spot(37);
    const minutes = await market.candles('1min', 1_000);
    const first = ensure(minutes[0], 'a minute').time;
    for (const period of ['5min', '15min', '30min', '60min'] as const) {
      const candles = (await market.candles(period, 200)).filter(({ time }) => time > first);
      expect(candles.length).toBeGreaterThan(10);
      for (const candle of candles) {
        const inside = minutes.filter(({ time }) => periodStart(period, time) === candle.time);
        expect(candle).toMatchObject(joined(inside));
      }
    }
  });

  it('of days, weeks and months are the join of their hours', async () => {
    const market = marketAt(NOW).spot(2);
    const hours = await market.candles('60min', 1_000);
    const first = ensure(hours[0], 'an hour').time;
    for (const period of ['1day', '1week', '1mon'] as const) {
      const candles = (await market.candles(period, 40)).filter(({ time }) => time > first);
      expect(candles.length).toBeGreaterThan(0);
      for (const candle of candles) {
        const inside = hours.filter(({ time }) => periodStart(period, time) === candle.time);
        expect(candle).toMatchObject(joined(inside));
      }
    }
  });
});

describe('simulated trades', () => {
  it('add up to the minute candle that holds them', async () => {
    await fc.assert(
      fc.asyncProperty(anyMarket, anyTime, async ({ id, priceScale, quantityScale }, time) => {
        const minute = periodStart('1min', time);
        const deals = marketAt(minute + MINUTE_MS - 1)
          .spot(id)
          .deals(600)
          .filter((deal) => deal.time >= minute);
        // A minute later the candle is closed and no longer made from the trades.
        const [candle] = marketAt(minute + 2 * MINUTE_MS)
          .spot(id)
          .candlesFrom('1min', minute);
        const whole = candleOf(deals.toReversed(), minute, priceScale, quantityScale);
        expect(candle).toMatchObject(whole);
      }),
      { numRuns: 40 },
    );
  });

  it('are the published ones, each once, in order, at any polling rate', () => {
    fc.assert(
      fc.property(
        anyTime,
        fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 30 }),
        (start, steps) => {
          const { clock, source, spot } = marketAt(start);
          const published: Deal[] = [];
          source.subscribe(
            listenTo({
              onDeals: (market, deals) => {
                if (market.spec.id === BTC_USDT) published.push(...deals);
              },
            }),
          );
          for (const step of steps) {
            clock.time += step;
            source.publishDue();
          }
          const listed = spot(BTC_USDT)
            .deals(1_000)
            .filter(({ time }) => time > start);
          expect(published.slice(-listed.length)).toEqual(listed.toReversed());
          expect(published).toHaveLength(
            published.length === 0 ? 0 : new Set(published.map(({ id }) => id)).size,
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  it('come several a second in the most popular market, and rise in id and time', () => {
    const { clock, spot } = marketAt(NOW);
    const deals = spot(BTC_USDT).deals(50).toReversed();
    expect(deals).toHaveLength(50);
    for (const [index, deal] of deals.entries()) {
      const previous = deals[index - 1];
      if (previous === undefined) continue;
      expect(deal.time).toBeGreaterThan(previous.time);
      expect(BigInt(deal.id)).toBeGreaterThan(BigInt(previous.id));
    }
    expect(clock.time - (deals[0]?.time ?? 0)).toBeLessThan(25 * SECOND_MS);
  });

  it('are skipped, not caught up, when the clock jumps; and continue when it is set back', () => {
    const { clock, source } = marketAt(NOW);
    let published = 0;
    source.subscribe(listenTo({ onDeals: (_market, deals) => (published += deals.length) }));
    clock.time += 3 * DAY_MS;
    source.publishDue();
    expect(published).toBeLessThan(2 * SPOT_MARKETS.length);
    clock.time -= 5 * DAY_MS;
    source.publishDue();
    published = 0;
    clock.time += SECOND_MS;
    source.publishDue();
    expect(published).toBeGreaterThan(20);
  });
});

describe('simulated quotations', () => {
  it('close with the last trade and agree with the day before', () => {
    fc.assert(
      fc.property(anyMarket, anyTime, ({ id, priceScale }, now) => {
        const market = marketAt(now).spot(id);
        const [last] = market.deals(1);
        const quotation = market.dayQuotation();
        expect(quotation.close).toBe(last?.price);
        const [dayAgo] = market.candlesFrom('1min', now - DAY_MS);
        const before = Number(units(dayAgo?.open ?? '', priceScale));
        const after = Number(units(quotation.close, priceScale));
        expect(Number(quotation.change)).toBeCloseTo(((after - before) / before) * 100, 1);
        expect(Number(quotation.low)).toBeLessThanOrEqual(Number(quotation.close));
        expect(Number(quotation.high)).toBeGreaterThanOrEqual(Number(quotation.close));
      }),
      { numRuns: 10 },
    );
  });

  it('change within eight percent on most days, and not by zero', () => {
    const changes: number[] = [];
    for (let day = 0; day < 60; day += 1) {
      const { source } = marketAt(NOW - day * 5 * DAY_MS);
      for (const market of source.spotMarkets.values()) {
        changes.push(Math.abs(Number(market.quotation().change)));
      }
    }
    const within = changes.filter((change) => change <= 8).length / changes.length;
    expect(within).toBeGreaterThan(0.95);
    const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
    expect(mean).toBeGreaterThan(1);
  });

  it('of a cross agree with its legs within one percent, mostly within a quarter', () => {
    const gaps: number[] = [];
    fc.assert(
      fc.property(anyTime, (now) => {
        const { source } = marketAt(now);
        const closes = new Map(
          Array.from(source.spotMarkets.values(), (market) => [
            `${market.spec.base.code}/${market.spec.quote.code}`,
            Number(market.quotation().close),
          ]),
        );
        const price = (pair: string): number => ensure(closes.get(pair), pair);
        for (const { base, quote } of SPOT_MARKETS.filter((spec) => spec.groupId > 1)) {
          const legs = price(`${base.code}/USDT`) / price(`${quote.code}/USDT`);
          const cross = price(`${base.code}/${quote.code}`);
          const gap = Math.abs(cross / legs - 1);
          expect(gap).toBeLessThan(0.01);
          gaps.push(gap);
        }
      }),
      { numRuns: 30 },
    );
    expect(gaps.filter((gap) => gap < 0.0025).length / gaps.length).toBeGreaterThan(0.95);
  });

  it('are near the reference at the anchor time', () => {
    const { spot } = marketAt(Date.UTC(2026, 10, 2));
    expect(Number(spot(BTC_USDT).quotation().close)).toBeCloseTo(97_250, 0);
  });
});

describe('forex at the weekend', () => {
  const friday = Date.UTC(2026, 10, 20, 22);
  const sunday = friday + 2 * DAY_MS;

  it('is closed from Friday 22:00 to Sunday 22:00 UTC', () => {
    for (const [time, isOpen] of [
      [friday - 1, true],
      [friday, false],
      [sunday - 1, false],
      [sunday, true],
    ] as const) {
      expect(marketAt(time).forex('EURUSD').isOpen()).toBe(isOpen);
    }
  });

  it('is unchanged and publishes nothing', () => {
    const closing = marketAt(friday).forex('USDJPY').dayQuotation();
    const { clock, source, forex } = marketAt(friday + HOUR_MS);
    let quotes = 0;
    source.subscribe(listenTo({ onForexQuote: () => (quotes += 1) }));
    for (let step = 0; step < 40; step += 1) {
      clock.time += SECOND_MS;
      source.publishDue();
    }
    expect(quotes).toBe(0);
    expect(forex('USDJPY').dayQuotation()).toEqual(closing);
  });

  it('has no candle in the closure, and opens where it closed', () => {
    const minutes = marketAt(sunday + 10 * MINUTE_MS)
      .forex('GBPUSD')
      .candlesFrom('1min', friday - 5 * MINUTE_MS);
    const last = minutes.findLast(({ time }) => time < friday);
    const first = minutes.find(({ time }) => time >= friday);
    expect(last?.time).toBe(friday - MINUTE_MS);
    expect(first?.time).toBe(sunday);
    expect(first?.open).toBe(last?.close);
  });
});

/** The sum of finer candles, without turnover, which the simulation computes per candle from its own prices. */
function joined(candles: readonly Candle[]): Omit<Candle, 'turnover'> {
  const first = ensure(candles[0], 'a candle');
  const highest = candles.reduce((top, candle) =>
    Number(candle.high) > Number(top.high) ? candle : top,
  );
  const lowest = candles.reduce((low, candle) =>
    Number(candle.low) < Number(low.low) ? candle : low,
  );
  const scale = 8;
  const volume = candles.reduce((sum, candle) => sum + units(candle.volume, scale), 0n);
  return {
    time: first.time - (first.time % MINUTE_MS),
    open: first.open,
    high: highest.high,
    low: lowest.low,
    close: ensure(candles.at(-1), 'a candle').close,
    volume: canonical(volume, scale),
  };
}

function candleOf(
  deals: readonly Deal[],
  time: number,
  priceScale: number,
  quantityScale: number,
): Omit<Candle, 'turnover'> {
  const prices = deals.map(({ price }) => units(price, priceScale));
  const volume = deals.reduce((sum, deal) => sum + units(deal.quantity, quantityScale), 0n);
  const high = prices.reduce((top, price) => (price > top ? price : top));
  const low = prices.reduce((bottom, price) => (price < bottom ? price : bottom));
  return {
    time,
    open: ensure(deals[0], 'a deal').price,
    high: canonical(high, priceScale),
    low: canonical(low, priceScale),
    close: ensure(deals.at(-1), 'a deal').price,
    volume: canonical(volume, quantityScale),
  };
}

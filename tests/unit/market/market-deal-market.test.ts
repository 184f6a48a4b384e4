/** Prices, candles and day figures from trades, and from the reference before the first trade. */
import { describe, expect, it } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { KLINE_PERIODS } from '../../../contract/market/kline-periods.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { SPOT_MARKETS } from '../../../server/areas/market/catalog.ts';
import { DealMarket } from '../../../server/areas/market/deals/deal-market.ts';
import { NO_REFERENCE } from '../../../server/areas/market/reference/no-reference.ts';
import type { ReferenceMarkets } from '../../../server/areas/market/reference/reference-markets.ts';
import { SimulatedReference } from '../../../server/areas/market/reference/simulated-reference.ts';
import { periodStart } from '../../../server/areas/market/periods.ts';
import { createSimulatedPairs } from '../../../server/areas/market/simulation/simulated-pairs.ts';
import { rulesOf } from '../../support/spot/memory-exchange.ts';

const NOW = Date.UTC(2026, 10, 20, 7, 13, 22, 500);
const SPEC = ensure(SPOT_MARKETS[0], 'a market');

const createClock = () => {
  const clock = { time: NOW, now: () => clock.time };
  return clock;
};
const simulated = (clock: { now: () => number }) => {
  const pairs = createSimulatedPairs({ seed: 'a seed', clock });
  return { pairs, reference: new SimulatedReference(pairs.spot, clock) };
};

function openMarket(reference: ReferenceMarkets, clock = createClock()) {
  const market = new DealMarket(
    {
      spec: SPEC,
      rulesNow: () => rulesOf(SPEC),
      reference,
      clock,
      listOlder: () => Promise.reject(new Error('all of it is in memory')),
    },
    {
      openedAt: null,
      deals: [],
      from: { '1min': NOW - 25 * HOUR_MS, '60min': NOW - 40 * DAY_MS },
      bars: { '1min': [], '60min': [] },
    },
  );
  let lastId = 0;
  const deal = (priceTicks: number, quantityLots = 1_000): void => {
    lastId += 1;
    const at = { id: lastId, marketId: SPEC.id, atMs: clock.time };
    market.add({ ...at, priceTicks, quantityLots, takerSide: 'buy' });
  };
  return { market, clock, deal };
}

describe('a market without a trade', () => {
  it('shows the reference market', async () => {
    const clock = createClock();
    const { pairs, reference } = simulated(clock);
    const { market } = openMarket(reference, clock);
    const other = ensure(pairs.spot.get(SPEC.id), 'the simulated market');
    for (const at of [NOW, NOW + 3 * MINUTE_MS, NOW + DAY_MS]) {
      clock.time = at;
      expect(market.quotation()).toEqual(other.quotation());
      for (const period of KLINE_PERIODS) {
        expect(await market.candles(period, 20)).toEqual(await other.candles(period, 20));
        expect(market.candlesFrom(period, at)).toEqual(other.candlesFrom(period, at));
      }
    }
  });

  it('has no candle and no price without a reference', async () => {
    const { market } = openMarket(NO_REFERENCE);
    expect(await market.candles('1min', 10)).toEqual([]);
    expect(market.dayQuotation()).toEqual({
      close: '0',
      change: '0',
      high: '0',
      low: '0',
      volume: '0',
      turnover: '0',
    });
  });
});

describe('day figures', () => {
  it('are of the last 24 hours, to the minute, and the change is from the price before them', () => {
    const { market, clock, deal } = openMarket(NO_REFERENCE);
    deal(100_000);
    clock.time += HOUR_MS;
    deal(300_000);
    deal(200_000);
    expect(market.dayQuotation()).toEqual({
      close: '2000',
      change: '100',
      high: '3000',
      low: '1000',
      volume: '0.003',
      turnover: '6',
    });
    clock.time += DAY_MS - 2 * MINUTE_MS;
    expect(market.dayQuotation()).toMatchObject({
      change: '100',
      high: '3000',
      volume: '0.002',
      turnover: '5',
    });
    clock.time += 3 * MINUTE_MS;
    expect(market.dayQuotation()).toMatchObject({ change: '0', high: '2000', turnover: '0' });
    deal(190_010);
    expect(market.dayQuotation()).toEqual({
      close: '1900.1',
      change: '-5',
      high: '1900.1',
      low: '1900.1',
      volume: '0.001',
      turnover: '1.9001',
    });
  });

  it('continue from the reference market for a day after the opening', () => {
    const clock = createClock();
    const { reference } = simulated(clock);
    const { market, deal } = openMarket(reference, clock);
    const before = market.dayQuotation();
    deal(1_000);
    const after = market.dayQuotation();
    expect(after).toMatchObject({ close: '10', low: '10', high: before.high });
    expect(Number(after.change)).toBeLessThan(-99);
    clock.time += DAY_MS + MINUTE_MS;
    expect(market.dayQuotation()).toMatchObject({ high: '10', change: '0', volume: '0' });
  });
});

describe('candles', () => {
  it('have no gap between the ones in memory and the older ones', async () => {
    const clock = createClock();
    const edge = periodStart('1min', NOW - 25 * HOUR_MS);
    const bar = { open: 1, high: 1, low: 1, close: 1, volume: 1n, turnover: 1n };
    const stored = [-2, -1, 0, 1, 2].map((minutes, at) => {
      return { ...bar, time: edge + minutes * MINUTE_MS, lastDealId: at + 1 };
    });
    let isFirst = true;
    const market = new DealMarket(
      {
        spec: SPEC,
        rulesNow: () => rulesOf(SPEC),
        reference: NO_REFERENCE,
        clock,
        listOlder: (_period, size, _since, until) => {
          if (isFirst) {
            isFirst = false;
            clock.time += 2 * MINUTE_MS;
            market.forget(stored.length);
          }
          return Promise.resolve(stored.filter(({ time }) => time < until).slice(-size));
        },
      },
      {
        openedAt: edge - 2 * MINUTE_MS,
        deals: [],
        from: { '1min': edge, '60min': NOW - 40 * DAY_MS },
        bars: { '1min': stored.filter(({ time }) => time >= edge), '60min': [] },
      },
    );
    const times = (await market.candles('1min', 10)).map(({ time }) => time);
    expect(times).toEqual(stored.map(({ time }) => time));
  });
});

describe('the list of trades', () => {
  it('keeps the newest 50, the newest first, and adds none twice', () => {
    const { market, deal } = openMarket(NO_REFERENCE);
    for (let count = 0; count < 130; count += 1) deal(100_000 + count);
    const listed = market.deals(50);
    expect(listed.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 50 }, (_, index) => 130 - index),
    );
    const [newest] = listed;
    expect(newest).toEqual({
      id: '130',
      price: '1001.29',
      quantity: '0.001',
      side: 'buy',
      time: NOW,
    });
    const again = { id: 130, marketId: SPEC.id, priceTicks: 5, quantityLots: 5, atMs: NOW };
    market.add({ ...again, takerSide: 'sell' });
    expect(market.deals(1)).toEqual([newest]);
    expect(market.candlesFrom('1min', NOW).at(-1)).toMatchObject({ volume: '0.13' });
  });
});

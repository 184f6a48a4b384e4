/** Stored and listed candles compared with the trades, on a real database, over crashes and restarts. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { KLINE_PERIODS } from '../../../contract/market/kline-periods.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import type { Candle, KlinePeriod } from '../../../contract/market/market.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import { launchPostgres, type EmbeddedPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { createLog } from '../../../server/kit/log.ts';
import { joinCandleBars, type CandleBar } from '../../../server/areas/market/candle-bars.ts';
import { SPOT_MARKETS } from '../../../server/areas/market/catalog.ts';
import { foldDeals } from '../../../server/areas/market/deals/candles.repo.ts';
import { DealMarkets } from '../../../server/areas/market/deals/deal-markets.ts';
import { periodStart } from '../../../server/areas/market/periods.ts';
import { SimulatedReference } from '../../../server/areas/market/reference/simulated-reference.ts';
import { SimulatedForex } from '../../../server/areas/market/simulation/simulated-forex.ts';
import { createSimulatedPairs } from '../../../server/areas/market/simulation/simulated-pairs.ts';
import type { SpotDeal, SpotView } from '../../../server/areas/spot/spot.area.ts';
import { copyTemplateInto } from '../../support/databases/database-template.ts';
import { rulesOf } from '../../support/spot/memory-exchange.ts';
import { naiveCandles, type NaiveCandle } from '../../support/market/naive-candles.ts';
import { lockWaits } from '../../support/databases/server-database.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const START_MS = Date.UTC(2026, 10, 20, 7, 13, 22, 500);

const folders = temporaryFolders();
let postgres: EmbeddedPostgres;
let database: Database;
beforeAll(async () => {
  const dataDir = folders.make();
  await copyTemplateInto(dataDir, 'demo');
  postgres = await launchPostgres({ dataDir, log: createLog('warn') });
  database = openDatabase(postgres.address, createLog('silent'));
});
afterAll(async () => {
  await database.$client.end();
  await postgres.stop();
  folders.removeAll();
});

/** The trades stay in the database, so each test has its own market. */
let marketsUsed = 0;
let lastDealId = 0;

const clock = { time: START_MS, now: () => clock.time };
const pairs = createSimulatedPairs({ seed: 'a seed', clock });
const reference = new SimulatedReference(pairs.spot, clock);
type SpotListener = Parameters<SpotView['subscribe']>[0];
const listeners = new Set<SpotListener>();
const view = {
  markets: new Map(SPOT_MARKETS.map((spec) => [spec.id, rulesOf(spec)])),
  subscribe(listener: SpotListener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

function open(): Promise<DealMarkets> {
  const forex = new SimulatedForex(pairs.forex, clock);
  return DealMarkets.open({
    view,
    specs: SPOT_MARKETS,
    reference,
    forex,
    database,
    clock,
    jobs: silentJobs(),
  });
}

type NewDeal = Pick<SpotDeal, 'priceTicks' | 'quantityLots' | 'atMs'>;

/** Like the exchange: stores first, then notifies subscribers. */
async function commit(marketId: number, fresh: readonly NewDeal[]): Promise<SpotDeal[]> {
  const deals = fresh.map((deal): SpotDeal => {
    lastDealId += 1;
    const orders = { takerSide: 'buy', takerOrderId: 1, makerOrderId: 2 } as const;
    const owners = { takerOwnerId: 3, makerOwnerId: 4, takerFee: 0n, makerFee: 0n };
    return { ...deal, ...orders, ...owners, id: lastDealId, marketId };
  });
  await database.$client.query(
    `insert into spot_deals select id, $1, price, lots, 'buy', 1, 2, 3, 4, 0, 0, at_ms
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) as t(id, price, lots, at_ms)`,
    [
      marketId,
      deals.map(({ id }) => id),
      deals.map(({ priceTicks }) => priceTicks),
      deals.map(({ quantityLots }) => quantityLots),
      deals.map(({ atMs }) => atMs),
    ],
  );
  const batch = { deals, orders: [], balances: [], levels: new Map() };
  for (const listener of listeners) listener(batch);
  return deals;
}

async function storedCandles(marketId: number, period: '1min' | '60min') {
  const { rows } = await database.$client.query(
    `select * from spot_candles where market_id = $1 and period = $2 order by time_ms`,
    [marketId, period],
  );
  return rows.map((row) => ({
    time: Number(row.time_ms),
    open: Number(row.open),
    high: Number(row.high),
    low: Number(row.low),
    close: Number(row.close),
    volume: BigInt(row.volume),
    turnover: BigInt(row.turnover),
    lastDealId: Number(row.last_deal_id),
  }));
}

/** A candle in ticks and lots. */
function barOf(marketId: number, candle: Candle): CandleBar & { time: number } {
  const { priceScale, quantityScale } = ensure(view.markets.get(marketId), 'rules');
  const ticks = (text: string): number => Number(ensure(parseUnits(text, priceScale), text));
  const { time, open: first, high, low, close, volume, turnover } = candle;
  return {
    time,
    open: ticks(first),
    high: ticks(high),
    low: ticks(low),
    close: ticks(close),
    volume: ensure(parseUnits(volume, quantityScale), volume),
    turnover: ensure(parseUnits(turnover, priceScale + quantityScale), turnover),
  };
}

const timedBar = ({ time, open: first, high, low, close, volume, turnover }: NaiveCandle) => ({
  time,
  open: first,
  high,
  low,
  close,
  volume,
  turnover,
});

/** The expected list: the reference up to the minute of the first trade, then the trades. */
async function expectedBars(marketId: number, deals: readonly SpotDeal[], period: KlinePeriod) {
  const history = ensure(reference.history(marketId), 'a history');
  const opened = periodStart('1min', ensure(deals[0], 'a deal').atMs);
  const own = naiveCandles(period, deals).map(timedBar);
  const before = await history.newest(period, 40, opened);
  const boundary = before.at(-1)?.time === own[0]?.time ? before.at(-1) : undefined;
  const joined = own.map((bar, index) =>
    index === 0 && boundary !== undefined
      ? { time: bar.time, ...joinCandleBars(boundary, bar) }
      : bar,
  );
  return [...(boundary === undefined ? before : before.slice(0, -1)), ...joined];
}

const anyDeal = fc.record({
  gapMs: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 * SECOND_MS }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 5 * HOUR_MS }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 * DAY_MS }) },
  ),
  priceTicks: fc.integer({ min: 1, max: 10_000_000 }),
  quantityLots: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
});
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.array(anyDeal, { minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constant('crash' as const) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
  { weight: 1, arbitrary: fc.constant('forget' as const) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 9 }) },
);

beforeEach(() => {
  marketsUsed += 1;
  clock.time = START_MS;
});

describe('candles', () => {
  it('are the trades put together, in any order of writes and after any end of the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 12 }), async (steps) => {
        marketsUsed += 1;
        const marketId = marketsUsed;
        clock.time = START_MS;
        const deals: SpotDeal[] = [];
        const earlierId = lastDealId;
        let markets = await open();
        for (const step of steps) {
          if (step === 'restart') await markets.close();
          if (step === 'crash') listeners.clear();
          if (step === 'crash' || step === 'restart') markets = await open();
          else if (step === 'forget') {
            await foldDeals(database, earlierId, Number.MAX_SAFE_INTEGER);
            markets.spotMarkets.get(marketId)?.forget(lastDealId);
          } else if (typeof step === 'number') await foldDeals(database, earlierId, step);
          else {
            const fresh = step.map(({ gapMs, ...deal }) => {
              clock.time += gapMs;
              return { ...deal, atMs: clock.time };
            });
            deals.push(...(await commit(marketId, fresh)));
          }
        }
        if (deals.length > 0) await expectAll(marketId, deals, markets);
        await markets.close();
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it('are the same when two servers write them at once', async () => {
    await foldDeals(database, 0, 100_000);
    const earlierId = lastDealId;
    const prices = [5, 9, 2, 7];
    const fresh = prices.map((priceTicks) => ({ priceTicks, quantityLots: 3, atMs: clock.time }));
    const deals = await commit(marketsUsed, fresh);
    await Promise.all([100_000, 2, 100_000].map((size) => foldDeals(database, earlierId, size)));
    for (const period of ['1min', '60min'] as const)
      expect(await storedCandles(marketsUsed, period)).toEqual(naiveCandles(period, deals));
  });

  it('have each trade once when two servers add it before either has committed', async () => {
    const trade = (priceTicks: number) => ({ priceTicks, quantityLots: 3, atMs: clock.time });
    const earlier = await commit(marketsUsed, [trade(5)]);
    await foldDeals(database, 0, 100_000);
    const earlierId = lastDealId;
    const later = await commit(marketsUsed, [trade(9), trade(2)]);
    const client = await database.$client.connect();
    try {
      await client.query('begin');
      await client.query('select 1 from spot_candles where market_id = $1 for update', [
        marketsUsed,
      ]);
      const folding = [1, 2].map(() => foldDeals(database, earlierId, 100_000));
      await lockWaits(client, 2);
      await client.query('commit');
      await Promise.all(folding);
    } finally {
      client.release();
    }
    for (const period of ['1min', '60min'] as const) {
      const expected = naiveCandles(period, [...earlier, ...later]);
      expect(await storedCandles(marketsUsed, period)).toEqual(expected);
    }
  });

  it('include trades that a clock set back dates before others', async () => {
    const minutes = [0, 3, 1, -70, 3];
    const fresh = minutes.map((minute, index) => ({
      priceTicks: 100 + index,
      quantityLots: 1,
      atMs: clock.time + minute * MINUTE_MS,
    }));
    const markets = await open();
    const deals = await commit(marketsUsed, fresh);
    clock.time += 5 * MINUTE_MS;
    const market = ensure(markets.spotMarkets.get(marketsUsed), 'the market');
    const listed = (await market.candles('1min', 80)).map((candle) => barOf(marketsUsed, candle));
    for (const candle of naiveCandles('1min', deals).slice(1))
      expect(listed).toContainEqual(timedBar(candle));
    await markets.close();
    await (await open()).close();
    expect(await storedCandles(marketsUsed, '1min')).toEqual(naiveCandles('1min', deals));
  });
});

/** Expects that everything published about the market fits its trades. */
async function expectAll(
  marketId: number,
  deals: readonly SpotDeal[],
  markets: DealMarkets,
): Promise<void> {
  const market = ensure(markets.spotMarkets.get(marketId), 'the market');
  for (const period of KLINE_PERIODS) {
    const expected = await expectedBars(marketId, deals, period);
    for (const size of [1, 7, expected.length]) {
      const listed = (await market.candles(period, size)).map((bar) => barOf(marketId, bar));
      expect(listed).toEqual(expected.slice(-size));
    }
    const forming = market.candlesFrom(period, clock.time);
    expect(forming.map((bar) => barOf(marketId, bar))).toEqual(expected.slice(-1));
  }
  expectDay(marketId, deals, market.dayQuotation());
  expect(market.openedAt).toBe(deals[0]?.atMs);
  const ids = deals.map(({ id }) => String(id)).slice(-50);
  expect(market.deals(50).map(({ id }) => id)).toEqual(ids.toReversed());
  // A start writes missing candles.
  await (await open()).close();
  for (const period of ['1min', '60min'] as const)
    expect(await storedCandles(marketId, period)).toEqual(naiveCandles(period, deals));
}

function expectDay(
  marketId: number,
  deals: readonly SpotDeal[],
  day: Readonly<Record<'high' | 'low' | 'close' | 'volume' | 'turnover', string>>,
): void {
  const from = periodStart('1min', clock.time) - DAY_MS;
  const last = ensure(deals.at(-1), 'a deal');
  const opened = periodStart('1min', ensure(deals[0], 'a deal').atMs);
  const history = ensure(reference.history(marketId), 'a history');
  const bars: (CandleBar | null)[] = [
    opened > from ? history.barBetween(from, opened) : null,
    ...naiveCandles('1min', deals).filter(({ time }) => time >= from),
  ];
  const bar = ensure(bars.reduce(joinCandleBars, null), 'a bar of the day');
  const { high, low, volume, turnover } = bar;
  const listed = barOf(marketId, { time: 0, open: day.close, ...day });
  expect(listed).toMatchObject({ high, low, volume, turnover, close: last.priceTicks });
}

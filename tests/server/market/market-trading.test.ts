/** Two users trade with each other, without the market maker: the resulting responses of the market calls. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ensure } from '../../../contract/assert.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { KLINE_PERIODS } from '../../../contract/market/kline-periods.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import { ROUTES, type RequestInput, type ResponseOf } from '../../../contract/routes.ts';
import type { Candle, CurrencyMatch } from '../../../contract/market/market.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { eventually } from '../../support/eventually.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

/** The password of the demo accounts. */
const PASSWORD = 'Meridian1';
const SELLER = 'demo.merchant@meridian.test';
const BUYER = 'demo.trader@meridian.test';
const BTC_USDT = '1';
const ETH_USDT = '2';
const SOL_USDT = '3';

let server: TestServer;
let seller: string;
let buyer: string;
beforeAll(async () => {
  server = await startTestServer({ isOwnProcess: true, env: { MARKET_MAKER: 'off' } });
  await signInBoth();
});
afterAll(() => server.stop());

async function signInBoth(): Promise<void> {
  seller = dataOf(await signIn(server, SELLER, PASSWORD)).accessToken;
  buyer = dataOf(await signIn(server, BUYER, PASSWORD)).accessToken;
}

/** Data of a public call, parsed by the contract. */
async function read<N extends EndpointName>(
  name: N,
  fields: RequestInput<N>,
): Promise<ResponseOf<N>> {
  const data = dataOf(await server.call(name, fields));
  expect(ROUTES[name].response.safeParse(data)).toMatchObject({ success: true });
  return data;
}

async function marketOf(id: string): Promise<CurrencyMatch> {
  const groups = await read('listCurrencyMatches', {});
  const matches = groups.flatMap((group) => group.matches);
  return ensure(
    matches.find((match) => String(match.id) === id),
    `market ${id}`,
  );
}

async function place(
  token: string,
  fields: RequestInput<'placeOrder'>,
): Promise<ResponseOf<'placeOrder'>> {
  const headers = { 'idempotency-key': randomUUID() };
  return dataOf(await server.call('placeOrder', fields, { token, headers }));
}

/** Makes one trade at `price`: the seller's order rests, the buyer's order takes it. */
async function deal(id: string, price: string, quantity: string): Promise<void> {
  const order = { currency_match_id: id, type: 'limit', price, quantity } as const;
  await place(seller, { ...order, side: 'sell' });
  expect(await place(buyer, { ...order, side: 'buy' })).toMatchObject({ state: 'executed' });
}

const lastCandle = async (id: string, period: '1min' | '1mon') =>
  ensure(
    (await read('listCandles', { currency_match_id: id, period, size: '500' })).at(-1),
    'a candle',
  );

/** A price near the current one, with few digits. */
async function roundPrice(id: string, offPercent = 0): Promise<number> {
  const { currency_quotation: day } = await marketOf(id);
  return Math.round(Number(day.close) * (1 + offPercent / 100));
}

describe('a market before its first trade', () => {
  it('shows the reference market, an empty book and no trades', async () => {
    const { opened_at: openedAt, currency_quotation: day, ...match } = await marketOf(ETH_USDT);
    expect(openedAt).toBeNull();
    expect(match).toMatchObject({ min_notional: '1', status: 'trading', maker_fee_ppm: 1_000 });
    expect(Number(day.close)).toBeGreaterThan(0);
    expect(Number(day.low)).toBeLessThanOrEqual(Number(day.close));
    expect(await read('listDeals', { currency_match_id: ETH_USDT })).toEqual([]);
    expect(await read('getDepth', { currency_match_id: ETH_USDT })).toMatchObject({
      bids: [],
      asks: [],
    });
  });

  it.each(KLINE_PERIODS)('has 500 candles of %s', async (period) => {
    const candles = await read('listCandles', {
      currency_match_id: ETH_USDT,
      period,
      size: '500',
    });
    expect(candles).toHaveLength(500);
  });
});

describe('a trade of two users', () => {
  it('is the listed trade, the close, the candle, the book and the day', async () => {
    const price = await roundPrice(BTC_USDT);
    await place(seller, {
      currency_match_id: BTC_USDT,
      side: 'sell',
      type: 'limit',
      price: String(price),
      quantity: '0.1',
    });
    const bought = await place(buyer, {
      currency_match_id: BTC_USDT,
      side: 'buy',
      type: 'market',
      quantity: '0.04',
    });
    expect(bought).toMatchObject({ state: 'executed', executed_quantity: '0.04' });

    const deals = await read('listDeals', { currency_match_id: BTC_USDT });
    expect(deals).toEqual([
      {
        id: deals[0]?.id,
        price: String(price),
        quantity: '0.04',
        side: 'buy',
        time: deals[0]?.time,
      },
    ]);
    const rows = await queryServer(server, 'select id, at_ms from spot_deals where market_id = 1');
    expect(rows).toEqual([{ id: BigInt(deals[0]?.id ?? 0), at_ms: BigInt(deals[0]?.time ?? 0) }]);

    const match = await marketOf(BTC_USDT);
    expect(match.opened_at).toBe(deals[0]?.time);
    expect(match.currency_quotation.close).toBe(String(price));
    expect(Number(match.currency_quotation.high)).toBeGreaterThanOrEqual(price);
    expect(await lastCandle(BTC_USDT, '1min')).toEqual({
      time: Math.floor((deals[0]?.time ?? 0) / MINUTE_MS) * MINUTE_MS,
      open: String(price),
      high: String(price),
      low: String(price),
      close: String(price),
      volume: '0.04',
      turnover: String((price * 4) / 100),
    });
    const month = await lastCandle(BTC_USDT, '1mon');
    expect(month.close).toBe(String(price));
    // The month's candle continues from the reference market.
    expect(Number(month.volume)).toBeGreaterThan(1);
    expect(await read('getDepth', { currency_match_id: BTC_USDT })).toMatchObject({
      bids: [],
      asks: [[String(price), '0.06']],
    });
  });

  it('changes the day by the change of the price', async () => {
    const before = (await marketOf(BTC_USDT)).currency_quotation;
    const price = await roundPrice(BTC_USDT, -2);
    await deal(BTC_USDT, String(price), '0.01');
    const after = (await marketOf(BTC_USDT)).currency_quotation;
    expect(after.close).toBe(String(price));
    const dayAgo = Number(before.close) / (1 + Number(before.change) / 100);
    expect(Number(after.change)).toBeCloseTo((price / dayAgo - 1) * 100, 0);
    expect(Number(after.change)).toBeLessThan(Number(before.change) - 1);
    expect(Number(after.volume)).toBeCloseTo(Number(before.volume) + 0.01, 6);
  });

  it('is listed among the last 50, the newest first', async () => {
    const price = String(await roundPrice(BTC_USDT));
    const order = { currency_match_id: BTC_USDT, type: 'limit', price } as const;
    await place(seller, { ...order, side: 'sell', quantity: '1' });
    for (let count = 0; count < LIMITS.deals_listed + 2; count += 1)
      await place(buyer, { ...order, side: 'buy', quantity: '0.001' });
    const rows = await queryServer<{ id: bigint }>(
      server,
      'select id from spot_deals where market_id = 1 order by id desc limit 50',
    );
    const deals = await read('listDeals', { currency_match_id: BTC_USDT });
    expect(deals.map(({ id }) => id)).toEqual(rows.map(({ id }) => String(id)));
  });
});

describe('the trades of a market', () => {
  const everything = async () => ({
    deals: await read('listDeals', { currency_match_id: BTC_USDT }),
    opened: (await marketOf(BTC_USDT)).opened_at,
    close: (await marketOf(BTC_USDT)).currency_quotation.close,
    depth: { ...(await read('getDepth', { currency_match_id: BTC_USDT })), seq: 0 },
    candles: await Promise.all(
      KLINE_PERIODS.map((period) =>
        read('listCandles', { currency_match_id: BTC_USDT, period, size: '100' }),
      ),
    ),
  });

  it.each(['stop', 'kill'] as const)('are the same after a %s and a restart', async (end) => {
    await deal(BTC_USDT, String(await roundPrice(BTC_USDT, 1)), '0.02');
    const before = await everything();
    await server[end === 'kill' ? 'kill' : 'restart']();
    if (end === 'kill') await server.restart();
    await signInBoth();
    expect(await everything()).toEqual(before);
    const [sums] = await queryServer<{ deals: string; minutes: string; hours: string }>(
      server,
      `select (select sum(quantity_lots) from spot_deals) as deals,
        (select sum(volume) from spot_candles where period = '1min') as minutes,
        (select sum(volume) from spot_candles where period = '60min') as hours`,
    );
    expect(sums?.minutes).toBe(sums?.deals);
    expect(sums?.hours).toBe(sums?.deals);
  });

  it('give candles older than turnover the sum of them', async () => {
    const stored = () =>
      queryServer(server, 'select * from spot_candles order by market_id, period, time_ms');
    // No trade came after the restart above, so that the stored candles contain all of them.
    const before = await stored();
    expect(before.length).toBeGreaterThan(0);
    await queryServer(server, 'update spot_candles set turnover = 0');
    const migration = readFileSync(
      new URL('../../../server/kit/db/migrations/0021_candle_turnover.sql', import.meta.url),
      'utf8',
    );
    await queryServer(server, ensure(migration.split('--> statement-breakpoint')[1], 'a part'));
    expect(await stored()).toEqual(before);
  });
});

/** Units of 10^-18. */
const attos = (text: string): bigint => ensure(parseUnits(text, 18), text);

/** The one-minute candles of a market that the socket pushes. */
function liveCandles(id: string): readonly Candle[] {
  const candles: Candle[] = [];
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`);
  socket.on('open', () =>
    socket.send(`{"type":"sub","params":"KLINE","currency_match_id":${id},"period":"1min"}`),
  );
  socket.on('message', (data) => {
    const messages: { type: string; candle: Candle }[] = [JSON.parse(String(data))].flat();
    candles.push(...messages.flatMap(({ type, candle }) => (type === 'KLINE' ? [candle] : [])));
  });
  return candles;
}

describe('turnover', () => {
  it('is the sum of price × quantity, in the day, in candles and on the socket', async () => {
    // If a minute ended during the check, the reference of a day ago would leave the day figures.
    await server.holdClock((await server.controlAdvance(0)) + MINUTE_MS);
    try {
      await server.grant(SELLER, 'SOL', '2');
      const low = await roundPrice(SOL_USDT, -3);
      const high = await roundPrice(SOL_USDT, 3);
      const pushed = liveCandles(SOL_USDT);
      await deal(SOL_USDT, String(low), '0.01');
      const before = (await marketOf(SOL_USDT)).currency_quotation;
      await deal(SOL_USDT, String(low), '1.5');
      await deal(SOL_USDT, `${high}.07`, '0.33');

      const first = attos(String(low)) / 100n;
      const sum = (attos(String(low)) * 15n) / 10n + (attos(`${high}.07`) * 33n) / 100n;
      const after = (await marketOf(SOL_USDT)).currency_quotation;
      expect(attos(after.turnover) - attos(before.turnover)).toBe(sum);
      const candle = await lastCandle(SOL_USDT, '1min');
      expect(attos(candle.turnover)).toBe(first + sum);
      await eventually(() => expect(pushed.at(-1)).toEqual(candle));
    } finally {
      await server.releaseClock();
    }
  });
});

describe('depth', () => {
  it('has the requested number of levels, the best first', async () => {
    const price = await roundPrice(ETH_USDT);
    const sides = [
      { token: buyer, side: 'buy', step: -1 },
      { token: seller, side: 'sell', step: 1 },
    ] as const;
    for (const { token, side, step } of sides)
      for (const level of [2, 1, 3])
        await place(token, {
          currency_match_id: ETH_USDT,
          side,
          type: 'limit',
          price: String(price + level * step),
          quantity: `0.${level}`,
        });
    const depth = await read('getDepth', { currency_match_id: ETH_USDT, size: '2' });
    expect(depth).toMatchObject({
      currency_match_id: 2,
      bids: [
        [String(price - 1), '0.1'],
        [String(price - 2), '0.2'],
      ],
      asks: [
        [String(price + 1), '0.1'],
        [String(price + 2), '0.2'],
      ],
    });
    expect(depth.seq).toBe(6);
  });

  it('of an unknown market is refused by name', async () => {
    expect(await server.call('getDepth', { currency_match_id: '4711' })).toMatchObject({
      error: 'market_not_found',
    });
  });
});

/** The market calls and the socket of the running product, with the market maker on. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ensure } from '../../../contract/assert.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { SuccessEnvelope } from '../../../contract/envelope.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ROUTES, type RequestInput, type ResponseOf } from '../../../contract/routes.ts';
import { KLINE_PERIODS } from '../../../contract/market/kline-periods.ts';
import type { Candle } from '../../../contract/market/market.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isOwnProcess: true, env: { MARKET_MAKER: 'on' } });
});
afterAll(() => server.stop());

/** Data of a successful call, parsed by the contract. */
async function dataOf<N extends EndpointName>(
  name: N,
  fields: RequestInput<N>,
): Promise<ResponseOf<N>> {
  const envelope = await server.call(name, fields);
  expect(envelope).toMatchObject({ code: 1 });
  const { data } = envelope as SuccessEnvelope<ResponseOf<N>>;
  expect(ROUTES[name].response.safeParse(data)).toMatchObject({ success: true });
  return data;
}

/** A socket of a client that is not a browser, and its messages. */
async function openSocket(): Promise<{ messages: unknown[]; send: (text: string) => void }> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`);
  const messages: unknown[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  await once(socket, 'open');
  return { messages, send: (text) => socket.send(text) };
}

/** Advances the clock, so that the real wait is short; in steps, so that the socket does not become idle. */
async function advanceNearMinuteEnd(
  messages: readonly unknown[],
  send: (text: string) => void,
): Promise<void> {
  const pongs = (): number =>
    messages.filter((message) => (message as { type: string }).type === 'pong').length;
  const secondsLeft = 60 - ((Date.now() / 1_000) % 60);
  for (let ahead = secondsLeft - 6; ahead > 0; ahead -= 15) {
    const before = pongs();
    await server.controlAdvance(Math.round(Math.min(ahead, 15) * 1_000));
    send('{"type":"ping"}');
    await eventually(() => expect(pongs()).toBeGreaterThan(before));
  }
}

describe('currency matches', () => {
  it('are at least 40 pairs in groups, each with its quotation and a picture that loads', async () => {
    const groups = await dataOf('listCurrencyMatches', {});
    const matches = groups.flatMap((group) => group.matches);
    expect(groups.map(({ code }) => code)).toEqual(['USDT', 'BTC', 'ETH']);
    expect(matches.length).toBeGreaterThanOrEqual(40);
    for (const { currency_quotation: day } of matches) {
      expect(Number(day.low)).toBeGreaterThan(0);
      expect(Number(day.low)).toBeLessThanOrEqual(Number(day.close));
      expect(Number(day.high)).toBeGreaterThanOrEqual(Number(day.close));
      expect(Number(day.volume)).toBeGreaterThan(0);
      expect(Number(day.turnover)).toBeGreaterThanOrEqual(Number(day.volume) * Number(day.low));
      expect(Number(day.turnover)).toBeLessThanOrEqual(Number(day.volume) * Number(day.high));
    }
  });
});

describe('trades', () => {
  it('happen while a user is connected: real ones, the newest first, the last of them the close', async () => {
    await openSocket();
    const deals = await eventually(
      async () => {
        const listed = await dataOf('listDeals', { currency_match_id: '1' });
        expect(listed.length).toBeGreaterThan(8);
        expect(new Set(listed.map(({ price }) => price)).size).toBeGreaterThan(1);
        return listed;
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(deals.length).toBeLessThanOrEqual(LIMITS.deals_listed);
    const rows = await queryServer<{ id: bigint; at_ms: bigint }>(
      server,
      'select id, at_ms from spot_deals where market_id = 1 and id <= $1 order by id desc limit 50',
      [deals[0]?.id],
    );
    expect(deals.map(({ id, time }) => ({ id: BigInt(id), at_ms: BigInt(time) }))).toEqual(rows);
    await eventually(async () => {
      const [groups, [newest]] = await Promise.all([
        dataOf('listCurrencyMatches', {}),
        dataOf('listDeals', { currency_match_id: '1' }),
      ]);
      expect(groups[0]?.matches[0]?.currency_quotation.close).toBe(newest?.price);
    });
  });

  it('of an unknown market are refused by name', async () => {
    expect(await server.call('listDeals', { currency_match_id: '4711' })).toMatchObject({
      error: 'market_not_found',
      data: null,
    });
  });
});

/**
 * Selects candles of both stored periods that differ from their trades, as far as trades have been written to
 * candles.
 */
const CANDLES_THAT_ARE_NOT_THEIR_DEALS = `
  with dealt as (
    select market_id, period, at_ms - at_ms % length_ms as time_ms,
      (array_agg(price_ticks order by id))[1] as open, max(price_ticks) as high,
      min(price_ticks) as low, (array_agg(price_ticks order by id desc))[1] as close,
      sum(quantity_lots) as volume, max(id) as last_deal_id,
      sum(price_ticks::numeric * quantity_lots) as turnover
    from spot_deals cross join (values ('1min', 60000), ('60min', 3600000)) p(period, length_ms)
    where id <= (select max(last_deal_id) from spot_candles)
    group by 1, 2, 3
  )
  (select * from dealt except table spot_candles) union all (table spot_candles except select * from dealt)`;

describe('the market maker', () => {
  it('keeps both sides of all order books, never crossed, even after a kill', async () => {
    const groups = await dataOf('listCurrencyMatches', {});
    const ids = groups.flatMap(({ matches }) => matches.map(({ id }) => String(id)));
    // A price that has moved takes quotes away for a moment, in a few markets at any time.
    const expectFull = (id: string): Promise<void> =>
      eventually(async () => {
        const { bids, asks } = await dataOf('getDepth', { currency_match_id: id });
        if (bids.length > 0 && asks.length > 0)
          crossed += Number(Number(bids[0]?.[0]) >= Number(asks[0]?.[0]));
        expect(bids.length).toBeGreaterThanOrEqual(8);
        expect(asks.length).toBeGreaterThanOrEqual(8);
      });
    let crossed = 0;
    for (const id of ids) await expectFull(id);
    await server.kill();
    await server.restart();
    for (const id of ids) await expectFull(id);
    expect(crossed).toBe(0);
    // The orders of the earlier run are gone: between two rounds, 12 per side and market are open.
    await eventually(async () => {
      const [open] = await queryServer<{ count: bigint }>(
        server,
        "select count(*) from spot_orders where state = 'paid' and owner_id = -1",
      );
      expect(Number(open?.count)).toBeLessThanOrEqual(24 * ids.length);
      expect(Number(open?.count)).toBeGreaterThan(23 * ids.length);
    });
    expect(await server.verifyLedger()).toMatchObject({ faults: [] });
    expect(await queryServer(server, CANDLES_THAT_ARE_NOT_THEIR_DEALS)).toEqual([]);
  });
});

describe('candles', () => {
  it.each(KLINE_PERIODS)('of %s are 500 when 500 are asked for, spot and forex', async (period) => {
    const spot = await dataOf('listCandles', { currency_match_id: '2', period, size: '500' });
    const forex = await dataOf('listForexCandles', { symbol: 'EURUSD', period, size: '500' });
    for (const candles of [spot, forex]) {
      expect(candles).toHaveLength(500);
      const times = candles.map(({ time }) => time);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    }
  });

  it('are 300 when no size is given', async () => {
    const candles = await dataOf('listCandles', { currency_match_id: '2', period: '1min' });
    expect(candles).toHaveLength(LIMITS.kline_size_default);
  });

  it.each([
    { currency_match_id: '1', period: '2min' },
    { currency_match_id: '1', period: '1min', size: '0' },
    { currency_match_id: '1', period: '1min', size: '1001' },
    { currency_match_id: '01', period: '1min' },
    { currency_match_id: '-1', period: '1min' },
    { currency_match_id: '1' },
    { currency_match_id: '1', period: '1min', from: '0' },
  ])('asked for with %j are refused as an invalid request', async (fields) => {
    const request = fields as unknown as RequestInput<'listCandles'>;
    expect(await server.call('listCandles', request)).toMatchObject({ error: 'invalid_request' });
  });

  it('of an unknown market or symbol are refused by name', async () => {
    expect(
      await server.call('listCandles', { currency_match_id: '4711', period: '1day' }),
    ).toMatchObject({ error: 'market_not_found' });
    expect(
      await server.call('listForexCandles', { symbol: 'AAABBB', period: '1day' }),
    ).toMatchObject({ error: 'symbol_not_found' });
  });

  it('of closed periods are the same after a restart', async () => {
    const request = { currency_match_id: '7', period: '5min', size: '200' } as const;
    const before = (await dataOf('listCandles', request)).slice(0, -1);
    await server.restart();
    const after = new Map((await dataOf('listCandles', request)).map((c) => [c.time, c]));
    const common = before.filter(({ time }) => after.has(time));
    expect(common.length).toBeGreaterThan(190);
    for (const candle of common) expect(after.get(candle.time)).toEqual(candle);
  });
});

describe('forex tickers', () => {
  it('are at least 12, and each is available alone too', async () => {
    const tickers = await dataOf('listForexTickers', {});
    expect(tickers.length).toBeGreaterThanOrEqual(12);
    const { symbol, price_scale: priceScale } = ensure(tickers[0], 'a ticker');
    const alone = await dataOf('getForexTicker', { symbol });
    expect(alone).toMatchObject({ symbol, price_scale: priceScale });
  });

  it('of an unknown symbol are refused by name', async () => {
    expect(await server.call('getForexTicker', { symbol: 'AAABBB' })).toMatchObject({
      error: 'symbol_not_found',
    });
  });
});

describe('the socket', () => {
  it('quotes as in the specification, from the market that REST lists', async () => {
    const { messages, send } = await openSocket();
    send('{"type":"sub","params":"DAY_MARKET"}');
    const groups = await dataOf('listCurrencyMatches', {});
    const ids = groups.flatMap(({ matches }) => matches.map(({ id }) => id));
    await eventually(() => expect(messages.length).toBeGreaterThan(ids.length + 20));
    const decimal = expect.stringMatching(/^-?\d+(\.\d*[1-9])?$/);
    for (const message of messages) {
      expect(message).toEqual({
        type: 'DAY_MARKET',
        currency_match_id: expect.toSatisfy((id: number) => ids.includes(id)),
        quotation: { close: decimal, change: decimal },
      });
    }
  });

  it('sends the candle that REST lists once its minute is over', async () => {
    const { messages, send } = await openSocket();
    send('{"type":"sub","params":"KLINE","currency_match_id":1,"period":"1min"}');
    type Kline = { type: string; candle: Candle };
    const candles = (): Candle[] =>
      (messages as Kline[]).filter(({ type }) => type === 'KLINE').map(({ candle }) => candle);
    await eventually(() => expect(candles().length).toBeGreaterThan(0));
    const first = ensure(candles()[0], 'a candle').time;
    await advanceNearMinuteEnd(messages, send);
    await eventually(() => expect(candles().at(-1)?.time).toBeGreaterThan(first));
    const closing = candles().findLast(({ time }) => time === first);
    const listed = await dataOf('listCandles', {
      currency_match_id: '1',
      period: '1min',
      size: '5',
    });
    expect(listed.find(({ time }) => time === first)).toEqual(closing);
  });

  it('refuses a page of another host before the handshake', async () => {
    const address = `${server.origin.replace('http', 'ws')}${SOCKET_PATH}`;
    const status = await new Promise((resolve) => {
      const socket = new WebSocket(address, { origin: 'https://evil.test' });
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('open', () => resolve('open'));
    });
    expect(status).toBe(403);
  });
});

/** Clocks that jump while contracts are open: each night is taken once, no stored time goes back, and trading goes on. */
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import type { LeverMarketRules } from '../../../server/areas/lever/lever-exchange.types.ts';
import { BTC_MARKET, ETH_MARKET } from '../../support/lever/contract-exchange.ts';
import { accepted } from '../../support/lever/lever-server.ts';
import { ANN, BOB, LONG, PRICE, useLeverServer } from '../../support/lever/use-lever-server.ts';

const bench = useLeverServer();

/** Friday, a moment before midnight. */
const EVE = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
const NIGHTS = 'select id::int, (nights / night_fee)::int as nights from lever_orders order by id';

const close = (orderId: number, ownerId = ANN) =>
  bench.server.exchange.close(bench.server.own(ownerId, orderId));

/** Rows whose time is earlier than that of the row before. */
const WENT_BACK = `
  select 'movement' as what from (
    select at_ms - lag(at_ms) over (order by number) as later from ledger_movements where journal = 3
  ) movements where later < 0
  union all select 'event' from (
    select at_ms - lag(at_ms) over (partition by order_id order by revision) as later from lever_events
  ) events where later < 0
  union all select 'mark' from (
    select taken_at_ms - lag(taken_at_ms) over (partition by market_id order by seq) as later from mark_ticks
  ) marks where later < 0
  union all select 'order' from lever_orders where closed_at_ms < opened_at_ms`;

test.each([
  ['a second forward', SECOND_MS, 0],
  ['a day forward', DAY_MS, 1],
  ['thirty days forward', 30 * DAY_MS, 30],
  ['five seconds back', -5 * SECOND_MS, 0],
  ['a day back', -DAY_MS, 0],
])('a clock that jumps %s, and back again', async (_, jumpMs, nights) => {
  const { server } = bench;
  for (const ownerId of [ANN, BOB]) await server.grant(ownerId, '5000');
  await server.place(BTC_MARKET, LONG);
  await server.place(BTC_MARKET, { ...LONG, ownerId: BOB, takeProfitTicks: 9_900_000 });

  server.clock.time += jumpMs;
  await server.mark(BTC_MARKET, PRICE);
  accepted(await close(1));
  server.clock.time -= jumpMs;
  await server.mark(BTC_MARKET, PRICE);
  await server.mark(BTC_MARKET, 9_912_000);
  await server.place(BTC_MARKET, { ...LONG, lots: 1 });
  accepted(await close(3));

  expect(await bench.reasons()).toBe('1 closed owner, 2 closed take_profit, 3 closed owner');
  // The time that was stored goes on, so that later nights count from it.
  expect(await server.rows(NIGHTS)).toEqual([
    { id: 1, nights },
    { id: 2, nights },
    { id: 3, nights: 0 },
  ]);
  expect(await server.rows(WENT_BACK)).toEqual([]);
});

test.each([
  ['ahead', 5 * MINUTE_MS],
  ['late', -5 * MINUTE_MS],
])(
  'a server whose clock is five minutes %s of that of PostgreSQL goes by its own',
  async (_, ms) => {
    const { server } = bench;
    const [{ now } = { now: 0 }] = await server.rows<{ now: number }>(
      'select floor(extract(epoch from now()) * 1000)::float8 as now',
    );
    server.clock.time = now + ms;
    await server.grant(ANN, '5000');
    await server.mark(BTC_MARKET, PRICE);
    const openedAtMs = server.clock.time;
    await server.place(BTC_MARKET, LONG);
    await server.round();
    accepted(await close(1));
    const times =
      'select opened_at_ms::float8 as opened, closed_at_ms::float8 as closed from lever_orders';
    const closedAtMs = openedAtMs + 50;
    expect(await server.rows(times)).toEqual([{ opened: openedAtMs, closed: closedAtMs }]);
  },
);

test('a minute of jumps to and fro over midnight takes one night', async () => {
  const { server } = bench;
  await server.grant(ANN, '5000');
  server.clock.time = EVE;
  await server.place(BTC_MARKET, LONG);
  for (const jumpMs of [HOUR_MS, -HOUR_MS, MINUTE_MS, -5 * SECOND_MS, HOUR_MS, -2 * HOUR_MS]) {
    server.clock.time += jumpMs;
    await server.mark(BTC_MARKET, PRICE);
  }
  accepted(await close(1));
  expect(await server.rows(NIGHTS)).toEqual([{ id: 1, nights: 1 }]);
});

test('an account that is read while the clock is a day ahead takes no night by it', async () => {
  const { server } = bench;
  await server.grant(ANN, '5000');
  await server.place(BTC_MARKET, LONG);
  server.clock.time += DAY_MS;
  const { nights } = await server.exchange.loadAccount(ANN);
  server.clock.time -= DAY_MS;
  accepted(await close(1));
  expect(nights).toBeGreaterThan(0n);
  expect(await server.rows(NIGHTS)).toEqual([{ id: 1, nights: 0 }]);
});

describe('a midnight', () => {
  test('counts at its very millisecond, and not before it', async () => {
    const { server } = bench;
    server.clock.time = EVE - 100;
    await server.grant(ANN, '5000');
    await server.place(BTC_MARKET, LONG);
    await server.place(BTC_MARKET, { ...LONG, lots: 100 });
    server.clock.time = EVE;
    accepted(await close(1));
    server.clock.time = EVE + 1;
    accepted(await close(2));
    expect(await server.rows(NIGHTS)).toEqual([
      { id: 1, nights: 0 },
      { id: 2, nights: 1 },
    ]);
  });

  test('that makes an account too small stops it out once, also after a restart', async () => {
    const { server } = bench;
    server.clock.time = EVE - 200;
    await server.grant(ANN, '1300');
    await server.place(BTC_MARKET, LONG);
    // The price at which one night decides: a tick above the stop-out.
    await server.mark(BTC_MARKET, 9_455_000);
    expect(await bench.reasons()).toBe('1 in_trading null');
    server.clock.time = EVE + 1;
    await bench.restart();
    await bench.server.mark(BTC_MARKET, 9_455_000);
    await bench.restart();
    await bench.server.mark(BTC_MARKET, 9_455_000);
    expect(await bench.reasons()).toBe('1 closed stop_out');
    expect(await bench.server.rows(NIGHTS)).toEqual([{ id: 1, nights: 1 }]);
  });

  test('of a leap day is a night like others', async () => {
    const { server } = bench;
    server.clock.time = Date.UTC(2028, 1, 28, 12);
    await server.grant(ANN, '5000');
    await server.mark(BTC_MARKET, PRICE);
    await server.place(BTC_MARKET, LONG);
    server.clock.time = Date.UTC(2028, 2, 1, 12);
    accepted(await close(1));
    expect(await server.rows(NIGHTS)).toEqual([{ id: 1, nights: 2 }]);
  });
});

describe('a server that starts', () => {
  test('with a clock far ahead takes all nights once, and judges at the next price', async () => {
    await bench.server.grant(ANN, '5000');
    await bench.server.place(BTC_MARKET, LONG);
    bench.server.clock.time += 30 * DAY_MS;
    await bench.restart();
    expect(await bench.reasons()).toBe('1 in_trading null');
    await bench.server.mark(BTC_MARKET, PRICE);
    accepted(await close(1));
    expect(await bench.server.rows(NIGHTS)).toEqual([{ id: 1, nights: 30 }]);
  });

  test('with a clock that is late takes no night again', async () => {
    await bench.server.grant(ANN, '5000');
    await bench.server.place(BTC_MARKET, LONG);
    bench.server.clock.time += 2 * DAY_MS;
    // A stored time of two days later.
    await bench.server.mark(ETH_MARKET, 342_000);
    accepted(await close((await bench.server.place(ETH_MARKET, { ...LONG, lots: 1 })).id));
    bench.server.clock.time -= 10 * DAY_MS;
    await bench.restart();
    await bench.server.mark(BTC_MARKET, PRICE);
    accepted(await close(1));
    expect(await bench.server.rows(NIGHTS)).toContainEqual({ id: 1, nights: 2 });
    expect(await bench.server.rows(WENT_BACK)).toEqual([]);
  });

  test('with a clock that is late shows the nights that a close takes', async () => {
    await bench.server.grant(ANN, '5000');
    const { opening } = await bench.server.place(BTC_MARKET, LONG);
    bench.server.clock.time += 2 * DAY_MS;
    // A stored time of two days later.
    await bench.server.grant(BOB, '1');
    bench.server.clock.time -= 10 * DAY_MS;
    await bench.restart();
    await bench.server.mark(BTC_MARKET, PRICE);
    const { nights } = await bench.server.exchange.loadAccount(ANN);
    accepted(await close(1));
    expect(nights).toBe(2n * (opening?.nightFee ?? 0n));
    expect(await bench.server.rows(NIGHTS)).toEqual([{ id: 1, nights: 2 }]);
  });

  test('with a clock that is late takes an order after the last terms', async () => {
    const { server } = bench;
    await server.grant(ANN, '5000');
    server.clock.time += MINUTE_MS;
    const wider = (terms: LeverMarketRules) => ({ ...terms, spreadPpm: 300 });
    const changed = await server.exchange.changeTerms(BTC_MARKET.id, wider, server.clock.time);
    expect(changed.ok).toBe(true);
    server.clock.time -= MINUTE_MS;
    await bench.restart();
    await bench.server.mark(BTC_MARKET, PRICE);
    await bench.server.place(BTC_MARKET, LONG);
    expect(await bench.reasons()).toBe('1 in_trading null');
  });

  test('with a clock that is late waits ten seconds for a frozen market, and notifies at once', async () => {
    await bench.server.grant(ANN, '5000');
    await bench.server.place(BTC_MARKET, LONG);
    await bench.server.place(ETH_MARKET, { ...LONG, lots: 1 });
    bench.server.clock.time -= HOUR_MS;
    await bench.restart();
    await bench.server.mark(BTC_MARKET, 7_900_000);
    await bench.server.freeze(ETH_MARKET);
    await rounds(9);
    expect(await bench.reasons()).toBe('1 in_trading null, 2 in_trading null');
    await rounds(2);
    expect(await bench.reasons()).toBe('1 closed stop_out, 2 in_trading null');
    const due = 'select max(due_at_ms)::float8 as at from outbox';
    const [last] = await bench.server.rows<{ at: number }>(due);
    expect(last?.at).toBeLessThanOrEqual(bench.server.clock.time);
    expect(await bench.server.rows(WENT_BACK)).toEqual([]);
  });

  test('with a clock that is late lets market orders wait two seconds, of before and of then', async () => {
    for (const ownerId of [ANN, BOB]) await bench.server.grant(ownerId, '5000');
    const waiting = async (ownerId: number) => {
      bench.server.price(BTC_MARKET, PRICE, PRICE / 200);
      await bench.server.round();
      await bench.server.place(BTC_MARKET, { ...LONG, ownerId });
    };
    await waiting(ANN);
    bench.server.clock.time -= HOUR_MS;
    await bench.restart();
    await waiting(BOB);
    await rounds(1);
    expect(await bench.reasons()).toBe('1 pending null, 2 pending null');
    await rounds(2);
    expect(await bench.reasons()).toBe('1 cancelled price_moving, 2 cancelled price_moving');
    expect(await bench.server.rows(WENT_BACK)).toEqual([]);
  });
});

/** The clock goes on by seconds, with marks at unchanged prices. */
async function rounds(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    bench.server.clock.time += SECOND_MS;
    await bench.server.round();
  }
}

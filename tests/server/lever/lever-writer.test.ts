/**
 * The dealing writer over PostgreSQL: what a restart, a takeover, a mass stop-out, keys and the end of a market do,
 * and what may leave an account.
 */
import { describe, expect, test } from 'vitest';
import { ok, refuse } from '../../../contract/result.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { LeverPrices } from '../../../server/areas/lever/taken-marks.ts';
import { Marks } from '../../../server/areas/market/market.area.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { createTransferService } from '../../../server/areas/wallet/wallet.area.ts';
import { eventually } from '../../support/eventually.ts';
import { BTC_MARKET, ETH_MARKET } from '../../support/lever/contract-exchange.ts';
import { accepted, LeverServer } from '../../support/lever/lever-server.ts';
import { usdt } from '../../support/lever/lever-scene.ts';
import { ANN, BOB, LONG, PRICE, useLeverServer } from '../../support/lever/use-lever-server.ts';
import { transferOn } from '../../support/wallet/transfer-server.ts';

const OPEN_ORDERS = "select count(*)::int as open from lever_orders where state <> 'closed'";

const bench = useLeverServer();

test('at most what is usable leaves the account, at the mark of that moment', async () => {
  await bench.server.rows('alter table transfers drop constraint transfers_user_id_users_id_fk');
  const closed = {
    isOpen: true,
    post: async () => refuse('service_unavailable'),
    postOrRefuse: async () => refuse('service_unavailable'),
  };
  const { database, postings } = bench.server;
  const transfers = createTransferService({
    database,
    keyed: database,
    postings: { spot: closed, dealing: postings },
    owing: new Set(),
    closedTypes: new Set(),
    contractable: async () => 0n,
  });
  const leave = (amount: bigint) =>
    transferOn(transfers, { ownerId: ANN, from: 2, to: 3, amount, key: `key-of-${amount}` });
  await bench.server.grant(ANN, '5000');
  await bench.server.place(BTC_MARKET, LONG);
  bench.server.price(BTC_MARKET, 9_625_000);
  bench.server.clock.time += 50;
  // Available is 3771.97319375, and the position has lost 254.8625.
  const usable = usdt('3517.11069375');

  expect(await leave(usable + 1n)).toEqual(refuse('margin_in_use'));
  expect(await leave(usdt('3772'))).toEqual(refuse('insufficient_balance'));
  accepted(await leave(usable));

  expect(await bench.server.money(ANN)).toBe('254.8625 1215.868125 0');
  expect(await bench.server.ask(BTC_MARKET, { ...LONG, lots: 1 })).toEqual(
    refuse('insufficient_margin'),
  );
});

test('one jump stops out a thousand accounts, and a command between two turns does not wait for all', async () => {
  const owners = Array.from({ length: 1_000 }, (_, index) => 100 + index);
  await Promise.all(owners.map((ownerId) => bench.server.grant(ownerId, '1300')));
  await Promise.all(owners.map((ownerId) => bench.server.place(BTC_MARKET, { ...LONG, ownerId })));
  await bench.server.grant(ANN, '5000');
  bench.server.price(BTC_MARKET, 9_000_000);
  bench.server.clock.time += 50;

  const stopped = bench.server.exchange.takeMarks();
  const { id } = await bench.server.place(ETH_MARKET, { ...LONG, lots: 1 });
  await stopped;

  const [after] = await bench.server.rows<{ open: number }>(OPEN_ORDERS);
  expect(after?.open).toBe(1);
  // A slow commit may hold all turns, but the numbers of movements are in the order of the decisions.
  const [decided] = await bench.server.rows<{ later: number }>(`
    select count(*)::int as later from ledger_movements
    where recipe like 'lever.closed%' and number > (
      select number from ledger_movements where recipe = 'lever.opened' and cause_id = '${id}')`);
  expect(decided?.later).toBeGreaterThan(100);
});

test('a key places one order, in concurrent and later repetitions, and another order is refused', async () => {
  await bench.server.grant(ANN, '5000');
  const keyed = { ...LONG, idempotencyKey: 'the-key-of-an-order' };

  const placed = await Promise.all([1, 2, 3].map(() => bench.server.ask(BTC_MARKET, keyed)));
  expect(placed.map((each) => accepted(each).id)).toEqual([1, 1, 1]);
  await bench.restart();
  expect(accepted(await bench.server.ask(BTC_MARKET, keyed)).id).toBe(1);
  expect(await bench.server.ask(BTC_MARKET, { ...keyed, lots: 1 })).toEqual(
    refuse('idempotency_key_reused'),
  );
  expect(
    await bench.server.exchange.findKeyed(ANN, keyed.idempotencyKey, bench.server.clock.time),
  ).toBe(1);
  const late = { ...LONG, deadline: { hasPassed: () => true } };
  expect(await bench.server.ask(BTC_MARKET, late)).toEqual(refuse('command_expired'));
});

test('a server whose clock was set back goes on from the last stored time', async () => {
  await bench.server.grant(ANN, '5000');
  const { id } = await bench.server.place(BTC_MARKET, LONG);
  bench.server.clock.time += DAY_MS;
  // Its rows are the only ones with the last time, and it is no longer open.
  const ended = await bench.server.place(ETH_MARKET, { ...LONG, lots: 1 });
  accepted(await bench.server.exchange.close(bench.server.own(ANN, ended.id)));
  const last = bench.server.clock.time;
  bench.server.clock.time -= 3 * DAY_MS;
  await bench.restart();
  await bench.server.mark(BTC_MARKET, PRICE);

  accepted(await bench.server.exchange.close(bench.server.own(ANN, id)));

  const closed = `select closed_at_ms::float as at, (nights / night_fee)::int as nights
    from lever_orders where id = ${id}`;
  expect(await bench.server.rows(closed)).toEqual([{ at: last, nights: 1 }]);
});

test('a takeover in the middle of a mass stop-out: each account is stopped out once', async () => {
  const former = bench.server;
  const owners = Array.from({ length: 800 }, (_, index) => 100 + index);
  await Promise.all(owners.map((ownerId) => former.grant(ownerId, '1300')));
  await Promise.all(owners.map((ownerId) => former.place(BTC_MARKET, { ...LONG, ownerId })));
  former.price(BTC_MARKET, 9_000_000);
  former.clock.time += 50;
  const takenOver = new Promise<void>((resolve) => {
    const stop = former.exchange.subscribe(() => {
      stop();
      const epoch = "update spot_writers set epoch = epoch + 1 where name = 'dealing'";
      void former.rows(epoch).then(() => resolve());
    });
  });
  void former.exchange.takeMarks();
  await takenOver;
  await eventually(() => expect(former.ends).toHaveLength(1));
  const [between] = await former.rows<{ open: number }>(OPEN_ORDERS);
  expect(between?.open).toBeGreaterThan(0);
  expect(between?.open).toBeLessThan(owners.length);

  await bench.restart();
  await bench.server.mark(BTC_MARKET, 9_000_000);

  expect(await bench.server.rows(OPEN_ORDERS)).toEqual([{ open: 0 }]);
  expect(
    await bench.server.rows(
      `select count(*)::int as closed, count(distinct order_id)::int as orders
       from lever_events where type = 'closed'`,
    ),
  ).toEqual([{ closed: owners.length, orders: owners.length }]);
  await bench.server.houseMoney();
});

describe('the end of a market', () => {
  test('cancels pending orders and closes positions at the mark', async () => {
    await bench.server.grant(ANN, '5000');
    await bench.server.place(BTC_MARKET, LONG);
    await bench.server.place(BTC_MARKET, { ...LONG, limitTicks: 9_000_000 });

    expect(await bench.server.exchange.windDown(BTC_MARKET.id, bench.server.clock.time)).toEqual(
      ok(null),
    );

    expect(await bench.reasons()).toBe('1 closed wound_down, 2 cancelled market_removed');
    expect(await bench.server.ask(BTC_MARKET, LONG)).toEqual(refuse('contracts_close_only'));
  });

  test('comes by itself at its announced time, also with a price that is missing at first', async () => {
    await bench.server.grant(ANN, '5000');
    await bench.server.place(BTC_MARKET, LONG);
    const terms = { ...BTC_MARKET, revision: 2, endsAtMs: bench.server.clock.time + 5_000 };
    expect(
      await bench.server.exchange.changeTerms(BTC_MARKET.id, () => terms, bench.server.clock.time),
    ).toEqual(ok(null));
    await bench.restart();
    await bench.server.freeze(BTC_MARKET);
    expect(await bench.reasons()).toBe('1 in_trading null');

    bench.server.clock.time += 6_000;
    await bench.server.round();
    expect(await bench.reasons()).toBe('1 closing wound_down');
    await bench.server.mark(BTC_MARKET, PRICE);
    expect(await bench.reasons()).toBe('1 closed wound_down');
  });
});

describe('the next server', () => {
  test('has all orders and accounts, and triggers go on', async () => {
    await bench.server.grant(ANN, '5000');
    await bench.server.grant(BOB, '1300');
    await bench.server.place(BTC_MARKET, { ...LONG, takeProfitTicks: 9_900_000 });
    await bench.server.place(BTC_MARKET, { ...LONG, limitTicks: 9_600_000 });
    await bench.server.place(BTC_MARKET, { ...LONG, ownerId: BOB });
    const before = await Promise.all([ANN, BOB].map((id) => bench.server.exchange.loadAccount(id)));

    await bench.restart();

    const after = await Promise.all([ANN, BOB].map((id) => bench.server.exchange.loadAccount(id)));
    // Without a mark of its own run, the next server sets the value of positions aside.
    const plain = ({ orders, available, frozen, debt, unrealized }: (typeof after)[number]) => ({
      funds: [available, frozen, debt, unrealized],
      orders: orders.map(({ id, state, reserve, revision }) => ({ id, state, reserve, revision })),
    });
    expect(after.map(plain)).toEqual(before.map(plain));
    await bench.server.mark(BTC_MARKET, 9_912_000);
    await bench.server.mark(BTC_MARKET, 9_000_000);
    expect(await bench.reasons()).toBe(
      '1 closed take_profit, 2 in_trading null, 3 closed stop_out',
    );
    await bench.server.money(ANN);
    await bench.server.money(BOB);
    await bench.server.houseMoney();
  });

  test('takes over: the commit of the former one fails, and its caller gets no answer', async () => {
    await bench.server.grant(ANN, '5000');
    const former = bench.server;
    bench.server = await LeverServer.open(former.address, former.clock.time);
    let isAnswered = false;
    const shown = former.exchange.mark(BTC_MARKET.id);
    former.price(BTC_MARKET, 9_800_000);
    void former.ask(BTC_MARKET, LONG).then(() => (isAnswered = true));
    await eventually(() =>
      expect(former.ends).toEqual(['another server has taken over contract trading']),
    );
    expect(isAnswered).toBe(false);
    expect(former.exchange.mark(BTC_MARKET.id)).toBe(shown);
    expect(await bench.server.rows('select from lever_orders')).toEqual([]);
    expect(await former.ask(BTC_MARKET, LONG)).toMatchObject(refuse('service_unavailable'));
    await former.close();
    await bench.server.mark(BTC_MARKET, PRICE);
    expect(await bench.server.place(BTC_MARKET, LONG)).toMatchObject({ id: 1 });
  });
});

test('the price of a halted market values no position, also after a restart', async () => {
  await bench.server.grant(ANN, '5000');
  await bench.server.place(BTC_MARKET, LONG);
  const limit = await bench.server.place(BTC_MARKET, { ...LONG, limitTicks: 9_600_000 });
  const won = async () => (await bench.server.exchange.loadAccount(ANN)).unrealized;
  const before = await won();
  const halted = { ...BTC_MARKET, status: 'halted', revision: 2 } as const;
  expect(
    await bench.server.exchange.changeTerms(BTC_MARKET.id, () => halted, bench.server.clock.time),
  ).toEqual(ok(null));

  await bench.server.mark(BTC_MARKET, 9_000_000);
  // Its event has no mark, which the next server would take for the last price.
  accepted(await bench.server.exchange.cancel(bench.server.own(ANN, limit.id)));
  expect(await won()).toBe(before);
  await bench.restart();
  await bench.server.mark(BTC_MARKET, 9_000_000);
  expect(await won()).toBe(before);
});

test('a market that freezes keeps its last price over a restart, also with as many shorts as longs', async () => {
  for (const ownerId of [ANN, BOB]) await bench.server.grant(ownerId, '5000');
  await bench.server.place(BTC_MARKET, LONG);
  await bench.server.place(BTC_MARKET, { ...LONG, ownerId: BOB, direction: 'short' });
  // Nothing happens at this price.
  await bench.server.mark(BTC_MARKET, 9_800_000);
  const won = async () => {
    const { exchange } = bench.server;
    const [ann, bob] = [await exchange.loadAccount(ANN), await exchange.loadAccount(BOB)];
    return [ann.unrealized, bob.unrealized];
  };
  const before = await won();
  expect(before[0]).toBeGreaterThan(0n);
  await bench.server.freeze(BTC_MARKET);
  await bench.restart();
  expect(await won()).toEqual(before);
});

test('accounts without orders are forgotten, and read again when they are needed', async () => {
  await bench.server.close();
  bench.server = await LeverServer.open(bench.server.address, bench.server.clock.time, {
    ownersMax: 2,
  });
  await bench.server.mark(BTC_MARKET, PRICE);
  await bench.server.mark(ETH_MARKET, 342_000);
  const owners = Array.from({ length: 8 }, (_, index) => 100 + index);
  for (const ownerId of owners) await bench.server.grant(ownerId, '2000');
  await bench.server.place(BTC_MARKET, { ...LONG, ownerId: 100 });
  await bench.server.grant(ANN, '1');
  await bench.server.grant(ANN, '1');

  const known = owners.filter((id) => bench.server.exchange.account(id) !== undefined);
  expect(known[0]).toBe(100);
  expect(known.length).toBeLessThanOrEqual(3);
  for (const ownerId of owners) await bench.server.money(ownerId);
  await bench.server.mark(BTC_MARKET, 9_000_000);
  expect(await bench.reasons()).toBe('1 closed stop_out');
});

test('the own order book alone closes nothing, however far it is from the other sources', async () => {
  const prices = { outside: [PRICE, PRICE + 210, PRICE - 110], own: PRICE };
  const now = () => bench.server.clock.time;
  const marks = new Marks({
    pairs: [{ name: 'BTC/USDT', base: 'BTC', quote: 'USDT', priceScale: 2, hours: 'always' }],
    sources: prices.outside.map((_, index) => ({
      id: `source-${index}`,
      price: () => {
        const ticks = prices.outside[index];
        return ticks === undefined ? null : { ticks, atMs: now() };
      },
      start: () => undefined,
      stop: async () => undefined,
    })),
    clock: { now },
  });
  marks.followBook(() => ({ sourceId: 'own-book', ticks: prices.own, atMs: now() }));
  const evaluate: LeverPrices['evaluate'] = ({ id }) =>
    id === BTC_MARKET.id ? marks.outside('BTC/USDT') : null;
  await bench.server.close();
  bench.server = await LeverServer.open(bench.server.address, now(), { evaluate });
  await bench.server.round();
  await bench.server.grant(ANN, '1300');
  // With a vote of a lower book that is close, the median of four prices would be below it.
  await bench.server.place(BTC_MARKET, { ...LONG, stopLossTicks: PRICE - 50 });

  const near = PRICE - 400;
  for (const own of [1, PRICE / 100, PRICE - 400_000, PRICE + 400_000, PRICE * 100, near]) {
    prices.own = own;
    for (let rounds = 0; rounds < 20; rounds += 1) await bench.server.round();
  }
  expect(bench.server.exchange.mark(BTC_MARKET.id)?.mark).toMatchObject({ ticks: PRICE });
  // One other source alone says nothing, although the book is close to it.
  prices.outside = [PRICE];
  prices.own = PRICE + 10;
  for (let rounds = 0; rounds < 20; rounds += 1) await bench.server.round();

  expect(await bench.reasons()).toBe('1 in_trading null');
  expect(bench.server.exchange.mark(BTC_MARKET.id)?.mark.state).toBe('frozen');
});

test('the funds of the exchange give at most what they hold', async () => {
  const take = { requestId: 'take', now: bench.server.clock.time };
  expect(
    await bench.server.exchange.fundHouse({ ...take, pool: 0n, insurance: -usdt('501') }),
  ).toEqual(refuse('insufficient_balance'));
  expect(
    await bench.server.exchange.fundHouse({ ...take, pool: -usdt('1'), insurance: -usdt('500') }),
  ).toEqual(ok(null));
  expect(await bench.server.houseMoney()).toBe('9999999 0 0');
});

test('a pool that owes opens nothing until it is funded, and stops nothing else', async () => {
  await bench.server.grant(ANN, '5000');
  await bench.server.grant(BOB, '5000');
  await bench.server.place(BTC_MARKET, LONG);
  const short = await bench.server.place(BTC_MARKET, { ...LONG, ownerId: BOB, direction: 'short' });
  const fund = (pool: bigint, insurance = 0n) =>
    bench.server.exchange.fundHouse({
      pool,
      insurance,
      requestId: 'fund',
      now: bench.server.clock.time,
    });
  // The insurance fund covers the gap of both positions, as it must when the pool is taken.
  expect(await fund(usdt('100') - usdt('10000000'), usdt('5000'))).toEqual(ok(null));
  bench.server.price(BTC_MARKET, 9_900_000);
  accepted(await bench.server.exchange.close(bench.server.own(ANN, 1)));
  expect(await bench.server.houseMoney()).toMatch(/^-332\.6375 /);
  expect((await verifyWholeLedger(bench.server.address, 'test', 'any')).faults).toEqual([]);

  // The open loss of the short covers the pool, and a long lowers the risk of the exchange.
  const long = { ...LONG, lots: 1 };
  expect(await bench.server.ask(BTC_MARKET, long)).toEqual(refuse('exposure_limit_reached'));
  await bench.restart();
  await bench.server.mark(BTC_MARKET, 9_900_000);
  expect(await bench.server.ask(BTC_MARKET, long)).toEqual(refuse('exposure_limit_reached'));
  const { id, revision } = short;
  const targets = { revision, takeProfitTicks: 9_800_000, stopLossTicks: null };
  accepted(await bench.server.exchange.amend({ ...bench.server.own(BOB, id), ...targets }));

  expect(await fund(usdt('400'))).toEqual(ok(null));
  await bench.server.place(BTC_MARKET, long);
  await bench.server.mark(BTC_MARKET, 9_800_000);
  expect(await bench.reasons()).toBe('1 closed owner, 2 closed take_profit, 3 in_trading null');
});

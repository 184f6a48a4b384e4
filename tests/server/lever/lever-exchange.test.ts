/** Contract trading through its exchange over PostgreSQL: every command is durable, and memory equals the database. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ok, refuse } from '../../../contract/result.ts';
import type { LeverPrices } from '../../../server/areas/lever/taken-marks.ts';
import { agreeWithBook } from '../../../server/engine/marks/mark-rule.ts';
import { MARK_AGE_MS, MarkTrack } from '../../../server/engine/marks/mark-track.ts';
import { insertLeverMarkets } from '../../../server/areas/lever/lever-markets.repo.ts';
import { createTransferService } from '../../../server/areas/wallet/wallet.area.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { verifyBooks } from '../../../server/roles/verify-books.ts';
import { eventually } from '../../support/eventually.ts';
import { BTC_MARKET, ETH_MARKET, FRIDAY } from '../../support/lever/contract-exchange.ts';
import { accepted, LeverServer } from '../../support/lever/lever-server.ts';
import { inUsdt, usdt } from '../../support/lever/lever-scene.ts';
import { startScratchDatabase, withClient } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { transferOn } from '../../support/wallet/transfer-server.ts';

const [ANN, BOB] = [1, 2];
/** 97,250.00 in ticks of BTC. */
const PRICE = 9_725_000;
const LONG = { ownerId: ANN, direction: 'long', lots: 250, multiple: 20 } as const;

const OPEN_ORDERS = "select count(*)::int as open from lever_orders where state <> 'closed'";

let scratch: ScratchDatabase;
let server: LeverServer;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, async (client) => {
    await client.query("insert into currencies values (1, 'USDT', 'Tether', 18)");
  });
  const database = openDatabase(scratch.original, createLog('silent'));
  await database.transaction((tx) => insertLeverMarkets(tx, [BTC_MARKET, ETH_MARKET], FRIDAY));
  await database.$client.end();
});
afterAll(() => scratch.stop());
beforeEach(async () => {
  server = await LeverServer.open(await scratch.copy());
  const fund = { requestId: 'fund', now: FRIDAY };
  const funded = { ...fund, pool: usdt('10000000'), insurance: usdt('500') };
  expect(await server.exchange.fundHouse(funded)).toEqual(ok(null));
  await server.mark(BTC_MARKET, PRICE);
  await server.mark(ETH_MARKET, 342_000);
});
afterEach(async () => {
  expect((await verifyBooks(server.address, 'test', 'any')).faults).toEqual([]);
  await server.close();
});

/** Ends the server as a crash would, without an answer to anybody, and opens the next one. */
async function restart(): Promise<void> {
  const { address, clock } = server;
  const next = await LeverServer.open(address, clock.time);
  await server.close();
  server = next;
}

const reasonsOf = async (): Promise<string> =>
  (
    await server.rows<{ id: string; state: string; reason: string | null }>(
      `select id, state, coalesce(close_reason, cancel_reason) as reason from lever_orders order by id`,
    )
  )
    .map(({ id, state, reason }) => `${id} ${state} ${reason}`)
    .join(', ');

test('a position opens and closes at the mark, and both are stored with their marks (V1, V4)', async () => {
  await server.grant(ANN, '5000');
  const opened = await server.place(BTC_MARKET, LONG);
  expect(opened).toMatchObject({ id: 1, state: 'in_trading', opening: { ticks: 9_726_945 } });
  expect(await server.money(ANN)).toBe('3771.97319375 1215.868125 0');

  server.price(BTC_MARKET, 9_900_000);
  const closed = accepted(await server.exchange.close(server.own(ANN, 1)));

  expect(closed).toMatchObject({ state: 'closed', closing: { ticks: 9_900_000, reason: 'owner' } });
  expect(await server.money(ANN)).toBe('5420.47881875 0 0');
  expect(await server.houseMoney()).toBe('9999567.3625 502.43173625 9.726945');
  expect(
    await server.rows('select type, revision, actor_id from lever_events order by revision'),
  ).toEqual([
    { type: 'opened', revision: 2, actor_id: ANN },
    { type: 'closed', revision: 4, actor_id: ANN },
  ]);
  expect(
    await server.rows(
      `select mark.ticks::int, jsonb_array_length(sources) as sources from lever_orders
       join mark_ticks mark on mark.market_id = lever_orders.market_id
         and seq in (open_mark_seq, close_mark_seq) order by seq`,
    ),
  ).toEqual([
    { ticks: PRICE, sources: 2 },
    { ticks: 9_900_000, sources: 2 },
  ]);
});

test('a limit order holds its reserve, opens at the mark that reaches it, and can be canceled', async () => {
  await server.grant(ANN, '5000');
  const limit = { ...LONG, limitTicks: 9_700_000 };
  await server.place(BTC_MARKET, limit);
  await server.place(BTC_MARKET, limit);
  expect(await server.money(ANN)).toBe('2550.75 2449.25 0');
  expect(accepted(await server.exchange.cancel(server.own(ANN, 2)))).toMatchObject({
    state: 'cancelled',
    cancelReason: 'owner',
  });

  await server.mark(BTC_MARKET, 9_698_061);
  expect(await reasonsOf()).toBe('1 pending null, 2 cancelled owner');
  await server.mark(BTC_MARKET, 9_698_060);

  expect(await reasonsOf()).toBe('1 in_trading null, 2 cancelled owner');
  expect(await server.money(ANN)).toBe('3775.375 1212.5 0');
});

test('a take-profit and a stop-loss close at the mark that reaches them (V9, V10)', async () => {
  await server.grant(ANN, '10000');
  await server.place(BTC_MARKET, { ...LONG, stopLossTicks: 9_500_000 });
  await server.place(BTC_MARKET, LONG);
  const targets = { takeProfitTicks: 9_900_000, stopLossTicks: null };
  expect(await server.exchange.amend({ ...server.own(ANN, 2), revision: 1, ...targets })).toEqual(
    refuse('contract_order_changed'),
  );
  accepted(await server.exchange.amend({ ...server.own(ANN, 2), revision: 2, ...targets }));

  await server.mark(BTC_MARKET, 9_500_001);
  await server.mark(BTC_MARKET, 9_410_000);
  await server.mark(BTC_MARKET, 9_912_000);

  expect(await reasonsOf()).toBe('1 closed stop_loss, 2 closed take_profit');
  const profits = await server.rows<{ profit: string }>(
    'select profit::text from lever_orders order by id',
  );
  expect(profits.map(({ profit }) => inUsdt(BigInt(profit)))).toEqual(['-792.3625', '462.6375']);
});

test('a stop-out takes what is there, insurance fund and pool pay the rest (V11)', async () => {
  await server.grant(ANN, '1300');
  await server.place(BTC_MARKET, LONG);

  await server.mark(BTC_MARKET, 9_000_000);

  expect(await server.money(ANN)).toBe('0 0 0');
  expect(await reasonsOf()).toBe('1 closed stop_out');
  // The insurance fund held 500 and a fifth of the opening fee.
  expect(await server.houseMoney()).toBe('10001790.273055 0 9.726945');
  expect(
    await server.rows(
      `select seen_equity::text as equity, insured::text, waived::text from lever_orders`,
    ),
  ).toEqual([
    {
      equity: String(usdt('-529.52118125')),
      insured: String(usdt('502.43173625')),
      waived: String(usdt('27.089445')),
    },
  ]);
});

test('a debt lasts while another position covers it, and money that arrives repays it (V12)', async () => {
  await server.grant(ANN, '262.325');
  const [btc, eth] = [
    { ownerId: ANN, direction: 'long', lots: 100, multiple: 100, stopLossTicks: 9_600_000 },
    { ownerId: ANN, direction: 'short', lots: 200, multiple: 50 },
  ] as const;
  await server.place(BTC_MARKET, btc);
  await server.place(ETH_MARKET, eth);
  const [before] = (await server.money(ANN)).split(' ');

  await server.mark(ETH_MARKET, 330_000);
  await server.mark(BTC_MARKET, 9_600_000);

  expect(await server.money(ANN)).toBe(
    `0 136.7724 -${inUsdt(usdt('29.67555') - usdt(before ?? '0'))}`,
  );
  await server.grant(ANN, '50');
  expect((await server.money(ANN)).endsWith(' 0')).toBe(true);
  expect(
    await server.rows("select recipe from ledger_movements where recipe = 'lever.debt_repaid'"),
  ).toHaveLength(1);
});

test('each night is taken once, at the close (V13)', async () => {
  server.clock.time = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
  await server.grant(ANN, '5000');
  await server.place(BTC_MARKET, LONG);

  server.clock.time = Date.UTC(2026, 10, 23);
  const closed = accepted(await server.exchange.close(server.own(ANN, 1)));

  expect(inUsdt(closed.closing?.nights ?? 0n)).toBe('21.88562625');
});

test('at most what is usable leaves the account, at the mark of that moment', async () => {
  await server.rows('alter table transfers drop constraint transfers_user_id_users_id_fk');
  const closed = {
    isOpen: true,
    post: async () => refuse('service_unavailable'),
    postOrRefuse: async () => refuse('service_unavailable'),
  };
  const { database, postings } = server;
  const transfers = createTransferService({
    database,
    keyed: database,
    postings: { spot: closed, dealing: postings },
    owing: new Set(),
    contractable: async () => 0n,
  });
  const leave = (amount: bigint) =>
    transferOn(transfers, { ownerId: ANN, from: 2, to: 3, amount, key: `key-of-${amount}` });
  await server.grant(ANN, '5000');
  await server.place(BTC_MARKET, LONG);
  server.price(BTC_MARKET, 9_625_000);
  server.clock.time += 50;
  // Available is 3771.97319375, and the position has lost 254.8625.
  const usable = usdt('3517.11069375');

  expect(await leave(usable + 1n)).toEqual(refuse('margin_in_use'));
  expect(await leave(usdt('3772'))).toEqual(refuse('insufficient_balance'));
  accepted(await leave(usable));

  expect(await server.money(ANN)).toBe('254.8625 1215.868125 0');
  expect(await server.ask(BTC_MARKET, { ...LONG, lots: 1 })).toEqual(refuse('insufficient_margin'));
});

test('one jump stops out a thousand accounts, and a command between two turns does not wait for all', async () => {
  const owners = Array.from({ length: 1_000 }, (_, index) => 100 + index);
  await Promise.all(owners.map((ownerId) => server.grant(ownerId, '1300')));
  await Promise.all(owners.map((ownerId) => server.place(BTC_MARKET, { ...LONG, ownerId })));
  await server.grant(ANN, '5000');
  server.price(BTC_MARKET, 9_000_000);
  server.clock.time += 50;

  const stopped = server.exchange.takeMarks();
  await server.place(ETH_MARKET, { ...LONG, lots: 1 });
  const [before] = await server.rows<{ open: number }>(OPEN_ORDERS);
  await stopped;

  const [after] = await server.rows<{ open: number }>(OPEN_ORDERS);
  expect(after?.open).toBe(1);
  expect(before?.open).toBeGreaterThan(1);
  expect(Math.max(...server.batches.map(({ orders }) => orders.length))).toBeLessThan(900);
});

describe('while the mark is frozen', () => {
  test('nothing opens and no target is reached, and a close waits for a price or is withdrawn', async () => {
    await server.grant(ANN, '5000');
    await server.place(BTC_MARKET, { ...LONG, stopLossTicks: 9_500_000 });
    await server.freeze(BTC_MARKET);

    expect(await server.ask(BTC_MARKET, LONG)).toEqual(refuse('mark_unavailable'));
    expect(accepted(await server.exchange.close(server.own(ANN, 1)))).toMatchObject({
      state: 'closing',
    });
    expect(accepted(await server.exchange.withdrawClose(server.own(ANN, 1)))).toMatchObject({
      state: 'in_trading',
    });
    accepted(await server.exchange.close(server.own(ANN, 1)));
    await server.mark(BTC_MARKET, 9_400_000);

    expect(await reasonsOf()).toBe('1 closed owner');
  });

  test('no account is stopped out before the market is live again', async () => {
    await server.grant(ANN, '1300');
    await server.place(BTC_MARKET, LONG);
    await server.freeze(BTC_MARKET);
    await server.round();
    expect(await reasonsOf()).toBe('1 in_trading null');

    await server.mark(BTC_MARKET, 9_000_000);
    expect(await reasonsOf()).toBe('1 closed stop_out');
  });
});

test('all positions of an owner close at once, and only those of the direction', async () => {
  await server.grant(ANN, '9000');
  await server.place(BTC_MARKET, LONG);
  await server.place(ETH_MARKET, { ...LONG, direction: 'short', lots: 10 });
  const all = { ownerId: ANN, requestId: 'r', now: server.clock.time, marketId: null };

  const longs = accepted(await server.exchange.closeAll({ ...all, direction: 'long' }));
  expect(longs.map(({ id, state }) => `${id} ${state}`)).toEqual(['1 closed']);
  const rest = accepted(await server.exchange.closeAll({ ...all, direction: 'all' }));
  expect(rest.map(({ id }) => id)).toEqual([2]);
});

test('a key places one order, in concurrent and later repetitions, and another order is refused', async () => {
  await server.grant(ANN, '5000');
  const keyed = { ...LONG, idempotencyKey: 'the-key-of-an-order' };

  const placed = await Promise.all([1, 2, 3].map(() => server.ask(BTC_MARKET, keyed)));
  expect(placed.map((each) => accepted(each).id)).toEqual([1, 1, 1]);
  await restart();
  expect(accepted(await server.ask(BTC_MARKET, keyed)).id).toBe(1);
  expect(await server.ask(BTC_MARKET, { ...keyed, lots: 1 })).toEqual(
    refuse('idempotency_key_reused'),
  );
  expect(await server.exchange.findKeyed(ANN, keyed.idempotencyKey, server.clock.time)).toBe(1);
  const late = { ...LONG, deadline: { hasPassed: () => true } };
  expect(await server.ask(BTC_MARKET, late)).toEqual(refuse('command_expired'));
});

test('an order of another owner is as unknown as none, and an ended one is not open', async () => {
  await server.grant(ANN, '5000');
  await server.place(BTC_MARKET, LONG);

  expect(await server.exchange.close(server.own(BOB, 1))).toEqual(
    refuse('contract_order_not_found'),
  );
  accepted(await server.exchange.close(server.own(ANN, 1)));
  for (const again of [
    server.exchange.close(server.own(ANN, 1)),
    server.exchange.cancel(server.own(ANN, 1)),
  ])
    expect(await again).toEqual(refuse('contract_order_not_open'));
});

describe('the end of a market', () => {
  test('cancels pending orders and closes positions at the mark', async () => {
    await server.grant(ANN, '5000');
    await server.place(BTC_MARKET, LONG);
    await server.place(BTC_MARKET, { ...LONG, limitTicks: 9_000_000 });

    expect(await server.exchange.windDown(BTC_MARKET.id, server.clock.time)).toEqual(ok(null));

    expect(await reasonsOf()).toBe('1 closed wound_down, 2 cancelled market_removed');
    expect(await server.ask(BTC_MARKET, LONG)).toEqual(refuse('contracts_close_only'));
  });

  test('comes by itself at its announced time, also with a price that is missing at first', async () => {
    await server.grant(ANN, '5000');
    await server.place(BTC_MARKET, LONG);
    const terms = { ...BTC_MARKET, revision: 2, endsAtMs: server.clock.time + 5_000 };
    expect(await server.exchange.setTerms(terms, server.clock.time)).toEqual(ok(null));
    await restart();
    await server.freeze(BTC_MARKET);
    expect(await reasonsOf()).toBe('1 in_trading null');

    server.clock.time += 6_000;
    await server.round();
    expect(await reasonsOf()).toBe('1 closing wound_down');
    await server.mark(BTC_MARKET, PRICE);
    expect(await reasonsOf()).toBe('1 closed wound_down');
  });
});

describe('the next server', () => {
  test('has all orders and accounts, and triggers go on', async () => {
    await server.grant(ANN, '5000');
    await server.grant(BOB, '1300');
    await server.place(BTC_MARKET, { ...LONG, takeProfitTicks: 9_900_000 });
    await server.place(BTC_MARKET, { ...LONG, limitTicks: 9_600_000 });
    await server.place(BTC_MARKET, { ...LONG, ownerId: BOB });
    const before = await Promise.all([ANN, BOB].map((id) => server.exchange.loadAccount(id)));

    await restart();

    const after = await Promise.all([ANN, BOB].map((id) => server.exchange.loadAccount(id)));
    const plain = ({ orders, ...funds }: (typeof after)[number]) => ({
      ...funds,
      orders: orders.map(({ id, state, reserve, revision }) => ({ id, state, reserve, revision })),
    });
    expect(after.map(plain)).toEqual(before.map(plain));
    await server.mark(BTC_MARKET, 9_912_000);
    await server.mark(BTC_MARKET, 9_000_000);
    expect(await reasonsOf()).toBe('1 closed take_profit, 2 in_trading null, 3 closed stop_out');
    await server.money(ANN);
    await server.money(BOB);
    await server.houseMoney();
  });

  test('takes over: the commit of the former one fails, and its caller gets no answer', async () => {
    await server.grant(ANN, '5000');
    const former = server;
    server = await LeverServer.open(former.address, former.clock.time);
    let isAnswered = false;
    const shown = former.exchange.mark(BTC_MARKET.id);
    former.price(BTC_MARKET, 9_800_000);
    void former.ask(BTC_MARKET, LONG).then(() => (isAnswered = true));
    await eventually(() =>
      expect(former.ends).toEqual(['another server has taken over contract trading']),
    );
    expect(isAnswered).toBe(false);
    expect(former.exchange.mark(BTC_MARKET.id)).toBe(shown);
    expect(await server.rows('select from lever_orders')).toEqual([]);
    expect(await former.ask(BTC_MARKET, LONG)).toMatchObject(refuse('service_unavailable'));
    await former.close();
    await server.mark(BTC_MARKET, PRICE);
    expect(await server.place(BTC_MARKET, LONG)).toMatchObject({ id: 1 });
  });
});

test('accounts without orders are forgotten, and read again when they are needed', async () => {
  await server.close();
  server = await LeverServer.open(server.address, server.clock.time, { ownersMax: 2 });
  await server.mark(BTC_MARKET, PRICE);
  await server.mark(ETH_MARKET, 342_000);
  const owners = Array.from({ length: 8 }, (_, index) => 100 + index);
  for (const ownerId of owners) await server.grant(ownerId, '2000');
  await server.place(BTC_MARKET, { ...LONG, ownerId: 100 });
  await server.grant(ANN, '1');
  await server.grant(ANN, '1');

  const known = owners.filter((id) => server.exchange.account(id) !== undefined);
  expect(known[0]).toBe(100);
  expect(known.length).toBeLessThanOrEqual(3);
  for (const ownerId of owners) await server.money(ownerId);
  await server.mark(BTC_MARKET, 9_000_000);
  expect(await reasonsOf()).toBe('1 closed stop_out');
});

test('the own order book alone closes nothing, however far it is from the other sources', async () => {
  const track = new MarkTrack();
  const prices = { outside: [PRICE, PRICE + 210, PRICE - 110], own: PRICE };
  const evaluate: LeverPrices['evaluate'] = ({ id }) => {
    if (id !== BTC_MARKET.id) return null;
    const now = server.clock.time;
    const source = (sourceId: string, ticks: number) => ({ sourceId, ticks, atMs: now });
    const outside = prices.outside.map((ticks, index) => source(`source-${index}`, ticks));
    const agreed = agreeWithBook(outside, source('own-book', prices.own), now, MARK_AGE_MS);
    track.take(agreed, now);
    const [status, ticks] = [track.statusAt(now), track.liveTicks(now)];
    return { status, ticks, sources: agreed.kept, isCloseOnly: track.isCloseOnly(now) };
  };
  await server.close();
  server = await LeverServer.open(server.address, server.clock.time, { evaluate });
  await server.round();
  await server.grant(ANN, '1300');
  await server.place(BTC_MARKET, { ...LONG, stopLossTicks: 9_700_000 });

  for (const own of [1, PRICE / 100, PRICE - 400_000, PRICE + 400_000, PRICE * 100]) {
    prices.own = own;
    for (let rounds = 0; rounds < 20; rounds += 1) await server.round();
  }
  // With one other source, the two are apart: nothing is known.
  prices.outside = [PRICE];
  for (let rounds = 0; rounds < 20; rounds += 1) await server.round();

  expect(await reasonsOf()).toBe('1 in_trading null');
  expect(server.exchange.mark(BTC_MARKET.id)?.mark.state).toBe('frozen');
});

test('the funds of the exchange give at most what they hold', async () => {
  const take = { requestId: 'take', now: server.clock.time };
  expect(await server.exchange.fundHouse({ ...take, pool: 0n, insurance: -usdt('501') })).toEqual(
    refuse('insufficient_balance'),
  );
  expect(
    await server.exchange.fundHouse({ ...take, pool: -usdt('1'), insurance: -usdt('500') }),
  ).toEqual(ok(null));
  expect(await server.houseMoney()).toBe('9999999 0 0');
});

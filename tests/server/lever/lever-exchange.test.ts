/** Orders of contracts through their exchange over PostgreSQL: the golden vectors, triggers, nights and frozen marks. */
import { describe, expect, test } from 'vitest';
import { refuse } from '../../../contract/result.ts';
import { createLeverHistory } from '../../../server/areas/lever/lever-history.ts';
import { BTC_MARKET, ETH_MARKET } from '../../support/lever/contract-exchange.ts';
import { accepted } from '../../support/lever/lever-server.ts';
import { inUsdt, usdt } from '../../support/lever/lever-scene.ts';
import { ANN, BOB, LONG, PRICE, useLeverServer } from '../../support/lever/use-lever-server.ts';

const bench = useLeverServer();

test('a position opens and closes at the mark, and both are stored with their marks (V1, V4)', async () => {
  await bench.server.grant(ANN, '5000');
  const opened = await bench.server.place(BTC_MARKET, LONG);
  expect(opened).toMatchObject({ id: 1, state: 'in_trading', opening: { ticks: 9_726_945 } });
  expect(await bench.server.money(ANN)).toBe('3771.97319375 1215.868125 0');

  bench.server.price(BTC_MARKET, 9_900_000);
  const closed = accepted(await bench.server.exchange.close(bench.server.own(ANN, 1)));

  expect(closed).toMatchObject({ state: 'closed', closing: { ticks: 9_900_000, reason: 'owner' } });
  expect(await bench.server.money(ANN)).toBe('5420.47881875 0 0');
  expect(await bench.server.houseMoney()).toBe('9999567.3625 502.43173625 9.726945');
  expect(
    await bench.server.rows('select type, revision, actor_id from lever_events order by revision'),
  ).toEqual([
    { type: 'opened', revision: 2, actor_id: ANN },
    { type: 'closed', revision: 4, actor_id: ANN },
  ]);
  expect(
    await bench.server.rows(
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
  await bench.server.grant(ANN, '5000');
  const limit = { ...LONG, limitTicks: 9_700_000 };
  await bench.server.place(BTC_MARKET, limit);
  await bench.server.place(BTC_MARKET, limit);
  expect(await bench.server.money(ANN)).toBe('2550.75 2449.25 0');
  expect(accepted(await bench.server.exchange.cancel(bench.server.own(ANN, 2)))).toMatchObject({
    state: 'cancelled',
    cancelReason: 'owner',
  });

  await bench.server.mark(BTC_MARKET, 9_698_061);
  expect(await bench.reasons()).toBe('1 pending null, 2 cancelled owner');
  await bench.server.mark(BTC_MARKET, 9_698_060);

  expect(await bench.reasons()).toBe('1 in_trading null, 2 cancelled owner');
  expect(await bench.server.money(ANN)).toBe('3775.375 1212.5 0');
});

test('a take-profit and a stop-loss close at the mark that reaches them (V9, V10)', async () => {
  await bench.server.grant(ANN, '10000');
  await bench.server.place(BTC_MARKET, { ...LONG, stopLossTicks: 9_500_000 });
  await bench.server.place(BTC_MARKET, LONG);
  const targets = { takeProfitTicks: 9_900_000, stopLossTicks: null };
  expect(
    await bench.server.exchange.amend({ ...bench.server.own(ANN, 2), revision: 1, ...targets }),
  ).toEqual(refuse('contract_order_changed'));
  accepted(
    await bench.server.exchange.amend({ ...bench.server.own(ANN, 2), revision: 2, ...targets }),
  );

  await bench.server.mark(BTC_MARKET, 9_500_001);
  await bench.server.mark(BTC_MARKET, 9_410_000);
  await bench.server.mark(BTC_MARKET, 9_912_000);

  expect(await bench.reasons()).toBe('1 closed stop_loss, 2 closed take_profit');
  const profits = await bench.server.rows<{ profit: string }>(
    'select profit::text from lever_orders order by id',
  );
  expect(profits.map(({ profit }) => inUsdt(BigInt(profit)))).toEqual(['-792.3625', '462.6375']);
});

test('a close that waits is taken back by the price of now, not by the last mark', async () => {
  await bench.server.grant(ANN, '10000');
  await bench.server.place(BTC_MARKET, { ...LONG, stopLossTicks: 9_500_000 });
  bench.server.price(BTC_MARKET, PRICE, 10_000);
  await bench.server.round();
  const own = bench.server.own(ANN, 1);
  expect(accepted(await bench.server.exchange.close(own)).state).toBe('closing');

  bench.server.price(BTC_MARKET, 9_500_001, 10_000);
  expect(accepted(await bench.server.exchange.withdrawClose(own)).state).toBe('in_trading');
  expect(accepted(await bench.server.exchange.close(own)).state).toBe('closing');
  bench.server.price(BTC_MARKET, 9_500_000, 10_000);

  expect(await bench.server.exchange.withdrawClose(own)).toEqual(refuse('contract_order_not_open'));
  expect(await bench.reasons()).toBe('1 closed stop_loss');
});

test('a stop-out takes what is there, insurance fund and pool pay the rest (V11)', async () => {
  await bench.server.grant(ANN, '1300');
  await bench.server.place(BTC_MARKET, LONG);

  await bench.server.mark(BTC_MARKET, 9_000_000);

  expect(await bench.server.money(ANN)).toBe('0 0 0');
  expect(await bench.reasons()).toBe('1 closed stop_out');
  // The insurance fund held 500 and a fifth of the opening fee.
  expect(await bench.server.houseMoney()).toBe('10001790.273055 0 9.726945');
  expect(
    await bench.server.rows(
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
  await bench.server.grant(ANN, '262.325');
  const [btc, eth] = [
    { ownerId: ANN, direction: 'long', lots: 100, multiple: 100, stopLossTicks: 9_600_000 },
    { ownerId: ANN, direction: 'short', lots: 200, multiple: 50 },
  ] as const;
  await bench.server.place(BTC_MARKET, btc);
  await bench.server.place(ETH_MARKET, eth);
  const [before] = (await bench.server.money(ANN)).split(' ');

  await bench.server.mark(ETH_MARKET, 330_000);
  await bench.server.mark(BTC_MARKET, 9_600_000);

  expect(await bench.server.money(ANN)).toBe(
    `0 136.7724 -${inUsdt(usdt('29.67555') - usdt(before ?? '0'))}`,
  );
  await bench.server.grant(ANN, '50');
  expect((await bench.server.money(ANN)).endsWith(' 0')).toBe(true);
  expect(
    await bench.server.rows(
      "select recipe from ledger_movements where recipe = 'lever.debt_repaid'",
    ),
  ).toHaveLength(1);
});

test('each night is taken once, at the close (V13)', async () => {
  bench.server.clock.time = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
  await bench.server.grant(ANN, '5000');
  await bench.server.place(BTC_MARKET, LONG);

  bench.server.clock.time = Date.UTC(2026, 10, 23);
  const closed = accepted(await bench.server.exchange.close(bench.server.own(ANN, 1)));

  expect(inUsdt(closed.closing?.nights ?? 0n)).toBe('21.88562625');
});

describe('while the mark is frozen', () => {
  test('nothing opens and no target is reached, and a close waits for a price or is withdrawn', async () => {
    await bench.server.grant(ANN, '5000');
    await bench.server.place(BTC_MARKET, { ...LONG, stopLossTicks: 9_500_000 });
    await bench.server.freeze(BTC_MARKET);

    expect(await bench.server.ask(BTC_MARKET, LONG)).toEqual(refuse('mark_unavailable'));
    expect(accepted(await bench.server.exchange.close(bench.server.own(ANN, 1)))).toMatchObject({
      state: 'closing',
    });
    expect(
      accepted(await bench.server.exchange.withdrawClose(bench.server.own(ANN, 1))),
    ).toMatchObject({
      state: 'in_trading',
    });
    accepted(await bench.server.exchange.close(bench.server.own(ANN, 1)));
    await bench.server.mark(BTC_MARKET, 9_400_000);

    expect(await bench.reasons()).toBe('1 closed owner');
  });

  test('no account is stopped out before the market is live again', async () => {
    await bench.server.grant(ANN, '1300');
    await bench.server.place(BTC_MARKET, LONG);
    await bench.server.freeze(BTC_MARKET);
    await bench.server.round();
    expect(await bench.reasons()).toBe('1 in_trading null');

    await bench.server.mark(BTC_MARKET, 9_000_000);
    expect(await bench.reasons()).toBe('1 closed stop_out');
  });
});

test('positions are stopped out while another market is closed, and the rest stays open', async () => {
  await bench.server.grant(ANN, '2400');
  await bench.server.place(ETH_MARKET, { ...LONG, direction: 'short', lots: 10 });
  await bench.server.place(BTC_MARKET, LONG);
  await bench.server.shut(ETH_MARKET);
  await bench.server.mark(BTC_MARKET, 9_000_000);
  expect(await bench.reasons()).toBe('1 in_trading null, 2 closed stop_out');

  await bench.server.mark(ETH_MARKET, 1_000_000);
  expect(await bench.reasons()).toBe('1 closed stop_out, 2 closed stop_out');
  const history = createLeverHistory(bench.server.database);
  const seenBy = async (orderId: number) =>
    (await history.detail(ANN, orderId))?.seenMarks.map(({ marketId, ticks, wasLive }) => [
      marketId,
      ticks,
      wasLive,
    ]);
  expect(await seenBy(2)).toEqual([
    [BTC_MARKET.id, 9_000_000, true],
    [ETH_MARKET.id, 342_000, false],
  ]);
  // The account of the later stop-out had this position alone.
  expect(await seenBy(1)).toEqual([[ETH_MARKET.id, 1_000_000, true]]);
});

test('all positions of an owner close at once, and only those of the direction', async () => {
  await bench.server.grant(ANN, '9000');
  await bench.server.place(BTC_MARKET, LONG);
  await bench.server.place(ETH_MARKET, { ...LONG, direction: 'short', lots: 10 });
  const all = { ownerId: ANN, requestId: 'r', now: bench.server.clock.time, marketId: null };

  const longs = accepted(await bench.server.exchange.closeAll({ ...all, direction: 'long' }));
  expect(longs.map(({ id, state }) => `${id} ${state}`)).toEqual(['1 closed']);
  const rest = accepted(await bench.server.exchange.closeAll({ ...all, direction: 'all' }));
  expect(rest.map(({ id }) => id)).toEqual([2]);
});

test('an order of another owner is as unknown as none, and an ended one is not open', async () => {
  await bench.server.grant(ANN, '5000');
  await bench.server.place(BTC_MARKET, LONG);

  expect(await bench.server.exchange.close(bench.server.own(BOB, 1))).toEqual(
    refuse('contract_order_not_found'),
  );
  accepted(await bench.server.exchange.close(bench.server.own(ANN, 1)));
  for (const again of [
    bench.server.exchange.close(bench.server.own(ANN, 1)),
    bench.server.exchange.cancel(bench.server.own(ANN, 1)),
  ])
    expect(await again).toEqual(refuse('contract_order_not_open'));
});

/**
 * PostgreSQL is away for five minutes of the clock while contracts are open: nothing is shown or acknowledged that is
 * not stored, and deadlines that fell into the gap count after it.
 */
import type { Client } from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { refuse } from '../../../contract/result.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import type { LeverMarketRules } from '../../../server/areas/lever/lever-exchange.types.ts';
import { openLineTo } from '../../support/databases/database-line.ts';
import type { DatabaseLine } from '../../support/databases/database-line.ts';
import { BTC_MARKET, ETH_MARKET } from '../../support/lever/contract-exchange.ts';
import { accepted, LeverServer } from '../../support/lever/lever-server.ts';
import { ANN, BOB, LONG, PRICE, useLeverServer } from '../../support/lever/use-lever-server.ts';
import { withClient } from '../../support/databases/scratch-database.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const bench = useLeverServer();
const folders = temporaryFolders();

const AWAY_MS = 5 * MINUTE_MS;
/** Real time after which a commit ends its writer; far longer than a commit takes. */
const COMMIT_MS_MAX = 3 * SECOND_MS;
/** A price at which Ann is stopped out. */
const FALLEN = 9_000_000;
/** Two minutes before a midnight. */
const EVE = Date.UTC(2026, 10, 20, 23, 58);

const lines: DatabaseLine[] = [];
afterEach(() => lines.at(-1)?.resume());
afterAll(() => {
  for (const line of lines) line.close();
  folders.removeAll();
});

/** The next server reaches its database over a line. */
async function overLine(): Promise<DatabaseLine> {
  const { address, clock } = bench.server;
  const far = await openLineTo(address, folders.make());
  const next = await LeverServer.open(far.address, clock.time, { commitMsMax: COMMIT_MS_MAX });
  await bench.server.close();
  bench.server = next;
  lines.push(far.line);
  await next.mark(ETH_MARKET, 342_000);
  await next.mark(BTC_MARKET, PRICE);
  return far.line;
}

/** Ann has a long that {@link FALLEN} stops out, and Bob a market order that waits for agreement for a second more. */
async function waiting(): Promise<void> {
  const { server } = bench;
  server.clock.time = EVE;
  await server.grant(ANN, '1300');
  await server.grant(BOB, '5000');
  await server.mark(BTC_MARKET, PRICE);
  await server.place(BTC_MARKET, LONG);
  server.price(BTC_MARKET, PRICE, PRICE / 200);
  await server.round();
  await server.place(BTC_MARKET, { ...LONG, ownerId: BOB });
  server.clock.time += SECOND_MS;
  expect(await bench.reasons()).toBe('1 in_trading null, 2 pending null');
}

/** The price falls while no commit gets through. @returns the round, which ends with its commit. */
function fall(): Promise<void> {
  const { server } = bench;
  server.clock.time += AWAY_MS / 2;
  return server.mark(BTC_MARKET, FALLEN);
}

/** The last mark of BTC that users see. */
const shown = () => bench.server.exchange.mark(BTC_MARKET.id)?.lastLiveTicks;
/** The states of the orders of the owner that users see. */
const seenOf = (ownerId: number) =>
  bench.server.exchange.account(ownerId)?.orders.map(({ state }) => state);

/** Whether memory has the position of {@link KEYED}, which comes after the fall of the price. */
const isOrdered = () =>
  bench.server.exchange
    .house()
    .markets.some(({ marketId, longs }) => marketId === ETH_MARKET.id && longs > 0n);

/** Each stop-out with the mark that is stored for it. */
const STOP_OUTS = `
  select orders.id::int, mark.ticks::int from lever_orders orders
  left join mark_ticks mark on mark.market_id = orders.market_id and mark.seq = orders.close_mark_seq
  where close_reason = 'stop_out'`;
const KEYED = { ...LONG, ownerId: BOB, lots: 1, idempotencyKey: 'the-key-of-an-order' };

/** Memory and database agree, all accounts together hold 0, and so many notices are due. */
async function expectWhole(notices: number): Promise<void> {
  const { server } = bench;
  const sums = 'select sum(available + frozen)::text as sum from ledger_accounts';
  expect(await server.rows(sums)).toEqual([{ sum: '0' }]);
  for (const ownerId of [ANN, BOB]) await server.money(ownerId);
  await server.houseMoney();
  const due = `select (due_at_ms <= ${server.clock.time}) as is_due from outbox`;
  expect(await server.rows(due)).toEqual(Array.from({ length: notices }, () => ({ is_due: true })));
}

test('marks that reach nothing go on while the database is away', async () => {
  const away = await overLine();
  const { server } = bench;
  await server.grant(ANN, '1300');
  await server.place(BTC_MARKET, LONG);
  away.hang();
  for (const until = server.clock.time + AWAY_MS; server.clock.time < until;) {
    server.clock.time += SECOND_MS;
    const ticks = PRICE + (server.clock.time % 7);
    await server.mark(BTC_MARKET, ticks);
    expect(shown()).toBe(ticks);
  }
  expect(server.exchange.mark(BTC_MARKET.id)?.atMs).toBe(server.clock.time);
  away.resume();
  accepted(await server.exchange.close(server.own(ANN, 1)));
  await expectWhole(0);
});

test('nothing that the database has not stored is shown or answered, and all of it is when it is back', async () => {
  const away = await overLine();
  const { server } = bench;
  await waiting();
  away.hang();
  const fallen = fall();
  let isAnswered = false;
  const order = server.ask(ETH_MARKET, KEYED).finally(() => (isAnswered = true));
  await expect.poll(isOrdered).toBe(true);
  expect([shown(), seenOf(ANN), seenOf(BOB), isAnswered]).toEqual([
    PRICE,
    ['in_trading'],
    ['pending'],
    false,
  ]);
  server.clock.time += AWAY_MS / 2;
  away.resume();
  await fallen;
  accepted(await order);
  expect(shown()).toBe(FALLEN);
  expect(await bench.reasons()).toBe(
    '1 closed stop_out, 2 cancelled price_moving, 3 in_trading null',
  );
  expect(await server.rows(STOP_OUTS)).toEqual([{ id: 1, ticks: FALLEN }]);
  await expectWhole(3);
});

test.each([
  ['never reached the database', false, '1 in_trading null, 2 cancelled price_moving'],
  ['reached it late', true, '1 closed stop_out, 2 cancelled price_moving'],
])(
  'a writer whose commit %s ends, and the next one goes on from what is stored',
  async (_, isLate, reasons) => {
    const { address } = bench.server;
    const away = await overLine();
    await waiting();
    const { server } = bench;
    away.hang();
    void fall();
    void server.ask(ETH_MARKET, KEYED);
    await expect.poll(isOrdered).toBe(true);
    await expect.poll(() => server.ends).toEqual(['a commit of contract orders failed']);

    // Orders and closes are refused at once, and what was not stored is not shown.
    const refused = refuse('service_unavailable', 1);
    expect(await server.ask(ETH_MARKET, { ...KEYED, idempotencyKey: 'another' })).toEqual(refused);
    expect(await server.exchange.close(server.own(ANN, 1))).toEqual(refused);
    expect([shown(), seenOf(ANN)]).toEqual([PRICE, ['in_trading']]);

    const before = await withClient(address, stateOfAnn);
    expect(before).toBe('in_trading');
    if (!isLate) away.cut([]);
    away.resume();
    if (isLate) await expect.poll(() => withClient(address, stateOfAnn)).toBe('closed');
    const next = await LeverServer.open(address, server.clock.time + AWAY_MS / 2);
    await server.close();
    bench.server = next;

    // The price has come back: what was not stored did not happen.
    await next.mark(ETH_MARKET, 342_000);
    await next.mark(BTC_MARKET, PRICE);
    expect(await bench.reasons()).toBe(isLate ? `${reasons}, 3 in_trading null` : reasons);
    expect(await next.rows(STOP_OUTS)).toEqual(isLate ? [{ id: 1, ticks: FALLEN }] : []);
    // The caller without an answer asks again.
    expect(accepted(await next.ask(ETH_MARKET, KEYED)).id).toBe(3);
    await expectWhole(isLate ? 3 : 1);

    if (!isLate) {
      accepted(await next.exchange.close(next.own(ANN, 1)));
      const nights = 'select (nights / night_fee)::int as nights from lever_orders where id = 1';
      expect(await next.rows(nights)).toEqual([{ nights: 1 }]);
      await next.mark(BTC_MARKET, FALLEN);
      expect(await next.rows(STOP_OUTS)).toEqual([]);
    }
  },
);

async function stateOfAnn(client: Client): Promise<string | undefined> {
  const text = 'select state from lever_orders where id = 1';
  return (await client.query<{ state: string }>(text)).rows[0]?.state;
}

test('an end of a market that fell into the gap comes with the first mark after it', async () => {
  const { address } = bench.server;
  const away = await overLine();
  const { server } = bench;
  await server.grant(ANN, '1300');
  await server.place(BTC_MARKET, LONG);
  const endsAtMs = server.clock.time + MINUTE_MS;
  const ending = (terms: LeverMarketRules) => ({ ...terms, endsAtMs });
  accepted(await server.exchange.changeTerms(BTC_MARKET.id, ending, server.clock.time));
  away.hang();
  server.clock.time += AWAY_MS;
  away.cut([]);
  await expect.poll(() => server.ends).toHaveLength(1);
  away.resume();
  const next = await LeverServer.open(address, server.clock.time);
  await server.close();
  bench.server = next;
  expect(await bench.reasons()).toBe('1 in_trading null');
  await next.mark(BTC_MARKET, PRICE);
  await next.mark(BTC_MARKET, PRICE);
  expect(await bench.reasons()).toBe('1 closed wound_down');
  await expectWhole(3);
});

/**
 * Fast contracts on the dealing writer and the index log over PostgreSQL: late commits, kills, takeovers, a clock that
 * was set back, an instrument that leaves the log, and the check of ended orders.
 */
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { settlementFileOf } from '../../../server/areas/micro/micro-settlement.ts';
import { createReadMinutes } from '../../../server/areas/micro/micro.area.ts';
import { KilledStore } from '../../support/lever/killed-store.ts';
import { accepted } from '../../support/lever/lever-server.ts';
import { usdt } from '../../support/lever/lever-scene.ts';
import { ANN, BOB, PRICE, useMicroBench } from '../../support/micro/use-micro-bench.ts';
import { PRODUCT, START } from '../../support/micro/micro-bench.ts';
import { signWithoutEnd } from '../../support/micro/signed-without-end.ts';
import { withClient } from '../../support/databases/scratch-database.ts';

const used = useMicroBench();
/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;

const sql = (statement: string) => used.bench.lever.rows<Record<string, unknown>>(statement);
/** Asks for an order, and waits until memory has accepted it; its commit is held. */
async function askHeld(ownerId: number) {
  const { bench } = used;
  const before = bench.exchange.placed();
  const answer = bench.ask(ownerId);
  await expect.poll(() => bench.exchange.placed() !== before).toBe(true);
  return { answer };
}

describe('a receipt comes before the opening price', () => {
  test('an order that is accepted while a point is being stored opens at a later one', async () => {
    const { bench } = used;
    await withClient(bench.lever.address, async (client) => {
      await client.query("begin; select from spot_writers where name = 'index' for update");
      bench.now += 245;
      const asked = bench.ask(ANN);
      bench.now += 5;
      bench.say(PRICE);
      await bench.tick();
      const order = accepted(await asked);
      expect(bench.lastMs).toBeLessThan(bench.now);
      expect(order.acceptedAtMs).toBe(bench.now);
      await client.query('rollback');
    });
    await bench.shown(bench.now);
    await bench.pass(1, PRICE + 5);
    expect(await bench.order(ANN, 1)).toMatchObject({ state: 'open', openTicks: PRICE + 5 });
  });

  test('no order opens at a point that was read before it, also when the clock was set back since', async () => {
    const { bench } = used;
    const readMs = bench.now + 250;
    await withClient(bench.lever.address, async (client) => {
      await client.query("begin; select from spot_writers where name = 'index' for update");
      bench.now = readMs;
      bench.say(PRICE);
      await bench.tick();
      bench.now -= 500;
      const order = accepted(await bench.ask(ANN));
      expect(bench.lastMs).toBeLessThan(readMs);
      expect(order.acceptedAtMs).toBe(readMs);
      await client.query('rollback');
    });
    await bench.shown(readMs);
    bench.now = readMs;
    await bench.pass(1, PRICE + 5);
    expect(await bench.order(ANN, 1)).toMatchObject({ state: 'open', openTicks: PRICE + 5 });
  });

  test('a point whose time comes while receipts are stored waits for those before it', async () => {
    const { bench } = used;
    const { now: grid } = bench;
    await bench.grant(BOB, '100');
    bench.gate.hold();
    bench.now = grid + 100;
    const first = await askHeld(ANN);
    bench.now = grid + 250;
    bench.say(PRICE);
    const ticking = bench.tick();
    bench.now = grid + 300;
    const second = await askHeld(BOB);
    bench.now = grid + 510;
    bench.say(PRICE);
    const { reads } = bench.sources;
    bench.gate.passOne();
    await first.answer;
    await new Promise((resolve) => setImmediate(resolve));
    expect(bench.sources.reads).toBe(reads);
    bench.gate.release();
    await second.answer;
    await ticking;
    await bench.shown(grid + 500);
    expect(bench.sources.reads).toBe(reads + 1);
  });

  test('an order whose commit takes longer than its patience is void', async () => {
    const { bench } = used;
    bench.gate.hold();
    const { answer } = await askHeld(ANN);
    bench.now += 2_600;
    bench.say(PRICE + 100);
    const ticking = bench.tick();
    bench.gate.release();
    const order = accepted(await answer);
    await ticking;
    await bench.pass(1, PRICE + 100);
    expect(await bench.order(ANN, order.id)).toMatchObject({ state: 'voided', openTicks: null });
    expect(await bench.money(ANN)).toBe('1000 0');
  });
});

test('listeners that fail stop neither orders nor the index log, and the others hear of each change', async () => {
  const { bench } = used;
  const fail = () => {
    throw new Error('a listener of the test');
  };
  bench.exchange.subscribe(fail);
  bench.log.subscribe(fail);
  const heard: string[] = [];
  bench.exchange.subscribe(({ orders }) => heard.push(...orders.map(({ state }) => state)));
  await bench.place(ANN);
  await bench.pass(1, PRICE);
  await bench.pass(POINTS, PRICE + 1);
  expect(heard).toEqual(['opening', 'open', 'won']);
  expect(bench.lever.ends).toEqual([]);
  expect((await bench.ask(ANN)).ok).toBe(true);
});

test('a command after its time places nothing, and takes nothing', async () => {
  const late = used.bench.ask(ANN, { deadline: { hasPassed: () => true } });
  expect(await late).toEqual(refuse('command_expired'));
  expect(await sql('select from micro_orders')).toEqual([]);
  expect(await used.bench.money(ANN)).toBe('1000 0');
});

test('orders that arrive together promise no more than the pool has', async () => {
  const { bench } = used;
  const owners = Array.from({ length: 20 }, (_, index) => 100 + index);
  await Promise.all(owners.map((ownerId) => bench.grant(ownerId, '100')));
  const stake = units(usdt('100'));
  const answers = await Promise.all(owners.map((ownerId) => bench.ask(ownerId, { stake })));
  // 85 for each, and the pool has 1,000.
  expect(answers.filter((answer) => answer.ok)).toHaveLength(11);
  expect(answers.filter((answer) => !answer.ok)).toEqual(
    Array.from({ length: 9 }, () => refuse('stake_limit_reached')),
  );
  await bench.pass(1, PRICE);
  await bench.pass(POINTS, PRICE + 1);
  const won = await sql("select from micro_orders where state = 'won'");
  expect(won).toHaveLength(11);
  expect(await sql('select available::text from ledger_accounts where account_type = 120')).toEqual(
    [{ available: String(usdt('65')) }],
  );
});

test('a thousand users with one expiry are paid by one window, to the last unit', async () => {
  const { bench } = used;
  const owners = Array.from({ length: 1_000 }, (_, index) => 1_000 + index);
  await Promise.all(owners.map((ownerId) => bench.grant(ownerId, '1')));
  await bench.pass(1, PRICE);
  const stake = units(usdt('1'));
  const placed = await Promise.all(
    owners.map((ownerId) =>
      bench.place(ownerId, { stake, direction: ownerId % 2 === 0 ? 'up' : 'down' }),
    ),
  );
  await bench.pass(1, PRICE);
  await bench.pass(POINTS, PRICE + 1);
  expect(new Set(placed.map(({ token }) => token)).size).toBe(1_000);
  expect(
    await sql(
      `select state, count(*)::int, sum(payout)::text as paid from micro_orders group by 1 order by 1`,
    ),
  ).toEqual([
    { state: 'lost', count: 500, paid: '0' },
    { state: 'won', count: 500, paid: String(usdt('925')) },
  ]);
  expect(await sql('select from micro_windows')).toHaveLength(1);
  expect(bench.desk.pool()).toEqual({ free: usdt('1075'), reserved: 0n });
});

describe.each(['accepted', 'committed'] as const)(
  'a server that dies, its commit is %s',
  (moment) => {
    /** The server dies at its next commit after `act`, and the next one starts. */
    async function dieAt(before: () => Promise<unknown>, act: () => Promise<unknown>) {
      let killed: KilledStore | undefined;
      await used.next({ wrap: (store) => (killed = new KilledStore(store, moment, 1)) });
      const store = ensure(killed, 'a store');
      await used.bench.pass(4, PRICE);
      await before();
      store.arm();
      await act();
      await store.died;
      await used.next();
      store.bury();
    }
    const ended = () =>
      sql(`select state, open_ticks::int as ticks, payout::text,
      (select count(*)::int from ledger_movements where recipe = 'micro.settled') as times from micro_orders`);
    const WON = [{ state: 'won', ticks: PRICE, payout: String(usdt('18.5')), times: 1 }];

    test('while the opening is stored: the order opens at the same point', async () => {
      await dieAt(
        () => used.bench.place(ANN),
        () => used.bench.write(1, PRICE),
      );
      await used.bench.pass(POINTS, PRICE + 1);
      expect(await ended()).toEqual(WON);
    });

    test('while the settlement is stored: the order ends once, by the same window', async () => {
      await dieAt(
        async () => {
          await used.bench.place(ANN);
          await used.bench.pass(1, PRICE);
          await used.bench.pass(POINTS - 1, PRICE + 1);
        },
        () => used.bench.write(1, PRICE + 1),
      );
      expect(await ended()).toEqual(WON);
      expect(await used.bench.money(ANN)).toBe('1008.5 0');
    });

    test('while the order is stored: its key is free, or returns the one order', async () => {
      const asked = { idempotencyKey: 'a-key-whose-answer-was-lost' };
      let isAnswered = false;
      await dieAt(
        async () => {},
        async () => void used.bench.ask(ANN, asked).then(() => (isAnswered = true)),
      );
      const { bench } = used;
      const isStored = moment === 'committed';
      expect(await sql('select from micro_orders')).toHaveLength(isStored ? 1 : 0);
      expect(await bench.money(ANN)).toBe(isStored ? '990 10' : '1000 0');
      expect(bench.desk.pool()).toEqual(
        isStored
          ? { free: usdt('991.5'), reserved: usdt('8.5') }
          : { free: usdt('1000'), reserved: 0n },
      );
      const keyed = await bench.exchange.findKeyed(ANN, asked.idempotencyKey, bench.now);
      expect(keyed).toBe(isStored ? 1 : undefined);
      // A start needs a moment until its price holds again: a new order waits for it, and the stored one is returned now.
      if (!isStored) await bench.pass(4, PRICE);
      expect(await bench.place(ANN, asked)).toMatchObject({ id: 1, stake: usdt('10') });
      expect(await bench.ask(ANN, { ...asked, stake: units(usdt('11')) })).toEqual(
        refuse('idempotency_key_reused'),
      );
      expect(await bench.money(ANN)).toBe('990 10');
      await bench.pass(isStored ? 4 : 1, PRICE);
      await bench.pass(POINTS, PRICE + 1);
      expect(await ended()).toEqual(WON);
      expect(await bench.money(ANN)).toBe('1008.5 0');
      expect(isAnswered).toBe(false);
    });
  },
);

test('a server that is taken over acknowledges nothing, and the next one ends its orders', async () => {
  const former = used.bench;
  await former.grant(BOB, '100');
  const running = await former.place(ANN);
  await former.pass(1, PRICE);
  await used.next();
  let isAnswered = false;
  void former.ask(BOB).then(() => (isAnswered = true));
  await expect.poll(() => former.lever.ends).toHaveLength(1);
  expect(isAnswered).toBe(false);
  expect(await former.ask(BOB)).toMatchObject(refuse('service_unavailable'));
  await used.bench.pass(POINTS, PRICE - 1);
  // A start needs a moment until its price holds again, and the window is of later points.
  expect(await used.bench.order(ANN, running.id)).toMatchObject({ state: 'lost' });
  expect(await sql('select id::int, owner_id from micro_orders')).toEqual([
    { id: running.id, owner_id: ANN },
  ]);
});

test('a server whose index log was taken over must end, because it would settle nothing', async () => {
  const { bench } = used;
  await sql("update spot_writers set epoch = epoch + 1 where name = 'index'");
  bench.now += 250;
  await bench.tick();
  await expect.poll(() => bench.errors).toEqual(['the server ends']);
});

describe('a clock that was set back', () => {
  test('does not hide the points that decide an order', async () => {
    const { bench } = used;
    const id = await signWithoutEnd(bench);
    await used.next({ time: START - HOUR_MS });
    bench.gate.release();
    const order = await used.bench.order(ANN, id);
    expect(order).toMatchObject({ state: 'won', window: { count: 12 } });
    expect(order.settledAtMs).toBe(order.expiresAtMs);
  });

  test('refuses orders, which would wait until its time is new', async () => {
    const { bench } = used;
    bench.now -= 2_000;
    expect((await bench.place(ANN)).acceptedAtMs).toBe(bench.lastMs);
    await bench.tick();
    expect(bench.errors).toEqual([]);
    bench.now -= 1;
    expect(await bench.ask(ANN)).toEqual(refuse('price_stale'));
    await bench.tick();
    await bench.tick();
    expect(bench.errors).toEqual([
      expect.stringMatching(/the clock is behind the last point of the index log/),
    ]);
    bench.now += 2_001;
    await bench.pass(1, PRICE);
    expect(await bench.order(ANN, 1)).toMatchObject({ state: 'open' });
  });
});

test('an order whose instrument has left the exchange ends by the rules, and its receipt can be checked', async () => {
  const order = await used.bench.place(ANN);
  await used.bench.pass(2, PRICE);
  const pairs = [{ name: 'ETH/USDT', hours: 'always', priceScale: 2 }] as const;
  const { log } = await used.next({ pairs });
  await used.bench.pass(POINTS, PRICE);
  const ended = await used.bench.order(ANN, order.id);
  expect(ended).toMatchObject({ state: 'voided', openTicks: PRICE, window: { count: 0 } });
  expect(await used.bench.money(ANN)).toBe('1000 0');
  await used.bench.check();
  expect(await used.bench.ask(ANN)).toEqual(refuse('micro_product_not_found'));
  expect(log.recent('ETH/USDT')?.at(-1)?.record.ticks).toBe(PRICE);
  used.bench.now += MINUTE_MS;
  await used.bench.pass(1, null);
  const readMinutes = createReadMinutes(used.bench.lever.database);
  const file = await settlementFileOf(ended, { publicKey: '', scale: 18, readMinutes });
  expect(file).toMatchObject({ result: { outcome: 'voided', count: 0 } });
  expect(file.minutes.map(({ price_scale }) => price_scale)).toContain(2);
});

test('a new product has a number that no product of an instrument that left has', async () => {
  await sql(`insert into micro_products
    select 0, 'ETH/USDT', 2, forex_symbol, price_scale, seconds, profit_ppm, loss_ppm, stake_min, stake_max,
      owner_limit, side_limit, skew_limit, status, revision from micro_products`);
  const { desk, now } = await used.next({
    pairs: [{ name: 'ETH/USDT', hours: 'always', priceScale: 2 }],
  });
  const terms = ensure(desk.products.get(0), 'a product');
  expect(await desk.addProduct('ETH/USDT', 60, terms, now)).toEqual(ok(null));
  expect(await desk.addProduct('ETH/USDT', 60, terms, now)).toEqual(refuse('not_changed'));
  expect([...desk.products.keys()]).toEqual([0, PRODUCT.id + 1]);
});

test('an ended order that differs from the log ends the acceptance of new ones', async () => {
  const { bench } = used;
  const { id } = await bench.place(ANN);
  await bench.pass(1, PRICE);
  await bench.pass(POINTS, PRICE + 1);
  await bench.check();
  expect((await bench.ask(ANN)).ok).toBe(true);
  await used.forced(`update micro_orders set open_ticks = open_ticks + 1 where id = ${id}`);
  await bench.pass(POINTS, PRICE + 1);
  await used.next();
  await used.bench.pass(4, PRICE);
  // The orders that have just ended come first.
  await used.bench.check();
  await used.bench.check();
  expect(await used.bench.ask(ANN)).toMatchObject(refuse('service_unavailable'));
  await used.forced(`update micro_orders set open_ticks = open_ticks - 1 where id = ${id}`);
});

test('an order that ended is found in the log also while the log begins again', async () => {
  const { bench } = used;
  await bench.place(ANN);
  await bench.pass(1, PRICE);
  await bench.pass(POINTS, PRICE + 1);
  await sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'meridian index writer' and datname = current_database()",
  );
  await expect.poll(() => bench.log.unsigned('BTC/USDT')).toEqual([]);
  await bench.check();
  expect((await bench.ask(ANN)).ok).toBe(true);
});

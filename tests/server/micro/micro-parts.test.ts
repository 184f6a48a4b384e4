/** Points of the index log that no minute has yet, changed or lost while no server ran: no fast contract is paid by other points. */
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { refuse } from '../../../contract/result.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { signWithoutEnd } from '../../support/micro/signed-without-end.ts';
import { ANN, BOB, PRICE, useMicroBench } from '../../support/micro/use-micro-bench.ts';
import { plantedLines } from '../../support/micro/index/planted-lines.ts';
import { putBack, storedParts } from '../../support/micro/index/stored-parts.ts';

const used = useMicroBench();
const GRID_MS = 250;
const HIGH = PRICE + 100;
const FALSE_POINTS = /points of the index log are false or missing/;
const FALSE_LINES = /lines of the index log that open fast contracts need are missing or false/;
const PAIR = { name: 'BTC/USDT', hours: 'always', priceScale: 2 } as const;

const sql = (statement: string) => used.bench.lever.rows<Record<string, unknown>>(statement);
const parts = () => storedParts(sql);

/** Starts the next server; the one before ends with it. */
async function startNext(): Promise<void> {
  const { gate } = used.bench;
  await used.next();
  gate.release();
}

/** Returns an order that is won by one point of its window, whose end is not stored; `points` of the sixteen are. */
async function wonByOnePoint(points = 16) {
  const { bench } = used;
  const { id } = await bench.place(ANN);
  await bench.pass(1, PRICE);
  const openedAtMs = bench.now;
  bench.gate.hold();
  const highMs = openedAtMs + 8 * GRID_MS;
  await bench.write(7, PRICE - 1);
  await bench.write(1, HIGH);
  await bench.write(points - 8, PRICE - 1);
  return { id, openedAtMs, highMs, lastMs: bench.now };
}
type Won = Awaited<ReturnType<typeof wonByOnePoint>>;

/** A second of points, if the log goes on; nothing waits for them. */
async function tickOn(): Promise<void> {
  const { bench } = used;
  for (let point = 0; point < 4; point += 1) {
    bench.now += GRID_MS;
    bench.say(PRICE - 1);
    await bench.tick();
  }
}

/** The order waits, and no other one is taken. */
async function expectWaiting(id: number, errors: readonly RegExp[]): Promise<void> {
  const { bench } = used;
  expect(bench.errors).toEqual(errors.map((error) => expect.stringMatching(error)));
  await tickOn();
  expect(await bench.order(ANN, id)).toMatchObject({ payout: null });
  await bench.grant(BOB, '100');
  expect(await bench.ask(BOB)).toMatchObject(refuse('service_unavailable'));
}

const FALSE_PARTS: readonly [string, (won: Won) => string][] = [
  [
    'with another price',
    ({ highMs }) =>
      `update index_parts set lines = replace(lines, '${HIGH}', '${PRICE - 1}') where at_ms = ${highMs}`,
  ],
  [
    'with the lines of another time',
    ({ highMs }) =>
      `update index_parts part set lines = other.lines, signature = other.signature from index_parts other
       where part.at_ms = ${highMs} and other.at_ms = ${highMs - GRID_MS}`,
  ],
  [
    'with the lines of another instrument',
    ({ highMs }) =>
      `update index_parts set lines = replace(lines, 'BTC/', 'ETH/') where at_ms = ${highMs}`,
  ],
  ['that is left out', ({ highMs }) => `delete from index_parts where at_ms = ${highMs}`],
  [
    'at another time',
    ({ lastMs }) => `update index_parts set at_ms = ${lastMs + HOUR_MS} where at_ms = ${lastMs}`,
  ],
  [
    'that cannot be read',
    ({ highMs }) => `update index_parts set lines = 'x' where at_ms = ${highMs}`,
  ],
  [
    'whose signature is gone',
    ({ highMs }) => `update index_parts set signature = null where at_ms = ${highMs}`,
  ],
];

test.each(FALSE_PARTS)(
  'a part %s settles no order until it is put back',
  async (_, statementOf) => {
    const won = await wonByOnePoint();
    const saved = await parts();
    await used.forced(statementOf(won));
    await startNext();
    await expectWaiting(won.id, [FALSE_POINTS, FALSE_LINES]);
    await used.forced(putBack(saved));
    await used.next();
    expect(used.bench.errors).toEqual([]);
    expect(await used.bench.order(ANN, won.id)).toMatchObject({
      state: 'won',
      window: { count: 12 },
    });
  },
);

test('a part that is added settles no order until it is removed', async () => {
  const { id, lastMs } = await wonByOnePoint(14);
  const saved = await parts();
  const last = ensure(saved.at(-1), 'a part');
  const low = last.lines.replaceAll(String(PRICE - 1), String(PRICE - 1_000));
  // Triggers take it from the role of the server.
  for (const atMs of [lastMs + GRID_MS, lastMs + 2 * GRID_MS])
    await sql(
      `insert into index_parts values (${atMs}, '${low.replace(String(lastMs), String(atMs))}')`,
    );
  await startNext();
  await expectWaiting(id, [FALSE_POINTS, FALSE_LINES]);
  await used.forced(putBack(saved));
  await used.next();
  await used.bench.pass(4, PRICE - 1);
  expect(await used.bench.order(ANN, id)).toMatchObject({ state: 'won', window: { count: 10 } });
});

test('a log without open orders takes none at a false part, and goes on when it is removed', async () => {
  const saved = await parts();
  const { bench: former } = used;
  const atMs = former.now + MINUTE_MS;
  const line = `meridian-index/1 BTC/USDT ${atMs} ${PRICE} alpha:${PRICE}:0 beta:${PRICE}:0`;
  await sql(`insert into index_parts values (${atMs}, '${line}')`);
  const bench = await used.next();
  await tickOn();
  await tickOn();
  expect(bench.errors).toEqual([expect.stringMatching(FALSE_POINTS)]);
  expect(await bench.ask(ANN)).toMatchObject(refuse('price_stale'));
  await used.forced(putBack(saved));
  await bench.tick();
  await bench.pass(4, PRICE);
  expect((await bench.ask(ANN)).ok).toBe(true);
});

test('no point follows a minute that the exchange has not signed', async () => {
  const planted = plantedLines(sql, { from: PRICE + 1, to: PRICE - 1 });
  const id = await signWithoutEnd(used.bench);
  used.isSpoiled = true;
  await sql(await planted.minute(1));
  // The heads of parts would show it, too.
  await used.forced('delete from index_parts');
  await startNext();
  await expectWaiting(id, [FALSE_POINTS, FALSE_LINES]);
});

describe('the last parts that are removed', () => {
  test('leave an order as it is that opened at one of them', async () => {
    const { id, openedAtMs } = await wonByOnePoint();
    const saved = await parts();
    await used.forced(`delete from index_parts where at_ms >= ${openedAtMs}`);
    await startNext();
    await expectWaiting(id, [FALSE_POINTS, FALSE_LINES]);
    expect(await used.bench.order(ANN, id)).toMatchObject({ state: 'open', openTicks: PRICE });
    await used.forced(putBack(saved));
    await used.next();
    expect(await used.bench.order(ANN, id)).toMatchObject({ state: 'won', openedAtMs });
  });

  test('give no other opening to an order whose receipt names one of them', async () => {
    const { bench } = used;
    const { id } = await bench.place(ANN);
    const named = bench.lastMs;
    bench.gate.hold();
    await bench.write(1, PRICE + 1);
    const saved = await parts();
    await used.forced(`delete from index_parts where at_ms >= ${named}`);
    await startNext();
    await expectWaiting(id, [FALSE_POINTS, FALSE_LINES]);
    await used.forced(putBack(saved));
    await used.next();
    expect(await used.bench.order(ANN, id)).toMatchObject({ openTicks: PRICE + 1 });
  });

  test('and parts of an earlier run in their place give no other end', async () => {
    const time = used.bench.now;
    await used.bench.write(24, PRICE + 7);
    const other = (await parts()).filter(({ atMs }) => atMs > time);
    await used.forced(`delete from index_parts where at_ms > ${time}`);
    await used.next({ time });
    await used.bench.pass(4, PRICE);
    const { id } = await wonByOnePoint();
    const saved = await parts();
    await used.forced(putBack(other));
    await startNext();
    await expectWaiting(id, [FALSE_POINTS, FALSE_LINES]);
    await used.forced(putBack(saved));
    await used.next();
    expect(await used.bench.order(ANN, id)).toMatchObject({ state: 'won' });
  });

  test('are as a kill before them for an order that ends by them', async () => {
    const { id, openedAtMs } = await wonByOnePoint();
    await used.forced(`delete from index_parts where at_ms > ${openedAtMs}`);
    await startNext();
    expect(used.bench.errors).toEqual([]);
    await used.bench.pass(4, PRICE);
    expect(await used.bench.order(ANN, id)).toMatchObject({ state: 'voided' });
    expect(await used.bench.money(ANN)).toBe('1000 0');
  });

  test('are refused from the server while one of their instruments has no minute', async () => {
    await used.next({ pairs: [PAIR, { ...PAIR, name: 'ETH/USDT' }] });
    await used.bench.pass(4, PRICE);
    const minute = used.bench.now - (used.bench.now % MINUTE_MS);
    const falseMinute = `insert into index_minutes values ('BTC/USDT', ${minute}, 0, 'always', ${minute},
      ${minute + MINUTE_MS - GRID_MS}, 1, '', '', '', 0, 0)`;
    await expect(sql(`${falseMinute}; delete from index_parts`)).rejects.toThrow('is not signed');
  });
});

describe('parts of a version that did not sign them', () => {
  const MARKED = `insert into index_older_parts select at_ms, sha256(convert_to(lines, 'UTF8')) from index_parts`;
  const UNSIGNED = 'update index_parts set signature = null';

  test('settle orders', async () => {
    const { id } = await wonByOnePoint();
    await used.forced(`${UNSIGNED}; ${MARKED}`);
    await startNext();
    expect(used.bench.errors).toEqual([]);
    expect(await used.bench.order(ANN, id)).toMatchObject({ state: 'won', window: { count: 12 } });
  });

  test.each(FALSE_PARTS.slice(0, 4))(
    'settle none after the upgrade, %s',
    async (_, statementOf) => {
      const won = await wonByOnePoint();
      await used.forced(`${UNSIGNED}; ${MARKED}`);
      const saved = await parts();
      await used.forced(statementOf(won));
      await startNext();
      await expectWaiting(won.id, [FALSE_POINTS, FALSE_LINES]);
      await used.forced(putBack(saved));
      await used.next();
      expect(await used.bench.order(ANN, won.id)).toMatchObject({ state: 'won' });
    },
  );
});

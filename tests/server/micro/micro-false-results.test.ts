/** Results of fast contracts that do not follow from the index log, which the database refuses from the role of the server itself. */
import { beforeEach, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { nextHead } from '../../../contract/figures/index-chain.ts';
import { writeRecord } from '../../../contract/figures/index-record.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { StoredMicroOrder } from '../../../server/areas/micro/micro.types.ts';
import { usdt } from '../../support/lever/lever-scene.ts';
import { START } from '../../support/micro/micro-bench.ts';
import { ANN, BOB, PRICE, useMicroBench } from '../../support/micro/use-micro-bench.ts';
import { CRYPTO } from '../../support/micro/index/memory-index.ts';

const used = useMicroBench();
/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;
const GRID_MS = 250;
const WINDOW_MS = 3_000;
/** 400 ppm of the price: sources so far apart have an index, and open no order. */
const APART = 3_890;

const FALSE_POINT = /the point \d+ of BTC\/USDT does not follow from the index log/;
const FALSE_WINDOW = /the window \d+ of BTC\/USDT is not that of the index log/;
const FALSE_OPENING = /does not open at its point of the index log/;
const FALSE_END = /does not end as its window says/;
const UNSIGNED = /a line of the index log is not signed/;
const APPEND_ONLY = /append-only/;
const FIXED = /keeps its terms and its result/;

const sql = (statement: string) => used.bench.lever.rows<Record<string, unknown>>(statement);

const STAKE = usdt('10');
const LOST = { state: 'lost', payout: 0n };

/** A statement with the message of its refusal. */
type Refused = readonly [what: string, statement: string, message: RegExp];

/** A row of `micro_points`, with the index of its line. */
interface Point {
  readonly atMs: number;
  readonly ticks: number;
  readonly line: string;
  readonly head: string;
}

const logged = (): readonly Point[] =>
  ensure(used.bench.log.recent('BTC/USDT'), 'points').map(({ record, head }) => ({
    atMs: record.atMs,
    ticks: record.ticks ?? 0,
    line: writeRecord(record),
    head,
  }));

const pointsSql = (points: readonly Point[]): string =>
  points.length === 0
    ? 'points as (select)'
    : `points as (
    insert into micro_points (instrument, at_ms, line, head)
    select 'BTC/USDT', * from (values ${points
      .map(({ atMs, line, head }) => `(${atMs}::bigint, '${line}', '${head}')`)
      .join(', ')}) as point
    on conflict do nothing
  )`;

/** Runs the statement and takes it back. */
const taken = (statement: string) => sql(`begin; ${statement}; rollback`);

/** The database refuses the statement, also in a session that skips triggers as replication does. */
async function expectRefused(statement: string, message: RegExp, what = statement): Promise<void> {
  await expect(sql(statement), what).rejects.toThrow(message);
  const asReplica = `set session_replication_role = replica; ${statement}`;
  await expect(sql(asReplica), what).rejects.toThrow(message);
}

/** The points with one that says another price, and a chain that goes on from it. */
function falsified(points: readonly Point[], place: number, ticks: number): readonly Point[] {
  const changed: Point[] = [];
  for (const [index, point] of points.entries()) {
    const line =
      index === place ? point.line.replaceAll(String(point.ticks), String(ticks)) : point.line;
    const before = changed.at(-1);
    const head =
      before === undefined || index < place
        ? point.head
        : nextHead(CRYPTO.sha256, before.head, line);
    changed.push({ ...point, line, head, ticks: index === place ? ticks : point.ticks });
  }
  return changed;
}

/** Passes a point at which the second source is so much higher. */
async function pointOf(ticks: number, apart = 0): Promise<Point> {
  const { bench } = used;
  bench.now += GRID_MS - (bench.now % GRID_MS);
  bench.say(ticks);
  bench.sources.now = bench.sources.now.map((source, place) => ({
    ...source,
    ticks: source.ticks + place * apart,
  }));
  await bench.tick();
  await bench.shown(bench.now);
  return ensure(logged().at(-1), 'a point');
}

describe('the end of an order', () => {
  let order: StoredMicroOrder;
  let expiresAtMs: number;

  /** The order is open, and the next point is its last. The writer stores nothing from now on. */
  async function nearlyEnded(): Promise<void> {
    const { bench } = used;
    const { id } = await bench.place(ANN);
    await bench.pass(1, PRICE);
    await bench.pass(POINTS - 1, PRICE + 1);
    order = await bench.order(ANN, id);
    expiresAtMs = ensure(order.expiresAtMs, 'an expiry');
    bench.gate.hold();
  }

  /** Rows that the writer stores with the end of the order. */
  const truth = () => {
    const points: readonly Point[] = logged().filter(
      ({ atMs }) => atMs > expiresAtMs - WINDOW_MS && atMs <= expiresAtMs,
    );
    return {
      state: 'won',
      payout: usdt('18.5'),
      settledAtMs: expiresAtMs,
      points,
      sum: points.reduce((total, { ticks }) => total + ticks, 0),
      count: points.length,
    };
  };
  type End = ReturnType<typeof truth>;

  const changeSql = ({ state, payout, settledAtMs }: Omit<End, 'points'>) => `
    update micro_orders set state = '${state}', payout = ${payout}, settled_at_ms = ${settledAtMs}, revision = revision + 1
    where id = ${order.id}`;
  const endSql = (change: Partial<End> = {}): string => {
    const end = { ...truth(), ...change };
    return `with ${pointsSql(end.points)}, settled as (
        insert into micro_windows values ('BTC/USDT', ${expiresAtMs}, ${end.sum}, ${end.count})
      ) ${changeSql(end)}`;
  };

  const falseEnds = (): readonly Refused[] => [
    ['lost instead of won', endSql(LOST), FALSE_END],
    ['drawn instead of won', endSql({ state: 'drawn', payout: STAKE }), FALSE_END],
    ['void instead of won', endSql({ state: 'voided', payout: STAKE }), FALSE_END],
    ['an unknown state', endSql({ state: 'held' }), FALSE_END],
    ['one unit too much', endSql({ payout: truth().payout + 1n }), FALSE_END],
    ['one unit too little', endSql({ payout: truth().payout - 1n }), FALSE_END],
    ['an end before the expiry', endSql({ settledAtMs: expiresAtMs - 1 }), FALSE_END],
    ['no window', changeSql(truth()), FALSE_END],
    [
      'a window of a temporary table',
      `create temp table micro_windows as select 'BTC/USDT' as instrument, ${expiresAtMs}::bigint as expires_at_ms,
         ${truth().sum - 100}::bigint as sum, ${truth().count}::smallint as count;
       ${changeSql({ ...truth(), ...LOST })}`,
      FALSE_END,
    ],
  ];

  function falseWindows(): readonly Refused[] {
    const { points, sum, count } = truth();
    const rest = points.slice(1);
    const sumOfRest = rest.reduce((total, { ticks }) => total + ticks, 0);
    const none = { points: [], sum: 0, count: 0, state: 'voided', payout: STAKE };
    return [
      ['a larger sum', endSql({ sum: sum + 1 }), FALSE_WINDOW],
      ['a smaller sum', endSql({ ...LOST, sum: sum - 100 }), FALSE_WINDOW],
      ['a smaller count', endSql({ count: count - 1 }), FALSE_WINDOW],
      [
        'a window without its first point',
        endSql({ points: rest, sum: sumOfRest, count: count - 1 }),
        FALSE_WINDOW,
      ],
      ['a window without points', endSql(none), FALSE_WINDOW],
    ];
  }

  function falsePoints(): readonly Refused[] {
    const { points, sum } = truth();
    const [first, second] = points.slice(0, 2).map((point) => ensure(point, 'a point')) as [
      Point,
      Point,
    ];
    const lower = { ...LOST, points: falsified(points, 5, PRICE - 100), sum: sum - 101 };
    const later = expiresAtMs + 4 * GRID_MS;
    const invented = {
      ...first,
      atMs: later,
      line: first.line.replace(String(first.atMs), String(later)),
    };
    // The sources of the line say what they said.
    const bent = {
      ...invented,
      line: invented.line.replace(` ${first.ticks} `, ` ${PRICE - 100} `),
    };
    const withSecond = (change: Partial<Point>) =>
      endSql({ points: points.with(1, { ...second, ...change }) });
    return [
      ['a point at another price, with a chain of its own', endSql(lower), FALSE_POINT],
      ['a point with another head', withSecond({ head: '0'.repeat(64) }), FALSE_POINT],
      ['a point at the place of another', withSecond({ line: first.line }), FALSE_POINT],
      [
        'a point that the log does not have',
        endSql({ points: [...points, invented] }),
        FALSE_POINT,
      ],
      [
        'a line of the log whose price is not that of its sources',
        `insert into index_parts values (${later}, '${bent.line}'); ${endSql({ points: [...points, bent] })}`,
        FALSE_POINT,
      ],
    ];
  }

  test('is what its window says', async () => {
    const { bench } = used;
    await nearlyEnded();
    await bench.write(1, PRICE + 1);
    const statements = [...falseEnds(), ...falseWindows(), ...falsePoints()];
    for (const [what, statement, message] of statements)
      await expectRefused(statement, message, what);
    await taken(endSql());
    bench.gate.release();
    await bench.exchange.settled();
    expect(await bench.order(ANN, order.id)).toMatchObject({ state: 'won' });
    // An order that is stored with its result needs the same reasons.
    const copy = (state: string) => `
      insert into micro_orders
      select (jsonb_populate_record(placed, jsonb_build_object('id', 99, 'token', 'B', 'state', '${state}'))).*
      from micro_orders placed where id = ${order.id}`;
    await expectRefused(copy('drawn'), FALSE_END);
    await taken(copy('won'));
  });

  test('does not come before the log has passed it', async () => {
    const { bench } = used;
    await nearlyEnded();
    expect(bench.lastMs).toBe(expiresAtMs - GRID_MS);
    await expectRefused(endSql(), FALSE_WINDOW);
    await bench.write(1, PRICE + 1);
    await taken(endSql());
    bench.gate.release();
  });

  test('may come after its minute is signed, and then its last point is the signed one', async () => {
    const { bench } = used;
    bench.now = START + MINUTE_MS - 5_500;
    await bench.pass(4, PRICE);
    await nearlyEnded();
    await bench.write(2, PRICE + 1);
    await expect
      .poll(() => sql(`select from index_parts where at_ms <= ${expiresAtMs}`))
      .toEqual([]);
    expect(expiresAtMs).toBe(START + MINUTE_MS - GRID_MS);
    const { points, sum } = truth();
    const lower = falsified(points, 5, PRICE - 100);
    await expectRefused(endSql({ ...LOST, points: lower, sum: sum - 101 }), FALSE_POINT);
    const first = ensure(points[0], 'a point');
    await expectRefused(
      endSql({ points: points.slice(1), sum: sum - first.ticks, count: points.length - 1 }),
      FALSE_WINDOW,
    );
    await taken(endSql());
    bench.gate.release();
    await bench.exchange.settled();
    expect(await bench.order(ANN, order.id)).toMatchObject({ state: 'won' });
  });

  test('changes nothing else of the order', async () => {
    const { bench } = used;
    await nearlyEnded();
    await bench.write(1, PRICE + 1);
    for (const change of [
      'id = id + 1',
      'price_scale = 3',
      "idempotency_key = idempotency_key || 'b'",
      "request_id = request_id || 'b'",
      'open_ticks = open_ticks - 1',
      'profit_ppm = profit_ppm - 1',
    ])
      await expectRefused(endSql().replace(' set state', ` set ${change}, state`), FIXED);
    // Neither does it stay open, or open again.
    for (const change of ['revision = revision + 1', "state = 'opening', revision = revision + 1"])
      await expectRefused(`update micro_orders set ${change} where id = ${order.id}`, FIXED);
    await expectRefused(endSql().replace('revision + 1', 'revision'), FIXED);
    bench.gate.release();
  });
});

describe('an opening', () => {
  let order: StoredMicroOrder;

  beforeEach(async () => {
    const { bench } = used;
    await bench.grant(BOB, '100');
    order = await bench.place(BOB);
    bench.gate.hold();
  });

  const openSql = (point: Point, ticks = point.ticks, seconds = order.seconds) => `
    with ${pointsSql([point])}
    update micro_orders set state = 'open', opened_at_ms = ${point.atMs}, open_ticks = ${ticks},
      expires_at_ms = ${point.atMs + seconds * 1_000}, revision = revision + 1
    where id = ${order.id}`;
  const voidSql = (state = 'voided', payout = usdt('10')) => `
    update micro_orders set state = '${state}', payout = ${payout}, settled_at_ms = ${used.bench.now}, revision = revision + 1
    where id = ${order.id}`;

  test('is the first point after the order whose sources agree closely', async () => {
    const { bench } = used;
    const before = ensure(logged().at(-1), 'a point');
    const apart = await pointOf(PRICE, APART);
    const first = await pointOf(PRICE + 3);
    const second = await pointOf(PRICE + 9);
    for (const statement of [
      openSql(before),
      openSql(apart),
      openSql(second),
      openSql(first, first.ticks + 1),
      openSql(first, first.ticks, order.seconds + 1),
      openSql(first).replace(/with [^]*?on conflict do nothing\s*\)/, ''),
    ])
      await expectRefused(statement, FALSE_OPENING);
    await expectRefused(openSql(first).replace("'open'", "'opening'"), FIXED);
    await expectRefused(voidSql(), FALSE_END);
    // The time that has passed changes nothing, because there was a point.
    await bench.write(6, PRICE);
    await expectRefused(voidSql(), FALSE_END);
    await expectRefused(
      `update micro_orders set state = 'open', revision = revision + 1 where id = ${order.id}`,
      /micro_orders_opened/,
    );
    await taken(openSql(first));
    bench.gate.release();
    await bench.exchange.settled();
    expect(await bench.order(BOB, order.id)).toMatchObject({ openTicks: first.ticks });
  });

  test('stays the first one, because no line leaves the log for a moment', async () => {
    const first = await pointOf(PRICE + 3);
    const second = await pointOf(PRICE + 9);
    const of = `index_parts where at_ms = ${first.atMs}`;
    const [kept] = await sql(`select lines from ${of}`);
    const back = `insert into index_parts values (${first.atMs}, '${kept?.['lines']}')`;
    await expectRefused(`delete from ${of}; ${openSql(second)}; ${back}`, UNSIGNED);
    const moved = `update index_parts set at_ms = at_ms + 1 where at_ms = ${first.atMs}`;
    await expectRefused(`${moved}; ${openSql(second)}`, APPEND_ONLY);
    await expectRefused('truncate index_parts', APPEND_ONLY);
    await taken(openSql(first));
    used.bench.gate.release();
  });

  test('that does not come within two seconds makes the order void, and not earlier', async () => {
    const { bench } = used;
    for (let point = 0; point < 7; point += 1) await pointOf(PRICE, APART);
    await expectRefused(voidSql(), FALSE_END);
    await pointOf(PRICE, APART);
    const late = await pointOf(PRICE);
    await expectRefused(openSql(late), FALSE_OPENING);
    await expectRefused(voidSql('lost', 0n), /micro_orders_opened/);
    await expectRefused(voidSql('voided', usdt('10') - 1n), FALSE_END);
    await taken(voidSql());
    bench.gate.release();
    await bench.exchange.settled();
    expect(await bench.order(BOB, order.id)).toMatchObject({ state: 'voided', openTicks: null });
  });
});

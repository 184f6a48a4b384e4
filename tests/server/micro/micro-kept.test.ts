/** Fast contracts and the points that decide them, which the database keeps from the role of the server itself. */
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';
import { ANN, BOB, PRICE, useMicroBench } from '../../support/micro/use-micro-bench.ts';
import { START } from '../../support/micro/micro-bench.ts';

const used = useMicroBench();
/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;
/** Messages of the triggers of the tables, and names of the conditions of their rows. */
const KEPT =
  /keeps its terms and its result|append-only|stay for a day|micro_orders_(?:ended|opened|stake)/;

/** Columns that acceptance fixes, each with another value. */
const TERMS = [
  'owner_id = owner_id + 1',
  'product_id = product_id + 1',
  "instrument = 'ETH/USDT'",
  "direction = 'down'",
  'seconds = seconds + 1',
  'stake = stake + 1',
  'profit_ppm = profit_ppm + 1',
  'loss_ppm = loss_ppm - 1',
  'accepted_at_ms = accepted_at_ms - 1',
  "token = 'B' || token",
  "receipt = receipt || ' '",
  "signature = 'B' || signature",
] as const;
/** Columns of the opening. */
const OPENING = [
  'open_ticks = open_ticks + 1',
  'open_ticks = null',
  'opened_at_ms = opened_at_ms + 250',
  'expires_at_ms = expires_at_ms + 250',
  'opened_at_ms = null, open_ticks = null, expires_at_ms = null',
] as const;
/** Columns of the result. */
const RESULT = [
  "state = 'lost'",
  "state = 'voided'",
  'payout = 1',
  'settled_at_ms = expires_at_ms + 1',
] as const;
/** Tables whose rows are never changed, each with a change of every row. */
const ROWS = [
  ['micro_windows', 'sum = sum + 1'],
  ['micro_windows', 'count = count + 1'],
  ['micro_windows', 'expires_at_ms = expires_at_ms + 250'],
  ['micro_points', "line = replace(line, ':', ':1')"],
  ['micro_points', "head = repeat('0', 64)"],
  ['micro_points', 'at_ms = at_ms + 1'],
  ['index_minutes', 'head = head_before'],
  ['index_minutes', "signature = 'x'"],
  ['index_minutes', 'orders_up = orders_up + 1'],
  ['index_minutes', 'line_count = line_count - 1'],
  ['index_bodies', "body = 'x'"],
  ['index_bodies', 'minute_ms = minute_ms - 86400000'],
] as const;
const KEPT_TABLES = [
  'micro_orders',
  'micro_windows',
  'micro_points',
  'index_minutes',
  'index_bodies',
] as const;

const sql = (statement: string) => used.bench.lever.rows<Record<string, unknown>>(statement);

/** Tables of the log and of fast contracts, row by row. */
const digest = () =>
  Promise.all(
    KEPT_TABLES.map((table) =>
      sql(
        `select count(*)::int, md5(string_agg(kept::text, ';' order by kept::text)) from ${table} kept`,
      ),
    ),
  );

test('no statement of the server changes or removes an order, its points or its window', async () => {
  const { bench } = used;
  // The first order opens and ends before the minute is signed, and the second one is open then.
  bench.now = START + 54_000;
  await bench.pass(4, PRICE);
  const ended = await bench.place(ANN);
  await bench.pass(1, PRICE);
  await bench.pass(POINTS, PRICE + 1);
  bench.now = START + MINUTE_MS + 500;
  await bench.pass(4, PRICE);
  await expect.poll(() => sql('select from index_minutes')).not.toEqual([]);
  await bench.grant(BOB, '100');
  const open = await bench.place(BOB);
  await bench.pass(1, PRICE);
  expect(await bench.order(ANN, ended.id)).toMatchObject({ state: 'won' });
  expect(await bench.order(BOB, open.id)).toMatchObject({ state: 'open' });
  const before = await digest();
  expect(before.map(([row]) => row?.['count'])).not.toContain(0);

  const ofOrder = (id: number, changes: readonly string[]) =>
    changes.map((change) => `update micro_orders set ${change} where id = ${id}`);
  const statements = [
    ...ofOrder(ended.id, [...TERMS, ...OPENING, ...RESULT, 'revision = revision + 1']),
    ...ofOrder(open.id, [...TERMS, ...OPENING, ...RESULT]),
    `delete from micro_orders where id = ${ended.id}`,
    `delete from micro_orders where id = ${open.id}`,
    ...ROWS.map(([table, change]) => `update ${table} set ${change}`),
    ...KEPT_TABLES.flatMap((table) => [`delete from ${table}`, `truncate ${table}`]),
  ];
  for (const statement of statements)
    await expect(
      sql(`set session_replication_role = replica; ${statement}`),
      statement,
    ).rejects.toThrow(KEPT);
  for (const statement of statements) await expect(sql(statement), statement).rejects.toThrow(KEPT);
  expect(await digest()).toEqual(before);
});

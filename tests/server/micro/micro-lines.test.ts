/** Lines of signed minutes that were changed or lost while no server ran: no fast contract ends by other points than were signed. */
import { describe, expect, test } from 'vitest';
import { refuse } from '../../../contract/result.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { createReadMinutes, restoreLines } from '../../../server/areas/micro/micro.area.ts';
import { ANN, BOB, PRICE, useMicroBench } from '../../support/micro/use-micro-bench.ts';
import { START } from '../../support/micro/micro-bench.ts';
import { signWithoutEnd } from '../../support/micro/signed-without-end.ts';
import { plantedLines } from '../../support/micro/index/planted-lines.ts';

const used = useMicroBench();
/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;
const BITCOIN = { instrument: 'BTC/USDT', priceScale: 2 };

const sql = (statement: string) => used.bench.lever.rows<Record<string, unknown>>(statement);
/** Other prices of the window, with which the order is lost. */
const planted = plantedLines(sql, { from: PRICE + 1, to: PRICE - 1 });
const minutes = () =>
  createReadMinutes(used.bench.lever.database)(BITCOIN, START, START + MINUTE_MS);

/** Starts the next server; the one before ends with it. */
async function startNext(): Promise<void> {
  const { gate } = used.bench;
  await used.next();
  gate.release();
}

const FAULTS: readonly [string, () => Promise<string>][] = [
  ['that say other prices', () => planted.lines()],
  ['that cannot be read', () => Promise.resolve("update index_bodies set body = 'x'")],
  ['that are gone', () => Promise.resolve('delete from index_bodies')],
];

describe.each(FAULTS)('lines %s', (_, statementOf) => {
  test('settle no order, and no other one is taken until they are put back', async () => {
    const id = await signWithoutEnd(used.bench);
    const [saved] = await minutes();
    await used.forced(await statementOf());

    await startNext();
    expect(used.bench.errors).toEqual([expect.stringMatching(/lines .* are missing or false/)]);
    await used.bench.pass(POINTS, PRICE - 1);
    expect(await used.bench.order(ANN, id)).toMatchObject({ state: 'open', payout: null });
    await used.bench.grant(BOB, '100');
    expect(await used.bench.ask(BOB)).toMatchObject(refuse('service_unavailable'));

    const { database } = used.bench.lever;
    if (saved === undefined) throw new Error('the minute is signed');
    const other = { ...saved, lines: saved.lines?.toReversed() ?? null };
    expect(await restoreLines(database, other)).toBe('other');
    expect(await restoreLines(database, saved)).toBe('restored');
    expect(await restoreLines(database, saved)).toBe('known');
    await used.next();
    expect(used.bench.errors).toEqual([]);
    expect(await used.bench.order(ANN, id)).toMatchObject({ state: 'won', window: { count: 12 } });
  });

  test('of an order that has ended are a difference, and no other one is taken', async () => {
    const { bench } = used;
    bench.now = START + 54_000;
    await bench.pass(4, PRICE);
    await bench.place(ANN);
    await bench.pass(1, PRICE);
    await bench.pass(POINTS, PRICE + 1);
    bench.now = START + MINUTE_MS + 500;
    await bench.pass(4, PRICE);
    await expect.poll(() => sql('select from index_minutes')).toHaveLength(1);
    const [saved] = await minutes();
    await used.forced(await statementOf());
    expect((await bench.ask(ANN)).ok).toBe(true);
    await bench.check();
    await bench.check();
    expect(bench.errors).toContain('a fast contract differs from the index log');
    expect(await bench.ask(ANN)).toMatchObject(refuse('service_unavailable'));
    if (saved !== undefined) await restoreLines(bench.lever.database, saved);
  });
});

test('a minute that the exchange has not signed settles no order', async () => {
  const id = await signWithoutEnd(used.bench);
  used.isSpoiled = true;
  await sql(await planted.minute(-1));
  await startNext();
  expect(used.bench.errors).toEqual([expect.stringMatching(/lines .* are missing or false/)]);
  await used.bench.pass(POINTS, PRICE - 1);
  expect(await used.bench.order(ANN, id)).toMatchObject({ state: 'open', payout: null });
});

test('the verifier of the ledger names a minute without its lines', async () => {
  const { bench } = used;
  bench.now = START + MINUTE_MS + 500;
  await bench.pass(1, PRICE);
  await expect.poll(() => sql('select from index_minutes')).toHaveLength(1);
  expect(await used.faults()).toEqual([]);
  used.isSpoiled = true;
  await used.forced('delete from index_bodies');
  expect(await used.faults()).toEqual(['index_lines_missing']);
});

/** A minute that is signed while the end of an order in it is not stored, so that the next server settles by the signed lines. */
import { expect } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';
import { START, type MicroBench } from './micro-bench.ts';
import { ANN, PRICE } from './use-micro-bench.ts';

/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;

/** Returns an order of Ann that is won. The gate holds its end, and the minute has later points than its window. */
export async function signWithoutEnd(bench: MicroBench): Promise<number> {
  bench.now = START + 54_000;
  await bench.pass(4, PRICE);
  const { id } = await bench.place(ANN);
  await bench.pass(1, PRICE);
  bench.gate.hold();
  await bench.write(POINTS, PRICE + 1);
  bench.now = START + MINUTE_MS + 500;
  await bench.write(1, PRICE);
  await expect.poll(() => bench.lever.rows<object>('select from index_minutes')).toHaveLength(1);
  return id;
}

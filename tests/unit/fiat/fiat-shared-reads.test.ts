/** One read answers all equal requests for the same state. */
import { beforeEach, expect, test } from 'vitest';
import { SharedReads } from '../../../server/kit/queue/shared-reads.ts';

let now: number;
let reads: SharedReads<number>;
let count: number;
beforeEach(() => {
  now = 0;
  count = 0;
  reads = new SharedReads({ now: () => now });
});

const ask = (question = 'ads', state = '1') =>
  reads.find(question, state, () => Promise.resolve((count += 1)));

test('identical questions about the same state share one read, at the same moment and after', async () => {
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(1);
});

test('another question and another state are read separately', async () => {
  expect(await Promise.all([ask(), ask('others'), ask('ads', '2')])).toEqual([1, 2, 3]);
  expect(await ask('ads', '2')).toBe(3);
});

test('a change without a notice is seen after a second', async () => {
  await ask();
  now = 999;
  expect(await ask()).toBe(1);
  now = 1_000;
  expect(await ask()).toBe(2);
});

test('a read that fails answers the waiting callers, and none after', async () => {
  const failing = () => reads.find('ads', '1', () => Promise.reject(new Error('no database')));
  const answers = await Promise.allSettled([failing(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask()).toBe(1);
});

test('of many questions the latest are kept', async () => {
  await ask();
  for (let place = 0; place < 500; place += 1) await ask(`another ${place}`);
  expect(count).toBe(501);
  await ask('another 0');
  expect(count).toBe(501);
  expect(await ask()).toBe(502);
});

/** Lanes of shared statements: one at a time, and a slow one is passed. */
import { expect, test } from 'vitest';
import { GatheredRead } from '../../../server/kit/db/gathered-read.ts';

/** A read whose first `stuck` calls answer only when they are released. */
function readOf(stuck: number) {
  const sent: (readonly number[])[] = [];
  const releases: (() => void)[] = [];
  const read = new GatheredRead<number, number>(
    async (keys) => {
      sent.push(keys);
      if (sent.length <= stuck) await new Promise<void>((resolve) => releases.push(resolve));
      return keys;
    },
    (row) => row,
  );
  return { read, sent, releases };
}

test('requests gather while a read runs', async () => {
  const { read, sent, releases } = readOf(1);
  const first = read.find(1);
  await Promise.resolve();
  await Promise.resolve();
  const others = [read.find(2), read.find(3)];
  releases.forEach((release) => release());
  expect(await Promise.all([first, ...others])).toEqual([1, 2, 3]);
  expect(sent).toEqual([[1], [2, 3]]);
});

test('a read that does not answer stops no other read', async () => {
  const { read, sent, releases } = readOf(1);
  const hung = read.find(1);
  await expect.poll(() => releases.length).toBe(1);
  expect(await read.find(2)).toBe(2);
  expect(await read.find(3)).toBe(3);
  releases[0]?.();
  expect(await hung).toBe(1);
  expect(await Promise.all([read.find(4), read.find(5)])).toEqual([4, 5]);
  expect(sent).toEqual([[1], [2], [3], [4, 5]]);
});

test('two reads that do not answer are followed when one of them does', async () => {
  const { read, sent, releases } = readOf(2);
  const [first, second] = [read.find(1), read.find(1)];
  await expect.poll(() => releases.length).toBe(1);
  const third = read.find(2);
  await expect.poll(() => releases.length).toBe(2);
  const last = read.find(3);
  releases[0]?.();
  expect(await last).toBe(3);
  releases[1]?.();
  expect(await Promise.all([first, second, third])).toEqual([1, 1, 2]);
  expect(sent).toEqual([[1], [2], [3]]);
});

/** Work of an earlier run: a start waits for it briefly, and the rest goes on in the background. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { CatchUpWork } from '../../../server/kit/process/catch-up-work.ts';

function rig(startWaitMs: number) {
  const told: string[] = [];
  const log = {
    error: (_: unknown, text: string) => void told.push(`error: ${text}`),
    info: (_: unknown, text: string) => void told.push(text),
  };
  return { told, catchUp: new CatchUpWork(log as never, startWaitMs) };
}
const LONG_MS = 60_000;

test('a start waits for work that ends soon, and fails with it', async () => {
  const { told, catchUp } = rig(LONG_MS);
  let isDone = false;
  await catchUp.begin('postings', async () => {
    await Promise.resolve();
    isDone = true;
  });
  expect(isDone).toBe(true);
  const broken = catchUp.begin('blocks', () => Promise.reject(new Error('no block')));
  await expect(broken).rejects.toThrow('no block');
  expect(told).toEqual([]);
});

test('a start goes on without work that takes long, and its end or failure is logged', async () => {
  const { told, catchUp } = rig(5);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  await catchUp.begin('postings', () => gate);
  await catchUp.begin('blocks', () => gate.then(() => Promise.reject(new Error('no block'))));
  expect(told).toEqual([]);
  open();
  await expect
    .poll(() => told.toSorted())
    .toEqual([
      'error: work of an earlier run waits for its next round',
      'work of an earlier run is done',
    ]);
});

test('all work of a start shares one wait', async () => {
  const { catchUp } = rig(200);
  const never = () => new Promise<void>(() => {});
  const beganAt = performance.now();
  for (let count = 0; count < 50; count += 1) await catchUp.begin('postings', never);
  expect(performance.now() - beganAt).toBeLessThan(5_000);
});

test('a stop ends the work, waits for it, and logs no error', async () => {
  const { told, catchUp } = rig(5);
  let hasEnded = false;
  await catchUp.begin('withdrawals', async (signal) => {
    await once(signal, 'abort');
    hasEnded = true;
    throw new Error('the database is closed');
  });
  expect(hasEnded).toBe(false);
  await catchUp.stop();
  expect(hasEnded).toBe(true);
  expect(told).toEqual([]);
});

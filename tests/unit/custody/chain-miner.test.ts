/** The miner of the development chain: intervals, pauses, failures, the end. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BlockMiner } from '../../../server/areas/custody/development/block-miner.ts';
import { silentJobs } from '../../support/silent-jobs.ts';

const BLOCK_MS = 5_000;
const mineIfWanted = vi.fn(() => Promise.resolve());
let miner: BlockMiner;
beforeEach(() => {
  vi.useFakeTimers();
  mineIfWanted.mockReset().mockResolvedValue();
  miner = new BlockMiner({ blockIntervalMs: BLOCK_MS, mineIfWanted }, silentJobs());
  miner.start();
});
afterEach(async () => {
  await miner.stop();
  vi.useRealTimers();
});

test('a block is offered at each interval', async () => {
  await vi.advanceTimersByTimeAsync(3 * BLOCK_MS);

  expect(mineIfWanted).toHaveBeenCalledTimes(3);
});

test('no block is offered during a pause, and they go on afterwards', async () => {
  await miner.pause(true);
  await vi.advanceTimersByTimeAsync(3 * BLOCK_MS);
  const whilePaused = mineIfWanted.mock.calls.length;
  await miner.pause(false);
  await vi.advanceTimersByTimeAsync(BLOCK_MS);

  expect(whilePaused).toBe(0);
  expect(mineIfWanted).toHaveBeenCalledTimes(1);
});

test('a failed block is not the last', async () => {
  mineIfWanted.mockRejectedValueOnce(new Error('the database is away'));
  await vi.advanceTimersByTimeAsync(2 * BLOCK_MS);

  expect(mineIfWanted).toHaveBeenCalledTimes(2);
});

test('a slow block is not overtaken, and the end waits for it', async () => {
  let finish = () => {};
  mineIfWanted.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  await vi.advanceTimersByTimeAsync(2 * BLOCK_MS);
  const whileSlow = mineIfWanted.mock.calls.length;
  let hasStopped = false;
  const stopping = miner.stop().then(() => (hasStopped = true));
  await vi.advanceTimersByTimeAsync(0);
  const early = hasStopped;
  finish();
  await stopping;

  expect(whileSlow).toBe(1);
  expect(early).toBe(false);
});

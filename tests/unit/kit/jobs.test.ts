/** The runner of recurring jobs: one round at a time, and its record of the last one. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { IDLE, Jobs } from '../../../server/kit/jobs/jobs.ts';

const clock = { time: 0, now: () => clock.time };
let logged: string[];
let jobs: Jobs;
beforeEach(() => {
  vi.useFakeTimers();
  clock.time = 1_000_000;
  logged = [];
  jobs = new Jobs({ clock, log: { error: (_: unknown, text = '') => void logged.push(text) } });
});
afterEach(() => {
  vi.useRealTimers();
});

const only = () => ensure(jobs.list()[0], 'a job');

test('a job runs at each interval of the list, and not at the start', async () => {
  const work = vi.fn();
  jobs.start('spot_postings', { failure: 'it failed', work });

  expect(only()).toEqual({
    name: 'spot_postings',
    subject: null,
    owner: 'spot_writer',
    interval_ms: 5_000,
    last_run_at: null,
    last_duration_ms: null,
    last_failure: null,
    lateness_ms: null,
  });
  await vi.advanceTimersByTimeAsync(14_999);
  expect(work).toHaveBeenCalledTimes(2);
});

test('the last run is remembered with its duration', async () => {
  const { ends, work } = heldWork();
  jobs.start('candles', { failure: 'it failed', work });
  await vi.advanceTimersByTimeAsync(5_700);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);

  expect(only()).toMatchObject({ last_run_at: 1_000_000, last_duration_ms: 700 });
});

test('a round that found no due work is not remembered', async () => {
  jobs.start('candles', { failure: 'it failed', work: () => IDLE });
  await vi.advanceTimersByTimeAsync(5_000);

  expect(only()).toMatchObject({ last_run_at: null, last_duration_ms: null });
});

describe('a round that fails', () => {
  test.each([
    ['at once', () => ensure(undefined as void, 'not an error object')],
    ['later', () => Promise.reject(new RangeError('secret'))],
  ])('%s is logged and remembered without its text, and is not the last', async (_, fail) => {
    const work = vi.fn(() => {});
    jobs.start('candles', { failure: 'it failed', work });
    work.mockImplementationOnce(fail as () => void);
    await vi.advanceTimersByTimeAsync(5_000);
    const { last_failure: failure } = only();
    clock.time += 5_000;
    await vi.advanceTimersByTimeAsync(5_000);

    expect(failure).toEqual({ at: 1_000_000, error: expect.stringMatching(/^\w+Error$/) });
    expect(logged).toEqual(['it failed']);
    expect(work).toHaveBeenCalledTimes(2);
    expect(only()).toMatchObject({ last_run_at: 1_005_000, last_failure: failure });
  });

  test('leaves the log line to work that writes its own', async () => {
    jobs.start('candles', { failure: null, work: () => Promise.reject(new Error('x')) });
    await vi.advanceTimersByTimeAsync(5_000);

    expect(logged).toEqual([]);
    expect(only().last_failure).toEqual({ at: 1_000_000, error: 'Error' });
  });
});

/** Work whose rounds the test ends one by one. */
function heldWork() {
  const ends: (() => void)[] = [];
  return { ends, work: vi.fn(() => new Promise<void>((resolve) => ends.push(resolve))) };
}

test('a slow round is not overtaken, and the work is notified at each interval', async () => {
  const { work } = heldWork();
  const whileUnderWay = vi.fn();
  jobs.start('candles', { failure: 'it failed', work, whileUnderWay });
  await vi.advanceTimersByTimeAsync(15_000);

  expect(work).toHaveBeenCalledTimes(1);
  expect(whileUnderWay).toHaveBeenCalledTimes(2);
});

test('a requested round begins after the request, and is shared by all requests', async () => {
  const { ends, work } = heldWork();
  const job = jobs.start('candles', { failure: 'it failed', work });
  const done: string[] = [];
  void job.runNow().then(() => done.push('first'));
  void job.runNow().then(() => done.push('second'));
  void job.runNow().then(() => done.push('third'));
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);

  expect(done).toEqual(['first']);
  expect(work).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['first', 'second', 'third']);
});

test('the stop waits for the running round and starts no more', async () => {
  const { ends, work } = heldWork();
  const job = jobs.start('candles', { failure: 'it failed', work });
  void job.runNow();
  void job.runNow();
  let hasStopped = false;
  const stopping = job.stop().then(() => (hasStopped = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(hasStopped).toBe(false);
  ends[0]?.();
  await stopping;
  await vi.advanceTimersByTimeAsync(60_000);

  expect(work).toHaveBeenCalledTimes(1);
  expect(jobs.list()).toEqual([]);
});

test('a job that sets its own pace runs on request, and then as it decides', async () => {
  const pauses = [100, 300, null];
  const work = vi.fn();
  const job = jobs.start('chain_reading', {
    subject: 'dev',
    failure: 'it failed',
    work,
    pauseMs: () => pauses.shift() ?? null,
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).not.toHaveBeenCalled();
  job.runIn(50);
  job.runIn(10);
  await vi.advanceTimersByTimeAsync(50);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100 + 299);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(3);
  expect(only()).toMatchObject({ subject: 'dev', interval_ms: null });
});

test('jobs are listed in the order of the list, whatever the order of their starts', () => {
  const work = () => {};
  for (const name of ['disk_room', 'candles', 'ledger_check'] as const)
    jobs.start(name, { failure: 'it failed', work });

  expect(jobs.list().map(({ name }) => name)).toEqual(['ledger_check', 'candles', 'disk_room']);
});

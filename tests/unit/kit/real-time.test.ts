/** Real time of a server: it passes during sleep, and no clock moves it. */
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { createRealTime } from '../../../server/kit/process/real-time.ts';

function rig() {
  const counters = { monotonic: 5_000, uptime: 90_000 };
  const realTime = createRealTime({
    monotonicMs: () => counters.monotonic,
    uptimeMs: () => counters.uptime,
  });
  const pass = (ms: number) => {
    counters.monotonic += ms;
    counters.uptime += ms;
  };
  return { counters, realTime, pass };
}

test('it starts at zero and passes with the machine', () => {
  const { realTime, pass } = rig();
  expect(realTime()).toBe(0);
  pass(1_234.5);
  expect(realTime()).toBe(1_234.5);
  pass(HOUR_MS);
  expect(realTime()).toBe(HOUR_MS + 1_234.5);
});

test('sleep counts, during which the monotonic counter stands still', () => {
  const { counters, realTime, pass } = rig();
  pass(MINUTE_MS);
  counters.uptime += HOUR_MS;
  expect(realTime()).toBe(MINUTE_MS + HOUR_MS);
  pass(SECOND_MS);
  expect(realTime()).toBe(MINUTE_MS + HOUR_MS + SECOND_MS);
});

test('the coarse steps of the uptime are not added up', () => {
  const { counters, realTime } = rig();
  const start = counters.uptime;
  const sinceStepMs = 950;
  for (let step = 1; step <= 2_000; step += 1) {
    counters.monotonic += 100;
    counters.uptime = start + Math.floor((sinceStepMs + step * 100) / SECOND_MS) * SECOND_MS;
    realTime();
  }
  expect(realTime()).toBe(200 * SECOND_MS);
});

test('an uptime that was wrong once stops nothing when it is right again', () => {
  const { counters, realTime, pass } = rig();
  counters.uptime += 30 * DAY_MS;
  const wrong = realTime();
  expect(wrong).toBe(30 * DAY_MS);
  counters.uptime -= 30 * DAY_MS;
  expect(realTime()).toBe(wrong);
  pass(MINUTE_MS);
  expect(realTime()).toBe(wrong + MINUTE_MS);
});

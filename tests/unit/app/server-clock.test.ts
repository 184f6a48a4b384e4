/** The difference between the device's clock and the server's, for countdowns. */
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createServerClock } from '../../../src/app/core/live/server-clock.ts';

function rig(deviceTime: number) {
  const serverTime$ = new Subject<number>();
  const clock = createServerClock({ serverTime$ }, { now: () => deviceTime });
  let changes = 0;
  clock.subscribe(() => (changes += 1));
  return { serverTime$, clock, changes: () => changes };
}

test('until the server sends its time, the device clock is used', () => {
  expect(rig(1_000_000).clock.deviceTime(1_060_000)).toBe(1_060_000);
});

test('a device that is a minute behind counts down to the moment of the server', () => {
  const { serverTime$, clock, changes } = rig(1_000_000);
  serverTime$.next(1_060_000);
  expect(clock.deviceTime(1_090_000)).toBe(1_030_000);
  expect(changes()).toBe(1);
});

test('network latency makes no difference', () => {
  const { serverTime$, clock, changes } = rig(1_000_000);
  serverTime$.next(999_200);
  expect(clock.deviceTime(1_090_000)).toBe(1_090_000);
  expect(changes()).toBe(0);
});

/** The clock of the control interface: moved forward, held, released. */
import { expect, test } from 'vitest';
import { createShiftableClock } from '../../../server/edge/control/shiftable-clock.ts';

function rig(time = 1_000) {
  const source = { time };
  return { source, clock: createShiftableClock(() => source.time) };
}

test('a clock that was moved forward goes on from there', () => {
  const { source, clock } = rig();
  clock.advance(500);
  source.time += 1;
  expect(clock.now()).toBe(1_501);
});

test('a held clock stops, whatever the real time', () => {
  const { source, clock } = rig();
  clock.advance(500);
  clock.hold(2_000);
  source.time += 10_000;
  expect(clock.now()).toBe(2_000);
});

test('a held clock can be moved forward, and stays held', () => {
  const { source, clock } = rig();
  clock.hold(2_000);
  clock.advance(1);
  source.time += 10_000;
  expect(clock.now()).toBe(2_001);
  clock.hold(2_002);
  expect(clock.now()).toBe(2_002);
});

test.each([500, 10_000])(
  'a clock that was held while %d ms passed goes on from where it stood',
  (passedMs) => {
    const { source, clock } = rig();
    clock.hold(2_000);
    source.time += passedMs;
    clock.release();
    expect(clock.now()).toBe(2_000);
    source.time += 7;
    expect(clock.now()).toBe(2_007);
  },
);

test('releasing a clock that is not held changes nothing', () => {
  const { source, clock } = rig();
  clock.advance(500);
  clock.release();
  source.time += 1;
  expect(clock.now()).toBe(1_501);
});

test('a clock can be held now or in the future, and not in the past', () => {
  const { clock } = rig();
  expect(() => clock.hold(999)).toThrow(/has not passed/);
  clock.hold(1_000);
  clock.hold(2_000);
  expect(() => clock.hold(1_999)).toThrow(/has not passed/);
  expect(() => clock.hold(2_000.5)).toThrow(/whole millisecond/);
  expect(clock.now()).toBe(2_000);
});

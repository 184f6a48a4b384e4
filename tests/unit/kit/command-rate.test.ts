/** The rate of commands per user: a burst, a steady rate, room for cancels, and no memory of idle users. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommandRate } from '../../../server/kit/limits/command-rate.ts';

const ANN = 1;
const BOB = 2;
const START_MS = 1_800_000_000_000;

/** Takes commands at one moment until one is refused. @returns how many were accepted. */
function takeAll(rate: CommandRate, userId: number, now: number, endsOnly: boolean): number {
  for (let taken = 0; ; taken += 1) if (rate.take(userId, now, endsOnly) > 0) return taken;
}

test('a burst of eight seconds is accepted, two more seconds are left to cancels', () => {
  const rate = new CommandRate(50);
  expect(takeAll(rate, ANN, START_MS, false)).toBe(400);
  expect(takeAll(rate, ANN, START_MS, true)).toBe(100);
  expect(takeAll(rate, BOB, START_MS, false)).toBe(400);
});

test('a refusal names the seconds after which the next command is accepted', () => {
  const rate = new CommandRate(1);
  expect(takeAll(rate, ANN, START_MS, true)).toBe(10);
  expect(rate.take(ANN, START_MS, true)).toBe(1);
  expect(rate.take(ANN, START_MS, false)).toBe(3);
  expect(rate.take(ANN, START_MS + 2_999, false)).toBe(1);
  expect(rate.take(ANN, START_MS + 3_000, false)).toBe(0);
});

test('a refused command takes nothing', () => {
  const rate = new CommandRate(1);
  takeAll(rate, ANN, START_MS, true);
  for (let tries = 0; tries < 100; tries += 1) rate.take(ANN, START_MS, true);
  expect(rate.take(ANN, START_MS + 1_000, true)).toBe(0);
});

test('a clock that is set back locks no user out', () => {
  const rate = new CommandRate(1);
  takeAll(rate, ANN, START_MS, true);
  expect(rate.take(ANN, START_MS - 86_400_000, true)).toBe(1);
  expect(rate.take(ANN, START_MS - 86_400_000 + 1_000, true)).toBe(0);
});

test('a command that was delayed on its way refills nothing', () => {
  const rate = new CommandRate(50);
  takeAll(rate, ANN, START_MS, true);
  expect(rate.take(ANN, START_MS - 9_000, true)).toBe(1);
  expect(takeAll(rate, ANN, START_MS, true)).toBe(0);
});

test('users who have paused for a burst are forgotten', () => {
  const rate = new CommandRate(50);
  for (let userId = 1; userId <= 1_000; userId += 1) rate.take(userId, START_MS, false);
  takeAll(rate, ANN, START_MS, true);
  rate.take(BOB, START_MS + 10_000, false);
  expect(rate.size).toBe(1);
});

test('over any time no user gets more than one burst and the rate, whatever the mix', () => {
  const command = fc.record({ afterMs: fc.integer({ min: 0, max: 400 }), endsOnly: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(command, { maxLength: 400 }),
      fc.integer({ min: 1, max: 20 }),
      (all, perS) => {
        const rate = new CommandRate(perS);
        const takenAt: number[] = [];
        let now = START_MS;
        for (const { afterMs, endsOnly } of all) {
          now += afterMs;
          if (rate.take(ANN, now, endsOnly) === 0) takenAt.push(now);
          for (const [index, since] of takenAt.entries())
            expect(takenAt.length - index).toBeLessThanOrEqual(
              perS * 10 + (perS * (now - since)) / 1_000 + 1e-6,
            );
        }
      },
    ),
    { seed: 16, numRuns: 60 },
  );
});

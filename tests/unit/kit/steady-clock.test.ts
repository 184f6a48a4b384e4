/** The server's clock: it follows the machine's clock, but not a jump of it. */
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../contract/time.ts';
import { createRealTime } from '../../../server/kit/process/real-time.ts';
import { createSteadyClock } from '../../../server/kit/process/steady-clock.ts';

const START_MS = 1_700_000_000_000;

function rig() {
  const machine = { wall: START_MS, awake: 0, sinceBoot: 0 };
  const told: string[] = [];
  const monotonicMs = () => machine.awake;
  const clock = createSteadyClock({
    wall: () => machine.wall,
    realTime: createRealTime({ monotonicMs, uptimeMs: () => machine.sinceBoot }),
    monotonicMs,
    log: {
      error: () => void told.push('wrong'),
      info: () => void told.push('right'),
    },
  });
  const pass = (ms: number) => {
    machine.wall += ms;
    machine.awake += ms;
    machine.sinceBoot += ms;
  };
  return { machine, clock, told, pass };
}

test('it is the clock of the machine', () => {
  const { machine, clock, told, pass } = rig();
  for (const ms of [0, 1, 999, 1_000, HOUR_MS]) {
    pass(ms);
    expect(clock.now()).toBe(machine.wall);
  }
  expect(told).toEqual([]);
});

test('small corrections of the machine are followed, however many', () => {
  const { machine, clock, told, pass } = rig();
  for (const step of Array.from({ length: 100 }, () => 9 * SECOND_MS)) {
    machine.wall += step;
    expect(clock.now()).toBe(machine.wall);
    pass(SECOND_MS);
    expect(clock.now()).toBe(machine.wall);
  }
  expect(told).toEqual([]);
});

test.each([30 * DAY_MS, -30 * DAY_MS, 10 * SECOND_MS])(
  'it goes on by real time while the machine is wrong by %d ms, and then follows again',
  (wrongMs) => {
    const { machine, clock, told, pass } = rig();
    pass(5 * SECOND_MS);
    machine.wall += wrongMs;
    expect(clock.now()).toBe(START_MS + 5 * SECOND_MS);
    for (let second = 0; second < 100; second += 1) {
      pass(SECOND_MS);
      clock.now();
    }
    expect(clock.now()).toBe(START_MS + 105 * SECOND_MS);
    machine.wall -= wrongMs;
    pass(SECOND_MS);
    expect(clock.now()).toBe(machine.wall);
    expect(told).toEqual(['wrong', 'right']);
  },
);

test('it follows over the sleep of the machine, also when its clock is wrong', () => {
  const { machine, clock, told } = rig();
  const sleep = (ms: number) => {
    machine.wall += ms;
    machine.sinceBoot += ms;
  };
  sleep(HOUR_MS);
  expect(clock.now()).toBe(START_MS + HOUR_MS);
  expect(told).toEqual([]);
  machine.wall += DAY_MS;
  clock.now();
  sleep(HOUR_MS);
  machine.awake += SECOND_MS;
  machine.sinceBoot += SECOND_MS;
  expect(clock.now()).toBe(START_MS + 2 * HOUR_MS + SECOND_MS);
});

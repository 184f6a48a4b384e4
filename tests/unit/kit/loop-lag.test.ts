/** When an event loop is behind: several late turns in a row, never a single long one. */
import { expect, test } from 'vitest';
import { JOBS } from '../../../server/kit/jobs/job-list.ts';
import { LoopLag } from '../../../server/kit/process/loop-lag.ts';

const { everyMs } = JOBS.event_loop;

function watched() {
  let nowMs = 0;
  const logged: string[] = [];
  const log = {
    error: ({ refused }: { refused: string }) => void logged.push(`no ${refused}`),
    warn: ({ refused }: { refused: string }) => void logged.push(`${refused} again`),
  };
  const lag = new LoopLag({ elapsedMs: () => nowMs, log: log as never });
  /** @returns the calls that are refused after these delays of the job. */
  const after = (...delaysMs: readonly number[]): string => {
    for (const delayMs of delaysMs) {
      nowMs += everyMs + delayMs;
      lag.look();
    }
    return lag.isOver(true) ? 'all' : lag.isOver(false) ? 'commands' : 'nothing';
  };
  return { after, logged };
}
const inTime = (ms: number) => Array.from({ length: ms / everyMs }, () => 0);

test('one long turn refuses nothing, nor do several with healthy pauses', () => {
  const { after } = watched();
  expect(after(60_000)).toBe('nothing');
  for (let turns = 0; turns < 10; turns += 1)
    expect(after(...inTime(1_000), 60_000)).toBe('nothing');
});

test('four late turns refuse commands, until none was late for three seconds', () => {
  const { after, logged } = watched();
  expect(after(1_000, 0, 1_000, 0, 1_000, 0)).toBe('nothing');
  expect(after(1_000)).toBe('commands');
  expect(after(...inTime(2_900), 1_000)).toBe('commands');
  expect(after(...inTime(2_900))).toBe('commands');
  expect(after(0)).toBe('nothing');
  expect(logged).toEqual(['no commands', 'commands again']);
});

test('a loop that is far behind refuses reads too, which come back first', () => {
  const { after, logged } = watched();
  expect(after(4_000, 4_000, 4_000, 4_000)).toBe('all');
  expect(after(2_000, 2_000)).toBe('commands');
  expect(after(...inTime(3_000))).toBe('nothing');
  expect(logged).toEqual(['no commands', 'no reads', 'reads again', 'commands again']);
});

test('a loop that is a little late refuses nothing', () => {
  const { after } = watched();
  expect(after(...Array.from({ length: 100 }, () => 999))).toBe('nothing');
});

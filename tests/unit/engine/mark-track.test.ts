/** A mark over time: jumps, disagreements and gaps are confirmed first, and the past gives a slow mean. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Agreement } from '../../../contract/figures/price-agreement.ts';
import { MARK_AGE_MS, MarkTrack, MEAN_SPAN_MS } from '../../../server/engine/marks/mark-track.ts';

const START = 1_800_000_000_000;
const TOO_FEW: Agreement = { isAgreed: false, reason: 'too_few', kept: [], freshCount: 0 };
const at = (ticks: number): Agreement => ({ isAgreed: true, ticks, kept: [] });

let track: MarkTrack;
let now: number;
beforeEach(() => {
  track = new MarkTrack();
  now = START;
});

/** Evaluates after `ms`, and returns the live mark or the status. */
function after(ms: number, agreement: Agreement | null): number | string {
  now += ms;
  track.take(agreement, now);
  return track.liveTicks(now) ?? track.statusAt(now);
}

/** Lets the mark stand at `ticks` for that time. */
function hold(ticks: number, ms: number): void {
  for (const until = now + ms; now < until;) after(250, at(ticks));
}

test('the first agreement is the mark, and a small move is followed at once', () => {
  expect(track.statusAt(now)).toBe('too_few');
  expect(after(0, TOO_FEW)).toBe('too_few');
  expect(after(50, at(100_000))).toBe(100_000);
  expect(after(50, at(102_000))).toBe(102_000);
  expect(after(50, at(99_960))).toBe(99_960);
});

describe('a jump of more than 2 %', () => {
  beforeEach(() => void after(0, at(100_000)));

  test('counts after three evaluations over half a second', () => {
    expect(after(250, at(102_001))).toBe('confirming');
    expect(after(250, at(102_001))).toBe('confirming');
    expect(after(249, at(102_001))).toBe('confirming');
    expect(after(1, at(102_001))).toBe(102_001);
  });

  test('needs three evaluations, however long they take', () => {
    expect(after(50, at(98_000 - 1))).toBe('confirming');
    expect(after(5_000, at(98_000 - 1))).toBe('confirming');
    expect(after(50, at(98_000 - 1))).toBe(97_999);
  });

  test('begins again when an evaluation is more than 0.5 % off', () => {
    expect(after(250, at(110_000))).toBe('confirming');
    expect(after(250, at(110_550))).toBe('confirming');
    expect(after(250, at(110_551))).toBe('confirming');
    expect(after(499, at(110_551))).toBe('confirming');
    expect(after(1, at(110_551))).toBe(110_551);
  });

  test('that returns is confirmed too', () => {
    expect(after(250, at(103_000))).toBe('confirming');
    expect(after(250, at(100_000))).toBe('confirming');
    after(250, at(100_000));
    expect(after(250, at(100_000))).toBe(100_000);
  });

  test('begins again after a disagreement', () => {
    after(250, at(103_000));
    expect(after(250, TOO_FEW)).toBe('too_few');
    after(250, at(103_000));
    expect(after(499, at(103_000))).toBe('confirming');
    expect(after(1, at(103_000))).toBe(103_000);
  });
});

test.each([
  ['sources that did not agree', () => after(250, TOO_FEW)],
  ['hours in which the pair is closed', () => after(250, null)],
  ['a pause without evaluations', () => void (now += MARK_AGE_MS)],
  ['a clock that was set back', () => void (now -= 2_000)],
])('the price after %s is confirmed first', (_, interrupt) => {
  after(0, at(100_000));
  interrupt();
  expect(after(1, at(100_000))).toBe('confirming');
  expect(after(250, at(100_000))).toBe('confirming');
  expect(after(250, at(100_000))).toBe(100_000);
});

test('a mark ends when it is not evaluated any more', () => {
  after(0, at(100_000));
  expect(track.liveTicks(now + MARK_AGE_MS)).toBe(100_000);
  expect(track.liveTicks(now + MARK_AGE_MS + 1)).toBeNull();
  expect(track.liveTicks(now - 1)).toBeNull();
});

describe('the breaker', () => {
  test('trips when a price moves by more than 10 % within a minute, for five minutes', () => {
    after(0, at(100_000));
    // Each step is no jump.
    let ticks = 100_000;
    while (ticks < 110_000) {
      ticks = Math.min(110_000, Math.floor(ticks * 1.019));
      after(1_000, at(ticks));
    }
    expect(track.isCloseOnly(now)).toBe(false);
    after(1_000, at(110_001));
    expect(track.isCloseOnly(now)).toBe(true);
    expect(track.isCloseOnly(now + 299_999)).toBe(true);
    expect(track.isCloseOnly(now + 300_000)).toBe(false);
  });

  test('trips when a price falls by more than 10 % within a minute', () => {
    after(0, at(100_000));
    // Each step is no jump.
    let ticks = 100_000;
    while (ticks > 90_000) {
      ticks = Math.max(90_000, Math.ceil(ticks * 0.981));
      after(1_000, at(ticks));
    }
    expect(track.isCloseOnly(now)).toBe(false);
    after(1_000, at(89_999));
    expect(track.isCloseOnly(now)).toBe(true);
  });

  test('stays open when the same move takes longer', () => {
    let ticks = 100_000;
    for (let step = 0; step < 20; step += 1) {
      after(6_500, at(ticks));
      ticks = Math.floor(ticks * 1.0075);
      expect(track.isCloseOnly(now)).toBe(false);
    }
    expect(ticks).toBeGreaterThan(110_000);
  });

  test('compares with the marks of the last minute, also after a clock that was set back', () => {
    hold(100_000, 10_000);
    for (const ticks of [102_000, 104_000, 106_000]) hold(ticks, 20_000);
    hold(107_000, 5_000);
    // The last minute has no mark of 100,000 any more.
    hold(111_500, 1_000);
    expect(track.isCloseOnly(now)).toBe(false);
    now -= 30_000;
    hold(111_500, 1_000);
    expect(track.isCloseOnly(now)).toBe(true);
  });
});

describe('the slow mean', () => {
  test('is that of five minutes of marks, by time', () => {
    hold(100_000, MEAN_SPAN_MS / 2);
    hold(101_000, MEAN_SPAN_MS / 2);
    expect(track.meanTicks(now)).toBeGreaterThan(100_490);
    expect(track.meanTicks(now)).toBeLessThan(100_510);
    hold(101_000, MEAN_SPAN_MS);
    expect(track.meanTicks(now)).toBe(101_000);
  });

  test('moves by a sixtieth of a move that lasts five seconds', () => {
    hold(100_000, MEAN_SPAN_MS);
    hold(102_000, 5_000);
    expect(track.meanTicks(now)).toBeLessThanOrEqual(100_040);
  });

  test('moves as little shortly after a start', () => {
    hold(100_000, 2_000);
    hold(102_000, 5_000);
    expect(track.meanTicks(now)).toBeLessThanOrEqual(100_040);
  });

  test('has nothing of marks that were not confirmed, and ends with the last ones', () => {
    expect(track.meanTicks(now)).toBeNull();
    after(0, at(100_000));
    after(250, at(200_000));
    after(1_250, at(150_000));
    expect(track.meanTicks(now)).toBe(100_000);
    expect(track.meanTicks(START + MEAN_SPAN_MS)).toBe(100_000);
    expect(track.meanTicks(START + MEAN_SPAN_MS + 1)).toBeNull();
  });

  test('forgets what lies after a clock that was set back', () => {
    hold(100_000, 10_000);
    hold(101_000, 10_000);
    expect(track.meanTicks(now - 10_500)).toBe(100_000);
  });
});

test('after a restart the next agreement is the mark, whatever was before', () => {
  after(0, at(100_000));
  track.restart();
  expect(track.liveTicks(now)).toBeNull();
  expect(track.meanTicks(now)).toBeNull();
  expect(after(50, at(200_000))).toBe(200_000);
  expect(track.isCloseOnly(now)).toBe(false);
});

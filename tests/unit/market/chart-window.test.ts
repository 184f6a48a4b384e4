/** The visible part of a chart: zoom, drag, new bars. */
import { describe, expect, test } from 'vitest';
import type { Bar } from '../../../src/ui/chart/bar.ts';
import { drawingOf } from '../../../src/ui/chart/chart-drawing.ts';
import { summaryOf } from '../../../src/ui/chart/chart-summary.ts';
import {
  isAtNewest,
  newestView,
  panned,
  rebasedView,
  RIGHT_MARGIN_SLOTS,
  SLOTS_MAX,
  SLOTS_MIN,
  slotsFor,
  visibleBars,
  zoomed,
} from '../../../src/ui/chart/chart-view.ts';
import { averageAt, averages } from '../../../src/ui/chart/moving-average.ts';
import { labelledBars } from '../../../src/ui/chart/time-labels.ts';

const barsOf = (closes: readonly number[]): Bar[] =>
  closes.map((close, index) => ({
    time: index * 60_000,
    open: close - 1,
    high: close + 2,
    low: close - 3,
    close,
    volume: index,
    turnover: 0,
    turnoverText: '0',
  }));

const rising = (length: number) => barsOf(Array.from({ length }, (_, index) => 100 + index));

describe('the bars on screen', () => {
  test('are the newest ones at first, with room to the right', () => {
    expect(newestView(60, 1_000)).toEqual({ first: 1_000 + RIGHT_MARGIN_SLOTS - 60, count: 60 });
    expect(visibleBars(newestView(60, 1_000), 1_000)).toEqual({ first: 942, last: 1_000 });
  });

  test('start at the left when there are fewer bars than slots', () => {
    expect(newestView(60, 10)).toEqual({ first: 0, count: 60 });
    expect(visibleBars(newestView(60, 10), 10)).toEqual({ first: 0, last: 10 });
  });

  test('a wider plot shows more of them, within bounds', () => {
    expect(slotsFor(100)).toBe(30);
    expect(slotsFor(700)).toBe(100);
    expect(slotsFor(5_000)).toBe(160);
  });

  test('dragging stops at the first and at the newest bar', () => {
    const newest = newestView(60, 1_000);
    expect(panned(newest, -100, 1_000).first).toBe(newest.first - 100);
    expect(panned(newest, -5_000, 1_000).first).toBe(0);
    expect(panned(newest, 50, 1_000)).toEqual(newest);
  });

  test('follow new bars only at the newest end', () => {
    expect(isAtNewest(newestView(60, 1_000), 1_000)).toBe(true);
    expect(isAtNewest(panned(newestView(60, 1_000), -1, 1_000), 1_000)).toBe(false);
  });

  test('stay where they are when the series is loaded again', () => {
    const before = rising(500);
    const view = { first: 100, count: 60 };
    const after = rising(520).slice(20);
    expect(rebasedView(view, before, after)).toEqual({ first: 80, count: 60 });
  });

  test('follow to the newest end if they were there, or if the period changed', () => {
    const before = rising(500);
    const newest = newestView(60, 500);
    expect(rebasedView(newest, before, rising(520))).toEqual(newestView(60, 520));
    const otherPeriod = before.map((bar) => ({ ...bar, time: bar.time * 5 }));
    expect(rebasedView({ first: 100, count: 60 }, before, otherPeriod)).toEqual(newest);
  });

  test('zooming keeps the bar under the fingers', () => {
    const view = { first: 500, count: 100 };
    expect(zoomed(view, 0.5, 0.5, 1_000)).toEqual({ first: 525, count: 50 });
    expect(zoomed(view, 2, 0, 1_000)).toEqual({ first: 500, count: 200 });
  });

  test('zooming has bounds', () => {
    expect(zoomed({ first: 0, count: 100 }, 0.001, 0.5, 1_000).count).toBe(SLOTS_MIN);
    expect(zoomed({ first: 0, count: 100 }, 1_000, 0.5, 1_000).count).toBe(SLOTS_MAX);
  });
});

describe('moving averages', () => {
  test('are the mean of the last closes', () => {
    expect(averageAt(barsOf([1, 2, 3, 4, 5]), 5, 4)).toBe(3);
    expect(averageAt(barsOf([1, 2, 3, 4, 5, 9]), 3, 5)).toBe(6);
  });

  test('do not exist before there are enough bars', () => {
    expect(averages(barsOf([1, 2, 3, 4]), 3, 0, 4)).toEqual([null, null, 2, 3]);
  });

  test('a window in the middle looks back beyond its left edge', () => {
    const bars = rising(100);
    const whole = averages(bars, 10, 0, 100);
    const middle = averages(bars, 10, 50, 60);
    middle.forEach((value, at) => expect(value).toBeCloseTo(whole[50 + at] ?? Number.NaN, 9));
  });
});

describe('a drawing', () => {
  const input = {
    bars: rising(1_000),
    view: newestView(60, 1_000),
    width: 390,
    height: 400,
    shownAverages: [5, 30] as const,
    labelLength: 9,
  };

  test('holds no more than the bars on screen', () => {
    const drawing = drawingOf(input);
    expect(drawing.bars).toHaveLength(58);
    expect(drawing.first).toBe(942);
    expect(drawing.endsWithLive).toBe(true);
  });

  test('does not end with the forming bar when scrolled back', () => {
    expect(drawingOf({ ...input, view: { first: 100, count: 60 } }).endsWithLive).toBe(false);
  });

  test('leaves out the averages that are switched off', () => {
    const drawing = drawingOf(input);
    expect(drawing.lines.map(({ shown }) => shown)).toEqual([true, false, true]);
    expect(drawing.lines.map(({ values }) => values.length)).toEqual([58, 0, 58]);
  });

  test('fits its price axis to the bars on screen', () => {
    const { price } = drawingOf(input).scale;
    expect(price.min).toBeGreaterThan(900);
    expect(price.max).toBeGreaterThan(1_101);
  });
});

describe('time labels', () => {
  test('keep their bars while the chart is dragged', () => {
    const before = labelledBars({ first: 400, count: 60 }, 320, 1_000);
    const after = labelledBars({ first: 401, count: 60 }, 320, 1_000);
    expect(before.length).toBeGreaterThan(1);
    const shared = after.filter((index) => before.includes(index));
    expect(shared.length).toBeGreaterThanOrEqual(before.length - 1);
  });

  test('name only bars that exist', () => {
    for (const index of labelledBars({ first: 0, count: 60 }, 320, 10)) {
      expect(index).toBeLessThan(10);
    }
  });
});

describe('the summary', () => {
  test('runs from the first open to the last close', () => {
    expect(summaryOf(barsOf([101, 150, 120]))).toEqual({
      from: 0,
      to: 120_000,
      open: 100,
      high: 152,
      low: 98,
      close: 120,
      changePercent: '20.00',
    });
  });

  test('there is none without bars', () => {
    expect(summaryOf([])).toBeNull();
  });
});

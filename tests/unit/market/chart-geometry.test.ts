/** The series of a chart: a late history merged with live bars, axes, positions in pixels. */
import { describe, expect, test } from 'vitest';
import {
  gridLines,
  gridStep,
  isOutside,
  priceExtent,
  turnoverExtent,
} from '../../../src/ui/chart/axis-extent.ts';
import { applyLiveBar, barOf, LiveTail, type Bar } from '../../../src/ui/chart/bar.ts';
import { layoutOf, priceColumnWidth } from '../../../src/ui/chart/chart-layout.ts';
import {
  barAtX,
  bodyWidth,
  priceAtY,
  xOfBar,
  yOfPrice,
  type ChartScale,
} from '../../../src/ui/chart/chart-scale.ts';
import { halfPixel, liveBarShape } from '../../../src/ui/chart/live-bar.ts';

const bar = (time: number, open: number, high: number, low: number, close: number): Bar => ({
  time,
  open,
  high,
  low,
  close,
  volume: 10,
  turnover: 1_000,
  turnoverText: '1000',
});

const scale: ChartScale = {
  layout: layoutOf(400, 300, 9),
  view: { first: 100, count: 50 },
  price: { min: 90, max: 110 },
  turnover: { min: 0, max: 2_000 },
};

describe('a history that loaded while live bars arrived', () => {
  const early = { ...bar(2, 2, 2, 2, 2), volume: 4 };

  test('replaces neither the end of a live bar nor the bar after it', () => {
    const tail = new LiveTail();
    tail.push(bar(2, 2, 5, 2, 5));
    tail.push(bar(3, 5, 6, 5, 6));
    const shown = tail.addTo([bar(1, 1, 2, 1, 2), early]);
    expect(shown).toEqual([bar(1, 1, 2, 1, 2), bar(2, 2, 5, 2, 5), bar(3, 5, 6, 5, 6)]);
  });

  test('keeps the more precise bar over an earlier one', () => {
    const tail = new LiveTail();
    tail.push(early);
    expect(tail.addTo([bar(1, 1, 2, 1, 2), bar(2, 2, 5, 2, 5)])).toEqual([
      bar(1, 1, 2, 1, 2),
      bar(2, 2, 5, 2, 5),
    ]);
    expect(tail.addTo([bar(1, 1, 2, 1, 2)])).toEqual([bar(1, 1, 2, 1, 2), early]);
  });

  test('is discarded once another series has begun', () => {
    const tail = new LiveTail();
    tail.push(bar(9, 2, 5, 2, 5));
    tail.clear();
    expect(tail.addTo([early])).toEqual([early]);
  });
});

describe('the forming bar', () => {
  test('moves the last bar of the same time', () => {
    const bars = [bar(1, 1, 2, 1, 2), bar(2, 2, 3, 2, 3)];
    expect(applyLiveBar(bars, bar(2, 2, 5, 2, 5))).toBe('moved');
    expect(bars.map(({ close }) => close)).toEqual([2, 5]);
  });

  test('begins a new bar when its time is later', () => {
    const bars = [bar(1, 1, 2, 1, 2)];
    expect(applyLiveBar(bars, bar(2, 2, 3, 2, 3))).toBe('appended');
    expect(bars).toHaveLength(2);
  });

  test('is ignored when it is older than the last bar', () => {
    const bars = [bar(5, 1, 2, 1, 2)];
    expect(applyLiveBar(bars, bar(4, 9, 9, 9, 9))).toBe('ignored');
    expect(bars).toEqual([bar(5, 1, 2, 1, 2)]);
  });

  test('has the numbers of its candle', () => {
    const prices = { open: '1.5', high: '2', low: '1', close: '1.75' };
    expect(barOf({ time: 7, ...prices, volume: '0.001', turnover: '0.0017' })).toEqual({
      time: 7,
      open: 1.5,
      high: 2,
      low: 1,
      close: 1.75,
      volume: 0.001,
      turnover: 0.0017,
      turnoverText: '0.0017',
    });
  });
});

describe('the axes', () => {
  test('hold all bars and lines with room above and below', () => {
    const extent = priceExtent([bar(1, 100, 110, 95, 105)], [[90, null]]);
    expect(extent.min).toBeLessThan(90);
    expect(extent.max).toBeGreaterThan(110);
    expect(extent.max - extent.min).toBeCloseTo(20 * 1.16);
  });

  test('a single price stands in the middle', () => {
    const extent = priceExtent([bar(1, 50, 50, 50, 50)], []);
    expect((extent.min + extent.max) / 2).toBeCloseTo(50);
    expect(extent.max).toBeGreaterThan(extent.min);
  });

  test('without bars they still have a length', () => {
    expect(priceExtent([], [])).toEqual({ min: 0, max: 1 });
    expect(turnoverExtent([])).toEqual({ min: 0, max: 1 });
  });

  test('leave room for a turnover that grows', () => {
    expect(turnoverExtent([bar(1, 1, 1, 1, 1)]).max).toBeGreaterThan(1_000);
  });

  test('must be recalculated once a bar leaves them', () => {
    const price = { min: 90, max: 110 };
    const turnover = { min: 0, max: 1_000 };
    expect(isOutside(bar(1, 100, 110, 90, 100), price, turnover)).toBe(false);
    expect(isOutside(bar(1, 100, 110.1, 90, 100), price, turnover)).toBe(true);
    expect(isOutside(bar(1, 100, 110, 89.9, 100), price, turnover)).toBe(true);
    expect(isOutside({ ...bar(1, 100, 110, 90, 100), turnover: 1_001 }, price, turnover)).toBe(
      true,
    );
  });

  test.each([
    [0, 10, 5, 2],
    [0, 1, 4, 0.5],
    [60_000, 60_700, 5, 200],
    [0, 0.000_05, 5, 0.000_01],
  ])('between %d and %d about %d lines lie %d apart', (min, max, lines, step) => {
    expect(gridStep({ min, max }, lines)).toBeCloseTo(step, 12);
  });
});

describe('grid lines', () => {
  test('are round prices inside the axis', () => {
    expect(gridLines({ min: 63_011, max: 63_209 }, 4)).toEqual([63_050, 63_100, 63_150, 63_200]);
  });

  test('keep away from the ends', () => {
    expect(gridLines({ min: 0, max: 10 }, 5)).toEqual([2, 4, 6, 8]);
  });
});

describe('the panes', () => {
  test('share the height and leave room for labels', () => {
    const { price, turnover, width, height } = layoutOf(400, 300, 9);
    expect(price.width).toBe(400 - priceColumnWidth(9));
    expect(price.width).toBe(turnover.width);
    expect(turnover.top).toBeGreaterThan(price.top + price.height);
    expect(turnover.top + turnover.height).toBeLessThan(height);
    expect(width).toBe(400);
  });

  test('a longer price takes a wider column', () => {
    expect(priceColumnWidth(12)).toBeGreaterThan(priceColumnWidth(6));
  });
});

describe('positions', () => {
  test('the highest price of the axis is at the top of its pane, the lowest at the bottom', () => {
    const { top, height } = scale.layout.price;
    expect(yOfPrice(scale, 110)).toBe(top);
    expect(yOfPrice(scale, 90)).toBe(top + height);
  });

  test('a price beyond the axis stays at the edge of the pane', () => {
    expect(yOfPrice(scale, 500)).toBe(yOfPrice(scale, 110));
    expect(yOfPrice(scale, 0)).toBe(yOfPrice(scale, 90));
  });

  test('pixels lead back to the bar and the price they came from', () => {
    for (const index of [100, 117, 149]) expect(barAtX(scale, xOfBar(scale, index))).toBe(index);
    expect(priceAtY(scale, yOfPrice(scale, 97.5))).toBeCloseTo(97.5);
  });
});

describe('the shape of the forming bar', () => {
  test('spans open to close with wicks to high and low', () => {
    const shape = liveBarShape(scale, bar(1, 100, 108, 92, 104), 120);
    expect(shape?.rising).toBe(true);
    expect(shape?.body.y).toBeCloseTo(yOfPrice(scale, 104), 0);
    expect((shape?.body.y ?? 0) + (shape?.body.height ?? 0)).toBeCloseTo(yOfPrice(scale, 100), 0);
    expect(shape?.highY).toBe(yOfPrice(scale, 108));
    expect(shape?.lowY).toBe(yOfPrice(scale, 92));
    expect(shape?.turnover.width).toBe(bodyWidth(scale));
  });

  test('a falling bar has its open above its close', () => {
    const shape = liveBarShape(scale, bar(1, 104, 108, 92, 100), 120);
    expect(shape?.rising).toBe(false);
    expect(shape?.body.y).toBeCloseTo(yOfPrice(scale, 104), 0);
  });

  test('there is none when its slot is not on screen', () => {
    expect(liveBarShape(scale, bar(1, 1, 1, 1, 1), 99)).toBeNull();
    expect(liveBarShape(scale, bar(1, 1, 1, 1, 1), 150)).toBeNull();
    expect(liveBarShape(scale, bar(1, 1, 1, 1, 1), 149)).not.toBeNull();
  });

  test('its outline lies on half pixels', () => {
    expect(halfPixel(10, true)).toBe(10.5);
    expect(halfPixel(10, false)).toBe(9.5);
    expect(halfPixel(10.4, true)).toBe(10.5);
  });
});

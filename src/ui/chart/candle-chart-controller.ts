/**
 * Controls the echarts instance of a series of candles. A new price moves the live shapes. The
 * whole chart is redrawn only when a bar closes or the price leaves the axes (at most once a
 * second), and on the next frame when the user pans, zooms, resizes or switches an option.
 */
import { isOutside } from './axis-extent.ts';
import { applyLiveBar, LiveTail, type Bar } from './bar.ts';
import { ChartGestures } from './chart-gestures.ts';
import { drawingOf, type ChartDrawing } from './chart-drawing.ts';
import { optionOf, type ChartWords } from './chart-option.ts';
import { barAtX, priceAtY, xOfBar, type ChartScale } from './chart-scale.ts';
import { readChartTheme, watchTheme, type ChartTheme } from './chart-theme.ts';
import {
  isAtNewest,
  newestView,
  panned,
  rebasedView,
  slotsFor,
  zoomed,
  type ChartView,
} from './chart-view.ts';
import { CrosshairLayer } from './crosshair-layer.ts';
import type { EChart } from './echarts-parts.ts';
import { LevelLayer } from './level-layer.ts';
import type { ChartLevel } from './levels.ts';
import { LiveLayer } from './live-layer.ts';
import { AVERAGE_LENGTHS, averageAt, type AverageLength } from './moving-average.ts';

export interface ControllerWords extends ChartWords {
  /** Returns the time of a bar in full, for the crosshair. */
  fullTime(time: number): string;
}

/** The values above the chart. */
export interface Reading {
  readonly bar: Bar;
  /** One value per length of `AVERAGE_LENGTHS`; null if there are too few bars or it is off. */
  readonly averages: readonly (number | null)[];
  /** Whether the user chose this bar; otherwise it is the newest one. */
  readonly isChosen: boolean;
}

interface ControllerEvents {
  /** The newest or the chosen bar changed. */
  onReading(reading: Reading | null): void;
  /** The visible bars, or their values, changed. */
  onBars(bars: readonly Bar[]): void;
  /** The whole chart was drawn. */
  onScale(scale: ChartScale): void;
}

const FULL_DRAW_INTERVAL_MS = 1_000;
const READING_INTERVAL_MS = 200;

export class CandleChartController {
  readonly #chart: EChart;
  readonly #element: HTMLElement;
  readonly #events: ControllerEvents;
  readonly #live: LiveLayer;
  readonly #levelLayer: LevelLayer;
  readonly #crosshair: CrosshairLayer;
  readonly #gestures: ChartGestures;
  readonly #stopWatching: (() => void)[] = [];
  #bars: Bar[] = [];
  readonly #tail = new LiveTail();
  #view: ChartView = newestView(0, 0);
  #words: ControllerWords;
  #shownAverages: readonly AverageLength[] = AVERAGE_LENGTHS;
  #levels: readonly ChartLevel[] = [];
  #theme: ChartTheme;
  #drawn: ChartDrawing | null = null;
  #chosen: { index: number; y: number | null } | null = null;
  #panRestPx = 0;
  #frame = 0;
  #fullDrawTimer: ReturnType<typeof setTimeout> | undefined;
  #fullDrawnAt = Number.NEGATIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(
    chart: EChart,
    element: HTMLElement,
    words: ControllerWords,
    events: ControllerEvents,
  ) {
    this.#chart = chart;
    this.#element = element;
    this.#words = words;
    this.#events = events;
    this.#theme = readChartTheme(element);
    this.#live = new LiveLayer(chart);
    this.#levelLayer = new LevelLayer(chart);
    this.#crosshair = new CrosshairLayer(chart);
    this.#gestures = new ChartGestures(element, {
      pan: (dx) => this.#pan(dx),
      zoom: (factor, x) => this.#zoom(factor, x),
      crosshair: (point) =>
        this.#choose(
          point && this.#drawing
            ? { index: barAtX(this.#drawing.scale, point.x), y: point.y }
            : null,
        ),
      step: (bars) => this.#step(bars),
      reset: () => this.#reset(),
    });
    this.#stopWatching.push(
      watchTheme(() => {
        this.#theme = readChartTheme(element);
        this.#drawSoon();
      }),
      watchSize(element, () => this.#drawSoon()),
    );
  }

  /**
   * Shows these bars, oldest first, followed by the live ones. A reload of the same series keeps
   * zoom and position.
   */
  setBars(loaded: readonly Bar[]): void {
    const bars = this.#tail.addTo(loaded);
    this.#view =
      this.#bars.length === 0
        ? newestView(slotsFor(this.#element.clientWidth), bars.length)
        : rebasedView(this.#view, this.#bars, bars);
    this.#bars = bars;
    this.#chosen = null;
    this.#drawSoon();
  }

  setWords(words: ControllerWords): void {
    this.#words = words;
    this.#drawSoon();
  }

  setAverages(shown: readonly AverageLength[]): void {
    this.#shownAverages = shown;
    this.#drawSoon();
  }

  /** Draws these price levels. A moved level moves its line only; a new one may stretch the axis. */
  setLevels(levels: readonly ChartLevel[]): void {
    const isSameSet = levels.length === this.#levels.length;
    if (isSameSet && levels.length === 0) return;
    this.#levels = levels;
    if (isSameSet) this.#drawLevels();
    else this.#drawSoon();
  }

  /** Takes the forming bar. Cheap enough for every frame. */
  pushLive(bar: Bar): void {
    this.#tail.push(bar);
    const wasAtNewest = isAtNewest(this.#view, this.#bars.length);
    const update = applyLiveBar(this.#bars, bar);
    if (update === 'ignored' || !this.#drawing) return;
    if (update === 'appended') {
      if (wasAtNewest) this.#view = newestView(this.#view.count, this.#bars.length);
      this.#drawWithinASecond();
      return;
    }
    const { scale } = this.#drawing;
    if (this.#drawing.endsWithLive && isOutside(bar, scale.price, scale.turnover)) {
      this.#drawWithinASecond();
    }
    this.#drawLive();
  }

  /** Drops the live bars, because the next bars belong to another series. */
  endLive(): void {
    this.#tail.clear();
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#fullDrawTimer);
    this.#gestures.end();
    for (const stop of this.#stopWatching) stop();
    this.#events.onReading(null);
    // The summary would name the next period with the bars of this one until they are drawn.
    this.#events.onBars([]);
  }

  /** React disposes the chart of a hidden page, and makes a new chart when the page is shown again. */
  get #drawing(): ChartDrawing | null {
    return this.#chart.isDisposed() ? null : this.#drawn;
  }

  #drawSoon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#drawAll();
    });
  }

  #drawWithinASecond(): void {
    if (this.#fullDrawTimer !== undefined) return;
    const elapsedMs = performance.now() - this.#fullDrawnAt;
    this.#fullDrawTimer = setTimeout(
      () => this.#drawAll(),
      Math.max(FULL_DRAW_INTERVAL_MS - elapsedMs, 0),
    );
  }

  #drawAll(): void {
    clearTimeout(this.#fullDrawTimer);
    this.#fullDrawTimer = undefined;
    const width = this.#element.clientWidth;
    const height = this.#element.clientHeight;
    if (width === 0 || height === 0 || this.#chart.isDisposed()) return;
    if (this.#chart.getWidth() !== width || this.#chart.getHeight() !== height) {
      this.#chart.resize({ width, height });
    }
    const drawing = drawingOf({
      bars: this.#bars,
      view: this.#view,
      width,
      height,
      shownAverages: this.#shownAverages,
      labelLength: this.#words.price(this.#bars.at(-1)?.high ?? 0).length,
      levels: this.#levels.map(({ price }) => Number(price)),
    });
    this.#drawn = drawing;
    this.#chart.setOption(optionOf(drawing, this.#theme, this.#words));
    this.#fullDrawnAt = performance.now();
    this.#drawLive();
    this.#drawLevels();
    this.#drawCrosshair();
    this.#events.onBars(drawing.bars);
    this.#events.onScale(drawing.scale);
  }

  #drawLevels(): void {
    if (!this.#drawing) return;
    this.#levelLayer.draw(this.#drawing.scale, this.#theme, this.#levels, (price) =>
      this.#words.price(price),
    );
  }

  #drawLive(): void {
    const bar = this.#bars.at(-1);
    if (!bar || !this.#drawing) {
      this.#live.hide();
      this.#events.onReading(null);
      return;
    }
    const index = this.#bars.length - 1;
    this.#live.draw(this.#drawing, this.#theme, {
      bar,
      index,
      averages: this.#averagesAt(index),
      priceText: this.#words.price(bar.close),
    });
    const now = performance.now();
    if (this.#chosen === null && now - this.#readAt >= READING_INTERVAL_MS) {
      this.#readAt = now;
      this.#report();
    }
  }

  #averagesAt(index: number): (number | null)[] {
    return AVERAGE_LENGTHS.map((length) =>
      this.#shownAverages.includes(length) ? averageAt(this.#bars, length, index) : null,
    );
  }

  #report(): void {
    const index = this.#chosen?.index ?? this.#bars.length - 1;
    const bar = this.#bars[index];
    this.#events.onReading(
      bar ? { bar, averages: this.#averagesAt(index), isChosen: this.#chosen !== null } : null,
    );
  }

  #pan(dx: number): void {
    const slot = (this.#drawing?.scale.layout.price.width ?? 1) / this.#view.count;
    this.#panRestPx += dx;
    const bars = Math.trunc(this.#panRestPx / slot);
    if (bars === 0) return;
    this.#panRestPx -= bars * slot;
    this.#setView(panned(this.#view, -bars, this.#bars.length));
  }

  #zoom(factor: number, x: number): void {
    const width = this.#drawing?.scale.layout.price.width ?? 1;
    const anchor = Math.min(Math.max(x / width, 0), 1);
    this.#setView(zoomed(this.#view, factor, anchor, this.#bars.length));
  }

  #reset(): void {
    this.#chosen = null;
    this.#setView(newestView(slotsFor(this.#element.clientWidth), this.#bars.length));
  }

  #setView(view: ChartView): void {
    this.#view = view;
    this.#drawSoon();
  }

  #step(bars: number): void {
    const index = (this.#chosen?.index ?? this.#bars.length) + bars;
    const inside = Math.min(Math.max(index, 0), this.#bars.length - 1);
    const { first, count } = this.#view;
    if (inside < first) this.#setView({ first: inside, count });
    if (inside >= first + count) this.#setView({ first: inside - count + 1, count });
    this.#choose({ index: inside, y: null });
  }

  #choose(chosen: { index: number; y: number | null } | null): void {
    if (chosen === null && this.#chosen === null) return;
    this.#chosen = chosen && {
      ...chosen,
      index: Math.min(Math.max(chosen.index, 0), this.#bars.length - 1),
    };
    this.#drawCrosshair();
    this.#report();
  }

  #drawCrosshair(): void {
    const bar = this.#chosen ? this.#bars[this.#chosen.index] : undefined;
    if (!this.#chosen || !bar || !this.#drawing) {
      this.#crosshair.hide();
      return;
    }
    const { scale } = this.#drawing;
    const { top, height } = scale.layout.price;
    const { y } = this.#chosen;
    const isOnPrices = y !== null && y >= top && y <= top + height;
    this.#crosshair.draw(scale.layout, this.#theme, {
      x: xOfBar(scale, this.#chosen.index),
      y: isOnPrices ? y : null,
      timeText: this.#words.fullTime(bar.time),
      priceText: isOnPrices ? this.#words.price(priceAtY(scale, y)) : '',
    });
  }
}

function watchSize(element: Element, onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange);
  observer.observe(element);
  return () => observer.disconnect();
}

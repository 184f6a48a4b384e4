/** The canvas of the candle chart, loaded on demand by candle-chart.tsx because it contains echarts. */
import EChartsReactCore from 'echarts-for-react/esm/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Candle } from '../../../contract/market/market.ts';
import { barOf, type Bar } from './bar.ts';
import {
  CandleChartController,
  type ControllerWords,
  type Reading,
} from './candle-chart-controller.ts';
import { echarts, type EChart } from './echarts-parts.ts';
import { LevelHandles } from './level-handles.tsx';
import { createScaleStore, type ChartLevel, type ChartLevels, type ScaleStore } from './levels.ts';
import type { AverageLength } from './moving-average.ts';

/** The forming candle, each time it changes. */
export interface LiveCandles {
  subscribe(next: (candle: Candle) => void): { unsubscribe(): void };
}

interface CandlePlotProps {
  /** Oldest first; a new array is a new series and moves the view to its end. */
  readonly candles: readonly Candle[];
  readonly live: LiveCandles;
  readonly words: ControllerWords;
  readonly shownAverages: readonly AverageLength[];
  /** Horizontal levels; none by default. */
  readonly levels?: ChartLevels | undefined;
  /** Decimals of a price. */
  readonly priceScale: number;
  readonly onReading: (reading: Reading | null) => void;
  readonly onBars: (bars: readonly Bar[]) => void;
  readonly label: string;
  readonly describedBy: string;
}

/** The option property stays empty, because the controller talks to the instance. */
const NO_OPTION = {};
const FILL = { width: '100%', height: '100%' };
const NO_LEVELS: readonly ChartLevel[] = [];

export function CandlePlot(props: CandlePlotProps) {
  const elementRef = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChart | null>(null);
  const [scales] = useState(createScaleStore);
  useCandleChart(chart, elementRef, scales, props);
  const { levels, priceScale, words } = props;
  return (
    <div className="absolute inset-0">
      <div
        ref={elementRef}
        role="application"
        aria-label={props.label}
        aria-describedby={props.describedBy}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the crosshair
        tabIndex={0}
        className="absolute inset-0 touch-pan-y select-none -outline-offset-2"
      >
        <EChartsReactCore
          echarts={echarts}
          option={NO_OPTION}
          autoResize={false}
          style={FILL}
          onChartReady={setChart}
        />
      </div>
      {levels && (
        <LevelHandles
          levels={levels}
          scales={scales}
          priceScale={priceScale}
          priceText={words.price}
        />
      )}
    </div>
  );
}

/** Creates the controller of the mounted chart and passes changes on. */
function useCandleChart(
  chart: EChart | null,
  elementRef: React.RefObject<HTMLDivElement | null>,
  scales: ScaleStore,
  props: CandlePlotProps,
): void {
  const { candles, live, words, shownAverages } = props;
  const lines = props.levels?.lines ?? NO_LEVELS;
  const [controller, setController] = useState<CandleChartController | null>(null);
  const onReading = useEffectEvent((reading: Reading | null) => props.onReading(reading));
  const onBars = useEffectEvent((bars: readonly Bar[]) => props.onBars(bars));
  const initialWords = useEffectEvent(() => props.words);

  useEffect(() => {
    const element = elementRef.current;
    // React may mount the canvas again in between, as its strict mode does. The new one reports itself.
    if (!chart || chart.isDisposed() || !element) return undefined;
    const created = new CandleChartController(chart, element, initialWords(), {
      onReading: (reading) => onReading(reading),
      onBars: (bars) => onBars(bars),
      onScale: scales.set,
    });
    setController(created);
    return () => created.dispose();
  }, [chart, elementRef, scales]);
  useEffect(() => controller?.setWords(words), [controller, words]);
  useEffect(() => controller?.setAverages(shownAverages), [controller, shownAverages]);
  useEffect(() => controller?.setLevels(lines), [controller, lines]);
  useEffect(() => controller?.setBars(candles.map(barOf)), [controller, candles]);
  useEffect(() => {
    if (!controller) return undefined;
    const subscription = live.subscribe((candle) => controller.pushLive(barOf(candle)));
    return () => {
      subscription.unsubscribe();
      controller.endLive();
    };
  }, [controller, live]);
}

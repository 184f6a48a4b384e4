/** lightweight-charts with the same content: candles, volume below, the same moving averages. */
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Candle } from '../../../contract/market/market.ts';
import { bars, offerUpdates, withAverages } from './drive.ts';

const LENGTHS = [5, 10, 30] as const;
const COLORS = ['#eec066', '#7ad1f7', '#aeb7c1'] as const;
const HEIGHT_PX = 405;

const timeOf = (candle: Candle) => (candle.time / 1_000) as UTCTimestamp;
const bar = (candle: Candle) => ({
  time: timeOf(candle),
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
});
const volume = (candle: Candle) => ({
  time: timeOf(candle),
  value: Number(candle.volume),
  color: Number(candle.close) >= Number(candle.open) ? '#4ed79973' : '#fc7d8073',
});

const root = document.querySelector<HTMLElement>('#root') ?? document.body;
const chart = createChart(root, { width: root.clientWidth, height: HEIGHT_PX });
const candles = chart.addSeries(CandlestickSeries);
const volumes = chart.addSeries(HistogramSeries, {}, 1);
chart.panes()[1]?.setHeight(HEIGHT_PX * 0.2);
const lines = withAverages
  ? LENGTHS.map((length, order) => ({
      length,
      series: chart.addSeries(LineSeries, {
        color: COLORS[order] ?? '#fff',
        lineWidth: 1,
        priceLineVisible: false,
        lastValueVisible: false,
      }),
    }))
  : [];

const all = [...bars.history];
const averageAt = (index: number, length: number) => {
  let sum = 0;
  for (const candle of all.slice(index - length + 1, index + 1)) sum += Number(candle.close);
  return sum / length;
};

candles.setData(all.map(bar));
volumes.setData(all.map(volume));
for (const { length, series } of lines) {
  series.setData(
    all
      .map((candle, index) => ({ time: timeOf(candle), value: averageAt(index, length) }))
      .slice(length - 1),
  );
}

offerUpdates((candle) => {
  if (all.at(-1)?.time === candle.time) all[all.length - 1] = candle;
  else all.push(candle);
  candles.update(bar(candle));
  volumes.update(volume(candle));
  for (const { length, series } of lines) {
    series.update({ time: timeOf(candle), value: averageAt(all.length - 1, length) });
  }
});

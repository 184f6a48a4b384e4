/** The parts of echarts that the candle chart needs; the rest stays out of the script. */
import { BarChart, CandlestickChart, LineChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

echarts.use([CandlestickChart, BarChart, LineChart, GridSimpleComponent, CanvasRenderer]);

export { echarts };
export type EChart = echarts.EChartsType;

type Shape = Parameters<ReturnType<EChart['getZr']>['add']>[0];

/** Adds own shapes to the canvas. (The two packages' types differ in optional fields only.) */
export function addShapes(chart: EChart, shapes: readonly object[]): void {
  for (const shape of shapes) chart.getZr().add(shape as Shape);
}

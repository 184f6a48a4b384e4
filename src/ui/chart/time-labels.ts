/** Chooses the slots of the time axis that have a label. */
import type { ChartView } from './chart-view.ts';

const LABEL_DISTANCE_PX = 68;

/**
 * Returns the indices of bars with a label, evenly spaced and fixed to the bars (multiples of the
 * distance), so that labels move with their bars while the chart is dragged.
 */
export function labelledBars(view: ChartView, plotWidthPx: number, total: number): number[] {
  const labels = Math.max(1, Math.floor(plotWidthPx / LABEL_DISTANCE_PX));
  const step = Math.max(1, Math.ceil(view.count / labels));
  const indices: number[] = [];
  const last = Math.min(view.first + view.count, total);
  const halfLabelSlots = (LABEL_DISTANCE_PX / 2 / plotWidthPx) * view.count * 0.6;
  for (let index = Math.ceil(view.first / step) * step; index < last; index += step) {
    const slot = index - view.first;
    if (slot >= halfLabelSlots && slot <= view.count - halfLabelSlots) indices.push(index);
  }
  return indices;
}

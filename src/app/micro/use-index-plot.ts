/** The hook of the places of a chart of the index. */
import { useMemo } from 'react';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { PLOT_SIZE, plotOf, type Plot } from './index-plot.ts';
import type { IndexNow } from './index-store.ts';

interface IndexPlot extends Plot {
  /** Width and height of the drawing in its own units. */
  readonly size: typeof PLOT_SIZE;
}

/**
 * Returns null while no point has a price.
 * @param orders own open orders on the instrument. @param scale decimals of a price.
 */
export function useIndexPlot(
  { points, atMs }: Pick<IndexNow, 'points' | 'atMs'>,
  orders: readonly MicroOrderInfo[],
  scale: number,
): IndexPlot | null {
  return useMemo(() => {
    const plot = plotOf({ points, orders, atMs: atMs ?? 0, scale });
    return plot && { ...plot, size: PLOT_SIZE };
  }, [points, orders, atMs, scale]);
}

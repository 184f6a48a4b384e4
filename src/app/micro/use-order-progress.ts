/** The hook of the progress of an open fast contract, by the times of the index. */
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { progressOf, type OrderProgress } from '../../../machines/app/micro/order-progress.ts';
import { useLastPoint } from './use-index.ts';

interface OrderProgressView extends OrderProgress {
  /** Whether there is no opening price yet. */
  readonly isOpening: boolean;
  /** Whether the prices of now decide. */
  readonly isDeciding: boolean;
}

export function useOrderProgress(order: MicroOrderInfo): OrderProgressView {
  const { atMs, last } = useLastPoint(order.instrument);
  const progress = progressOf(order, atMs, last);
  const { phase } = progress;
  return { ...progress, isOpening: phase === 'opening', isDeciding: phase === 'window' };
}

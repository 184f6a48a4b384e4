/** The hook of the progress of an open fast contract, by the times of the index, and by the clock while they stay away. */
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import {
  progressOf,
  silentProgressOf,
  type OrderProgress,
} from '../../../machines/app/micro/order-progress.ts';
import { useIndexValue } from './use-index.ts';

interface OrderProgressView extends OrderProgress {
  /** Whether its time is unknown, because the opening price or the first point of the index is awaited. */
  readonly isTimeless: boolean;
  /** Whether the prices of now decide. */
  readonly isDeciding: boolean;
}

/** @param select a figure of the progress; the caller renders only when it changes. */
export const useOrderProgress = <T extends string | number | bigint | boolean | null>(
  order: MicroOrderInfo,
  select: (progress: OrderProgressView) => T,
): T =>
  useIndexValue(order.instrument, ({ atMs, last }, silentMs) => {
    const progress =
      silentMs === null ? progressOf(order, atMs, last) : silentProgressOf(order, silentMs);
    const { phase } = progress;
    const isTimeless = phase === 'opening' || phase === 'waiting';
    return select({ ...progress, isTimeless, isDeciding: phase === 'window' });
  });

/** The middle of the exchange's own order book, which votes on marks and never on the index. */
import type { Clock } from '../../../../contract/time.ts';
import { type SourcePrice } from '../../../../contract/figures/price-agreement.ts';
import { OWN_BOOK_SOURCE } from '../../../engine/marks/mark-rule.ts';
import type { DepthBoard } from '../depth-board.ts';

/** Returns the middle, in ticks, half a tick downwards; null while a side has no order. */
export function bookMid(
  board: Pick<DepthBoard, 'bestPriceTicks'>,
  marketId: number,
  clock: Clock,
): SourcePrice | null {
  const bid = board.bestPriceTicks(marketId, 'buy');
  const ask = board.bestPriceTicks(marketId, 'sell');
  if (bid === null || ask === null) return null;
  return { sourceId: OWN_BOOK_SOURCE, ticks: Math.floor((bid + ask) / 2), atMs: clock.now() };
}

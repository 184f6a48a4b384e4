/** The end of a market: everything that is open in it ends, at the mark or as soon as there is one. */
import type { LeverMarket } from './lever-market.ts';
import { isPosition } from './position-book.ts';
import type { PositionBook } from './position-book.ts';
import { judge } from './risk-watch.ts';

export function* windDownOf(
  book: PositionBook,
  market: LeverMarket,
): Generator<void, void, undefined> {
  const orders = [...book.orders.values()].filter(({ marketId }) => marketId === market.terms.id);
  for (const order of orders) {
    if (order.state === 'pending') book.cancel(order, 'market_removed');
    else if (order.state === 'in_trading' && isPosition(order)) {
      if (market.isAgreed()) book.close(order, 'wound_down');
      else book.awaitClose(order, 'wound_down');
      judge(book, book.account(order.ownerId));
    } else continue;
    yield;
  }
}

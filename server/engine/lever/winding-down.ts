/** The end of a market: everything that is open in it ends, at the mark or as soon as there is one. */
import type { LeverMarket } from './lever-market.ts';
import { isPosition, READ_OF_STEP } from './position-book.ts';
import type { PositionBook } from './position-book.ts';
import { judge } from './risk-watch.ts';

export function* windDownOf(
  book: PositionBook,
  market: LeverMarket,
): Generator<void, void, undefined> {
  let read = 0;
  for (const order of book.orders.values()) {
    read += 1;
    if (read % READ_OF_STEP === 0) yield;
    if (order.marketId !== market.terms.id) continue;
    if (order.state === 'pending') book.cancel(order, 'market_removed');
    else if (order.state === 'in_trading' && isPosition(order)) {
      // In a long round the price moves on.
      if (market.isAgreed() && market.isFresh(book.clockMs)) book.close(order, 'wound_down');
      else book.awaitClose(order, 'wound_down');
      judge(book, book.account(order.ownerId));
    } else continue;
    yield;
  }
}

/**
 * The last step of the pool guard. When the pool covers too little, the largest profits are closed at the
 * mark, so that they are paid while they can be. Closing pays what is won already and stops its growth; it
 * ends when a move of all markets against the exchange is covered again.
 */
import { signOf } from '../../../contract/figures/lever-order.ts';
import { profitAt } from './lever-market.ts';
import { isPosition } from './position-book.ts';
import type { PositionBook } from './position-book.ts';
import { judge } from './risk-watch.ts';
import type { Position } from './lever-types.ts';

export function* levelsDown(book: PositionBook): Generator<void, void, undefined> {
  const { house } = book;
  if (!house.mustDeleverage || !house.isOverexposed) return;
  // Marks come many times a second, and the search reads all positions.
  if (book.now - book.deleveragedMs < SEARCH_EVERY_MS) return;
  book.deleveragedMs = book.now;
  for (const { position } of largestProfits(book)) {
    // An operator may have funded the pool since the step before.
    if (!house.mustDeleverage || !house.isOverexposed) return;
    if (!isHeavySide(book, position) || position.closing !== null) continue;
    // An operator may have halted the market since the search.
    if (!book.market(position.marketId).isFresh(book.now)) continue;
    book.close(position, 'deleveraged');
    judge(book, book.account(position.ownerId));
    yield;
  }
}

/** The shortest time between two searches for the largest profits. */
const SEARCH_EVERY_MS = 1_000;

interface Profit {
  readonly position: Position;
  readonly profit: bigint;
}

/** Open profits at live marks, the largest first. */
function largestProfits(book: PositionBook): Profit[] {
  const profits: Profit[] = [];
  for (const order of book.orders.values()) {
    const market = book.market(order.marketId);
    if (market.live === null || !market.isFresh(book.now) || !isPosition(order)) continue;
    const profit = profitAt(order, market.live.ticks);
    if (profit > 0n) profits.push({ position: order, profit });
  }
  return profits.toSorted((a, b) =>
    a.profit === b.profit ? a.position.id - b.position.id : a.profit > b.profit ? -1 : 1,
  );
}

/** Whether closing the position lowers the net exposure of its market. */
function isHeavySide(book: PositionBook, { marketId, direction, lots }: Position): boolean {
  const { longLots, shortLots } = book.market(marketId);
  const net = (longLots - shortLots) * signOf(direction);
  return net > 0 && lots < 2 * net;
}

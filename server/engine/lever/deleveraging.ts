/**
 * The last step of the pool guard. When the pool covers too little, the largest profits are closed at the
 * mark, so that they are paid while they can be. Closing pays the present profit and stops its growth; it
 * ends when a move of all markets against the exchange is covered again.
 */
import { signOf } from '../../../contract/figures/lever-order.ts';
import { profitAt } from './lever-market.ts';
import { isPosition, READ_OF_STEP } from './position-book.ts';
import type { PositionBook } from './position-book.ts';
import { judge } from './risk-watch.ts';
import type { Position } from './lever-types.ts';

export function* levelsDown(book: PositionBook): Generator<void, void, undefined> {
  const { house } = book;
  if (!house.mustDeleverage || !house.isOverexposed) return;
  // Marks come many times a second, and the search reads all positions.
  if (book.clockMs - book.deleveragedMs < SEARCH_EVERY_MS) return;
  book.deleveragedMs = book.clockMs;
  for (const { position } of yield* largestProfits(book)) {
    // An operator may have funded the pool since the step before.
    if (!house.mustDeleverage || !house.isOverexposed) return;
    if (!isHeavySide(book, position) || position.closing !== null) continue;
    // Since the search an operator may have halted the market, and a newer mark may have taken the profit.
    if (freshProfitOf(book, position) <= 0n) continue;
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

/** Profits that one search finds at most; the next one follows a second later. */
const FOUND_MAX = 512;

/** The largest open profits at live marks, the largest first. */
function* largestProfits(book: PositionBook): Generator<void, Profit[], undefined> {
  let largest: Profit[] = [];
  let read = 0;
  for (const order of book.orders.values()) {
    read += 1;
    if (read % READ_OF_STEP === 0) yield;
    if (!isPosition(order)) continue;
    const profit = freshProfitOf(book, order);
    if (profit > 0n) largest.push({ position: order, profit });
    if (largest.length >= 2 * FOUND_MAX) largest = largestOf(largest);
  }
  return largestOf(largest);
}

/** The profit at the mark of now, in units; 0 without a fresh mark. */
function freshProfitOf(book: PositionBook, position: Position): bigint {
  const market = book.market(position.marketId);
  const mark = market.isFresh(book.clockMs) ? market.live : null;
  return mark === null ? 0n : profitAt(position, mark.ticks);
}

const largestOf = (profits: readonly Profit[]): Profit[] =>
  profits
    .toSorted((a, b) =>
      a.profit === b.profit ? a.position.id - b.position.id : a.profit > b.profit ? -1 : 1,
    )
    .slice(0, FOUND_MAX);

/** Whether closing the position lowers the net exposure of its market. */
function isHeavySide(book: PositionBook, { marketId, direction, lots }: Position): boolean {
  const { longLots, shortLots } = book.market(marketId);
  const net = (longLots - shortLots) * signOf(direction);
  return net > 0 && lots < 2 * net;
}

/** Commands about open orders and positions: each one checks whose order it is and in which state, and then changes it. */
import { LEVER_LIMITS } from '../../../contract/figures/lever-limits.ts';
import { isStoppedInDoubt, refusalOfTargets } from './admission.ts';
import { accept, reject } from './lever-types.ts';
import type { LeverOrder, Position, Verdict } from './lever-types.ts';
import { isPosition } from './position-book.ts';
import type { PositionBook } from './position-book.ts';
import { inClosingOrder, judge } from './risk-watch.ts';

/** One order of one owner. */
export interface OwnOrder {
  readonly ownerId: number;
  readonly id: number;
}

export interface AmendedTargets extends OwnOrder {
  /** The revision that the owner saw. */
  readonly revision: number;
  /** Null clears it. */
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
}

/** Positions to close together. */
export interface ManyPositions {
  readonly ownerId: number;
  readonly direction: 'all' | 'long' | 'short';
  /** Null for all markets. */
  readonly marketId: number | null;
}

export function cancelOrder(book: PositionBook, own: OwnOrder): Verdict<LeverOrder> {
  return endPending(book, orderOf(book, own), 'owner');
}

/** An operator ends a pending order. */
export function dismissOrder(book: PositionBook, id: number): Verdict<LeverOrder> {
  return endPending(book, book.orders.get(id), 'operator');
}

function endPending(
  book: PositionBook,
  order: LeverOrder | undefined,
  reason: 'owner' | 'operator',
): Verdict<LeverOrder> {
  if (order === undefined) return reject('contract_order_not_found');
  if (order.state !== 'pending') return reject('contract_order_not_open');
  book.cancel(order, reason);
  return accept(order);
}

/** Cancels the owner's pending orders of one market, or of all. */
export function cancelOrders(
  book: PositionBook,
  ownerId: number,
  marketId: number | null,
): readonly LeverOrder[] {
  const orders = [...book.account(ownerId).pending].filter(
    (order) => marketId === null || order.marketId === marketId,
  );
  for (const order of orders) book.cancel(order, 'owner');
  return orders;
}

/** Replaces both targets, a limited number of times. @param freshSinceMs older marks do not count. */
export function amendTargets(
  book: PositionBook,
  amended: AmendedTargets,
  freshSinceMs: number,
): Verdict<LeverOrder> {
  const order = orderOf(book, amended);
  if (order === undefined) return reject('contract_order_not_found');
  if (order.state !== 'pending' && order.state !== 'in_trading')
    return reject('contract_order_not_open');
  if (order.revision !== amended.revision) return reject('contract_order_changed');
  const { takeProfitTicks, stopLossTicks } = amended;
  if (takeProfitTicks === order.takeProfitTicks && stopLossTicks === order.stopLossTicks)
    return accept(order);
  if (order.revision >= LEVER_LIMITS.revisionsMax) return reject('rate_limited');
  const market = book.market(order.marketId);
  const refusal = refusalOfTargets(market, order, { ...amended, freshSinceMs });
  if (refusal !== null) return reject(refusal);
  book.amend(order, takeProfitTicks, stopLossTicks);
  return accept(order);
}

/** Closes a position at the mark, or lets it wait for one. @param freshSinceMs older marks do not count. */
export function closePosition(
  book: PositionBook,
  own: OwnOrder,
  freshSinceMs: number,
): Verdict<LeverOrder> {
  const order = orderOf(book, own);
  if (order === undefined) return reject('contract_order_not_found');
  if (order.state !== 'in_trading' || !isPosition(order)) return reject('contract_order_not_open');
  closeOrWait(book, order, freshSinceMs);
  judge(book, book.account(own.ownerId), true);
  return accept(order);
}

/**
 * Takes back a close that waits for a price, in a market that has not ended. Its owner cannot choose the moment at which
 * the slower source closes the position: `mark_unavailable` while the mark has passed its stop-loss without agreement.
 */
export function withdrawClose(
  book: PositionBook,
  own: OwnOrder,
  freshSinceMs: number,
): Verdict<LeverOrder> {
  const order = orderOf(book, own);
  if (order === undefined) return reject('contract_order_not_found');
  if (order.closeReason !== 'owner' || !isPosition(order)) return reject('contract_order_not_open');
  const market = book.market(order.marketId);
  const { endsAtMs } = market.terms;
  if (endsAtMs !== null && endsAtMs <= book.clockMs) return reject('contract_order_not_open');
  if (isStoppedInDoubt(market, order, freshSinceMs)) return reject('mark_unavailable');
  if (order.revision >= LEVER_LIMITS.revisionsMax) return reject('rate_limited');
  book.resume(order);
  return accept(order);
}

/** Closes many positions, the one with the largest payout first, so that nothing is owed in between. */
export function closePositions(
  book: PositionBook,
  { ownerId, direction, marketId }: ManyPositions,
  freshSinceMs: number,
): readonly LeverOrder[] {
  const account = book.account(ownerId);
  const positions = [...account.positions].filter(
    (position) =>
      position.state === 'in_trading' &&
      (direction === 'all' || position.direction === direction) &&
      (marketId === null || position.marketId === marketId),
  );
  const ordered = inClosingOrder(book, positions);
  for (const position of ordered) closeOrWait(book, position, freshSinceMs);
  if (ordered.length > 0) judge(book, account, true);
  return ordered;
}

function orderOf(book: PositionBook, { ownerId, id }: OwnOrder): LeverOrder | undefined {
  const order = book.orders.get(id);
  return order?.ownerId === ownerId ? order : undefined;
}

function closeOrWait(book: PositionBook, position: Position, freshSinceMs: number): void {
  const market = book.market(position.marketId);
  if (market.isAgreedFor(position, freshSinceMs)) book.close(position, 'owner');
  else book.awaitClose(position, 'owner');
}

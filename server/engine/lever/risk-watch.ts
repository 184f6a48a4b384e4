/**
 * Judges accounts: warns their owners, stops them out, and arms the next prices at which they must be judged
 * again. An account waits for moments when a market has no live mark. After that it is judged by its live
 * markets, and the others count at their last live price: their absence changes no account, and a small
 * position in a closed market does not suspend a stop-out.
 */
import { isAtOrBelow, RISK_PERCENT } from '../../../contract/figures/lever-account.ts';
import { payoutOf } from './closing-amounts.ts';
import type { LeverAccount, Valuation } from './lever-account.ts';
import type { LeverMarket } from './lever-market.ts';
import { BoxTrigger } from './lever-triggers.ts';
import type { Box } from './lever-triggers.ts';
import type { PositionBook, PositionResult } from './position-book.ts';
import type { Position, RiskLevel } from './lever-types.ts';
import { gainBoxOf, lossBoxOf } from './safe-box.ts';
import type { BoxSide } from './safe-box.ts';

const { warning, danger, stopOut, rearm } = RISK_PERCENT;

/** Ratios in percent at which an account of this level is judged again: after losses, and after profits. */
const NEXT: Readonly<Record<RiskLevel, { readonly loss: number; readonly gain: number | null }>> = {
  calm: { loss: warning, gain: null },
  attention: { loss: danger, gain: warning + rearm },
  danger: { loss: stopOut, gain: danger + rearm },
};
const RANKS: Readonly<Record<RiskLevel, number>> = { calm: 0, attention: 1, danger: 2 };

/** Returns the level of an account that had this one; it falls only by more than the distance to re-arm. */
function levelOf(before: RiskLevel, { equity, margin }: Valuation): RiskLevel {
  const isWithin = (percent: number): boolean => isAtOrBelow(equity, margin, percent);
  if (isWithin(before === 'danger' ? danger + rearm : danger)) return 'danger';
  return isWithin(before === 'calm' ? warning : warning + rearm) ? 'attention' : 'calm';
}

/** @param isOwnDoing the owner has just changed the account, and gets no warning of a visible change. */
export function judge(book: PositionBook, account: LeverAccount, isOwnDoing = false): void {
  const box = account.renewBox();
  if (account.positions.size === 0) {
    account.level = 'calm';
    return;
  }
  const missing = account.missingMark();
  if (missing !== undefined) {
    missing.waitingOwners.add(account.ownerId);
    return;
  }
  // Nothing can be closed; the next live mark of any of its markets judges it.
  if (!account.hasLiveMark) return;
  const value = account.valueAt(book.now);
  if (isAtOrBelow(value.equity, value.margin, stopOut)) {
    const { markets } = account;
    const absent = markets.filter(({ live }) => live === null);
    const live = absent.length === 0 ? markets : markets.filter((market) => market.live !== null);
    if (live.every((market) => market.isFresh(book.clockMs)))
      stopOutAll(book, account, value, absent);
    // A round of another mark was long; the price may have moved back.
    else for (const market of live) market.waitingOwners.add(account.ownerId);
    return;
  }
  const before = account.level;
  account.level = levelOf(before, value);
  if (!isOwnDoing && RANKS[account.level] > RANKS[before])
    book.record({ type: 'owner.warned', ownerId: account.ownerId, level: account.level, ...value });
  arm(account, box, value);
}

interface Payout {
  readonly position: Position;
  readonly result: PositionResult;
  readonly payout: bigint;
}

/** Returns positions in the order in which closing them needs the least debt: the largest payout first. */
function byLeastDebt(book: PositionBook, positions: Iterable<Position>): Payout[] {
  const payouts: Payout[] = [];
  for (const position of positions) {
    const { margin } = position.opening;
    const result = book.resultOf(position);
    const payout = { position, result, payout: payoutOf({ margin, ...result }) };
    // An account has few positions, and a sort of two took longer than the rest of their close.
    let place = payouts.length;
    while (place > 0 && isBefore(payout, payouts[place - 1])) place -= 1;
    if (place === payouts.length) payouts.push(payout);
    else payouts.splice(place, 0, payout);
  }
  return payouts;
}

/** Returns positions in that order. */
export const inClosingOrder = (book: PositionBook, positions: Iterable<Position>): Position[] =>
  byLeastDebt(book, positions).map(({ position }) => position);

function isBefore(payout: Payout, other: Payout | undefined): boolean {
  if (other === undefined) return false;
  return payout.payout === other.payout
    ? payout.position.id < other.position.id
    : payout.payout > other.payout;
}

/** @param absent the markets of its positions that have no price. */
function stopOutAll(
  book: PositionBook,
  account: LeverAccount,
  { equity, margin }: Valuation,
  absent: readonly LeverMarket[],
): void {
  const seen = { equity, margin, absentIds: absent.map(({ terms }) => terms.id) };
  for (const order of account.pending) book.cancel(order, 'account_stopped_out');
  // A position without a price stays open, and is judged with the rest of the account when it has one.
  const closable =
    absent.length === 0
      ? account.positions
      : [...account.positions].filter(({ marketId }) => book.market(marketId).live !== null);
  for (const { position, result } of byLeastDebt(book, closable))
    book.close(position, 'stop_out', seen, result);
  account.level = 'calm';
}

function arm(account: LeverAccount, box: Box, { equity, margin }: Valuation): void {
  const exposures = account.netExposures();
  const { loss, gain } = NEXT[account.level];
  armBox(account, box, lossBoxOf(exposures, equity, margin, loss));
  if (gain !== null) armBox(account, box, gainBoxOf(exposures, equity, margin, gain));
}

function armBox(account: LeverAccount, box: Box, sides: readonly (BoxSide | null)[]): void {
  for (const [index, market] of account.markets.entries()) {
    const side = sides[index];
    if (side) market.boxes.arm(side.direction, new BoxTrigger(box, side.ticks));
  }
}

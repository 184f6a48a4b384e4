/**
 * Everything that follows from one mark of one market, in a fixed order: closes that waited for a price,
 * take-profits and stop-losses by id, accounts by owner, limit orders by id, the guard of the pool. Closes,
 * take-profits and openings wait until sources agree on the mark, so that no user wins from the exchange by the
 * faster source; stop-losses and stop-outs do not. It runs in small steps, so that commands of users can come
 * between them.
 */
import { LEVER_LIMITS } from '../../../contract/figures/lever-limits.ts';
import { utcDayOf } from '../../../contract/figures/utc-day.ts';
import { admitOpening } from './admission.ts';
import { levelsDown } from './deleveraging.ts';
import { impatienceOf, lapseOf } from './lapse-reasons.ts';
import { MARK_AGE_MS_MAX } from './lever-market.ts';
import type { LeverMarket } from './lever-market.ts';
import type { BoxTrigger, OrderTrigger } from './lever-triggers.ts';
import type { PositionBook } from './position-book.ts';
import { isPosition } from './position-book.ts';
import { judge } from './risk-watch.ts';
import type { LeverOrder, LiveMark, Position } from './lever-types.ts';

/** A market order waits so long for agreement of the sources. */
const AGREEMENT_PATIENCE_MS = LEVER_LIMITS.agreementPatienceMs;

/** The work of a round; each step changes one order or one account. */
export type Steps = Generator<void, void, undefined>;

export function* roundOf(book: PositionBook, market: LeverMarket, isNewDay: boolean): Steps {
  const hasPresenceChanged = market.notePresence(book.clockMs);
  yield* lapseImpatient(book, market);
  if (market.live === null) {
    if (hasPresenceChanged) yield* judgeEach(book, market.holders);
    return;
  }
  yield* closeWaiting(book, market);
  yield* fireTargets(book, market);
  if (hasPresenceChanged) for (const id of market.holders) market.waitingOwners.add(id);
  yield* judgeReached(book, market, isNewDay);
  yield* openReached(book, market);
  yield* levelsDown(book);
}

function* lapseImpatient(book: PositionBook, market: LeverMarket): Steps {
  for (const [order, sinceMs] of market.waitingOpens) {
    if (book.clockMs - sinceMs <= AGREEMENT_PATIENCE_MS) continue;
    book.cancel(order, impatienceOf(market));
    yield;
  }
}

function* closeWaiting(book: PositionBook, market: LeverMarket): Steps {
  if (!isFresh(book, market)) return;
  for (const position of byId(market.waitingCloses)) {
    // An operator may have halted the market since the step before, or the price may have moved.
    if (!isFresh(book, market)) return;
    if (position.state !== 'closing' || waitsForAgreement(market, position)) continue;
    closeAndJudge(book, position, position.closeReason ?? 'owner');
    yield;
  }
}

/** The close of an owner waits for agreement within the costs of the position; the end of a market does not. */
const waitsForAgreement = (market: LeverMarket, position: Position): boolean =>
  position.closeReason === 'owner' && !market.isAgreedFor(position);

function* fireTargets(book: PositionBook, market: LeverMarket): Steps {
  const profits = takeReached<OrderTrigger>(market.takeProfits, market);
  for (const target of inOrder([...profits, ...takeReached(market.stopLosses, market)])) {
    const { order, kind } = target;
    // The owner may have closed or amended the position since the step before.
    if (!target.isArmed() || !isPosition(order)) continue;
    // An operator may have halted the market, or the price may have moved: the next mark decides.
    if (!market.isFresh(book.clockMs)) {
      market.armTarget(target);
      continue;
    }
    closeAndJudge(book, order, kind === 'take_profit' ? 'take_profit' : 'stop_loss');
    yield;
  }
}

/**
 * Whether sources agree on the mark, and it is recent. In a long round the price moves on, so that an owner
 * who knows it would win from the exchange at the mark of its beginning.
 */
const isFresh = (book: PositionBook, market: LeverMarket): boolean =>
  market.isAgreed(book.clockMs - MARK_AGE_MS_MAX);

function* judgeReached(book: PositionBook, market: LeverMarket, isNewDay: boolean): Steps {
  const due = new Set(market.waitingOwners);
  market.waitingOwners.clear();
  for (const { box } of takeReached<BoxTrigger>(market.boxes, market)) due.add(box.ownerId);
  // The nights of all positions have grown, so every safe box is of yesterday.
  if (isNewDay)
    for (const account of book.accounts.values())
      if (account.positions.size > 0) due.add(account.ownerId);
  yield* judgeEach(book, due);
}

function* judgeEach(book: PositionBook, ownerIds: Iterable<number>): Steps {
  // Numbers sort faster than with a comparison, which counts for all accounts after a midnight.
  for (const ownerId of Float64Array.from(ownerIds).toSorted()) {
    // An account that waits for a mark may have lost its positions, and is not in memory then.
    const account = book.accounts.get(ownerId);
    if (account === undefined) continue;
    judge(book, account);
    yield;
  }
}

function* openReached(book: PositionBook, market: LeverMarket): Steps {
  if (!market.mayOpen || !isFresh(book, market)) return;
  const limits = takeReached<OrderTrigger>(market.limits, market);
  const limitOf = new Map(limits.map((limit) => [limit.order, limit]));
  for (const order of byId([...limitOf.keys(), ...market.waitingOpens.keys()])) {
    if (order.state !== 'pending') continue;
    // An operator may have closed the market since the step before, or the price may have moved.
    if (!market.mayOpen || !isFresh(book, market) || !market.isAgreedFor(order)) {
      const limit = limitOf.get(order);
      if (limit !== undefined) market.limits.arm(limit);
      continue;
    }
    openOrLapse(book, market, order);
    yield;
  }
}

function openOrLapse(book: PositionBook, market: LeverMarket, order: LeverOrder): void {
  const account = book.account(order.ownerId);
  const entry = admitOpening({ market, account, house: book.house, now: book.now }, order);
  if (!entry.ok) return book.cancel(order, lapseOf(entry.error));
  book.open(order, entry.value);
  judge(book, account);
}

function closeAndJudge(
  book: PositionBook,
  position: Position,
  reason: Parameters<PositionBook['close']>[1],
): void {
  book.close(position, reason);
  judge(book, book.account(position.ownerId));
}

function takeReached<T extends OrderTrigger | BoxTrigger>(
  triggers: { take(mark: LiveMark): T[] },
  { live }: LeverMarket,
): T[] {
  return live === null ? [] : triggers.take(live);
}

const inOrder = (triggers: readonly OrderTrigger[]): OrderTrigger[] =>
  triggers.toSorted((a, b) => a.order.id - b.order.id);

const byId = <T extends LeverOrder>(orders: Iterable<T>): T[] =>
  [...orders].toSorted((a, b) => a.id - b.id);

/** Whether the two moments lie on different UTC days. */
export const isOtherDay = (a: number, b: number): boolean => utcDayOf(a) !== utcDayOf(b);

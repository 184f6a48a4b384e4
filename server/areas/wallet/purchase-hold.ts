/**
 * How much of a balance waits because it was bought for fiat money not long ago (RULES: a hold by setting,
 * T+0 by default), and until when.
 *
 * Coins are alike, so that nobody can tell which of them were bought: an amount is held, not coins. As much as
 * was bought within the hold stays with the person, in whatever account, less what they sold for fiat money in
 * the same span: that is gone, and what came of it is no coin. The rest of what is free may leave:
 *
 *     kept         = max(0, bought within the hold − sold within the hold)
 *     withdrawable = min(available in the spot account, free in all accounts − kept)
 *
 * and never below zero. What is frozen anywhere covers nothing: it may be gone before the hold ends. The hold
 * follows the currency: what was got for bought coins by trading is free.
 */
import type { EpochMs } from '../../../contract/time.ts';

/** Units of a currency that changed hands by one fiat order. */
export interface HeldTrade {
  readonly amount: bigint;
  /** From then on it does not count: the hold since its order is over. */
  readonly countsUntilMs: EpochMs;
}

export interface PurchaseFacts {
  /** Units of the currency in the spot account, not frozen. */
  readonly available: bigint;
  /** Units of it in all accounts, not frozen, without what requested withdrawals are about to freeze. */
  readonly free: bigint;
  /** What was bought within the hold, oldest first. */
  readonly purchases: readonly HeldTrade[];
  /** What was sold within it, oldest first. */
  readonly sales: readonly HeldTrade[];
}

/** Units of what is available that may not leave yet. */
export const heldOf = (facts: PurchaseFacts): bigint =>
  heldBy(facts, sumOf(facts.purchases) - sumOf(facts.sales));

/** When `amount` of what is available is not held any more, if nothing else is traded; null where it is not held. */
export function freeFrom(facts: PurchaseFacts, amount: bigint): EpochMs | null {
  const { purchases, sales } = facts;
  const isFree = (kept: bigint) => amount <= facts.available - heldBy(facts, kept);
  let kept = sumOf(purchases) - sumOf(sales);
  if (isFree(kept)) return null;
  const ends = [...purchases, ...sales.map((sale) => ({ ...sale, amount: -sale.amount }))];
  let freeAtMs: EpochMs | null = null;
  for (const { amount: ended, countsUntilMs } of ends.toSorted(byEnd)) {
    // What ends at one moment ends together.
    if (freeAtMs !== null && countsUntilMs > freeAtMs && isFree(kept)) break;
    kept -= ended;
    freeAtMs = countsUntilMs;
  }
  return freeAtMs;
}

const byEnd = (a: HeldTrade, b: HeldTrade): number => a.countsUntilMs - b.countsUntilMs;

const sumOf = (trades: readonly HeldTrade[]): bigint =>
  trades.reduce((sum, { amount }) => sum + amount, 0n);

function heldBy({ available, free }: PurchaseFacts, kept: bigint): bigint {
  // What else is about to leave is a matter of the spot writer.
  if (kept <= 0n) return 0n;
  const most = free > kept ? free - kept : 0n;
  return most < available ? available - most : 0n;
}

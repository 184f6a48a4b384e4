/**
 * How much of a balance is held because it was recently bought for fiat money, and until when (RULES: a
 * hold by setting, T+0 by default).
 *
 * The hold is on an amount, because coins are alike and bought ones cannot be identified. The amount
 * bought within the hold stays with the user, in any account, less the amount they sold for fiat money
 * in the same span: those coins are gone, and their proceeds are not crypto. The rest of the free amount
 * may be withdrawn:
 *
 *     kept         = max(0, bought within the hold − sold within the hold)
 *     withdrawable = min(available in the spot account, free in all accounts − kept)
 *
 * and never below zero. Frozen amounts do not cover the hold, because they may be gone before it ends.
 * The hold follows the currency: the proceeds of trading held coins are free.
 */
import type { EpochMs } from '../../../contract/time.ts';

/** Units of a currency that changed hands by one fiat order. */
interface HeldTrade {
  readonly amount: bigint;
  /** The time from which it does not count: the end of its order plus the hold. */
  readonly countsUntilMs: EpochMs;
}

export interface PurchaseFacts {
  /** Units of the currency in the spot account, not frozen. */
  readonly available: bigint;
  /** Units of it in all accounts, not frozen, without the amounts that requested withdrawals are about to freeze. */
  readonly free: bigint;
  /** Purchases within the hold, oldest first. */
  readonly purchases: readonly HeldTrade[];
  /** Sales within the hold, oldest first. */
  readonly sales: readonly HeldTrade[];
}

/** Units of the available amount that may not be withdrawn yet. */
export const heldOf = (facts: PurchaseFacts): bigint =>
  heldBy(facts, sumOf(facts.purchases) - sumOf(facts.sales));

/**
 * Returns the time at which `amount` of the available amount is free, without further
 * trades; null when it is not held.
 */
export function freeFrom(facts: PurchaseFacts, amount: bigint): EpochMs | null {
  const { purchases, sales } = facts;
  const isFree = (kept: bigint) => amount <= facts.available - heldBy(facts, kept);
  let kept = sumOf(purchases) - sumOf(sales);
  if (isFree(kept)) return null;
  const ends = [...purchases, ...sales.map((sale) => ({ ...sale, amount: -sale.amount }))];
  let freeAtMs: EpochMs | null = null;
  for (const { amount: ended, countsUntilMs } of ends.toSorted(byEnd)) {
    // Trades of one time end together.
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
  // The spot writer checks the other amounts that are about to leave.
  if (kept <= 0n) return 0n;
  const most = free > kept ? free - kept : 0n;
  return most < available ? available - most : 0n;
}

/**
 * How much of a balance may be withdrawn while deposits of its owner wait for confirmations (RULES).
 *
 * Such a deposit can be traded immediately, so that locking its own coins would have no effect. It is
 * therefore a lien on the whole account. After a withdrawal, the worth of the rest must still cover the
 * worth of all those deposits:
 *
 *     withdrawable = min(available, (worth of the account − worth of the liens) in the currency)
 *
 * and never below zero. Worth is in units of USDT: the least for holdings, the most for liens, and
 * nothing while a mark is not live. Rounding is against the user: holdings are rounded down, liens are
 * rounded up.
 */

/** An amount of a currency and its worth in USDT, rounded down; null without a price. */
export interface Valued {
  readonly worth: bigint | null;
}

export interface LienFacts {
  /** Units of the currency that the user wants to withdraw. */
  readonly available: bigint;
  /**
   * All holdings of the user in all accounts, frozen parts included. Coins that are frozen for sale in
   * the fiat account and the amounts of withdrawals under way are left out. A currency without a price
   * counts as zero.
   */
  readonly holdings: readonly Valued[];
  /** Credited deposits that may still be reversed. A deposit without a price locks everything. */
  readonly liens: readonly Valued[];
  /** Whether the user has a shortfall of reversed deposits: nothing may be withdrawn then. */
  readonly isOwing: boolean;
  /** Converts units of USDT to units of the currency, rounded down; null without a price. */
  inCurrency(worth: bigint): bigint | null;
}

/** Units of the currency that may be withdrawn: from 0 to `available`. */
export function withdrawableOf(facts: LienFacts): bigint {
  const { available, holdings, liens, isOwing } = facts;
  if (isOwing) return 0n;
  if (liens.length === 0) return available;
  let free = 0n;
  for (const { worth } of holdings) free += worth ?? 0n;
  for (const { worth } of liens) {
    if (worth === null) return 0n;
    // One more unit than the rounded-down worth is at least the true worth.
    free -= worth + 1n;
  }
  if (free <= 0n) return 0n;
  const most = facts.inCurrency(free) ?? 0n;
  return most < available ? most : available;
}

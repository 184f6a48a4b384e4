/**
 * How much of a balance may be withdrawn while deposits of its owner wait for confirmations (RULES).
 *
 * Such a deposit can be traded at once, so that locking its own coins would lock nothing: it is a lien
 * on the whole account. After a withdrawal, what everything that is left is worth must still cover
 * what all those deposits are worth:
 *
 *     withdrawable = min(available, (worth of the account − worth of the liens) in the currency)
 *
 * and never below zero. Worth is in units of USDT at last prices. Rounding is against the person:
 * what is owned is rounded down, what is liable is rounded up.
 */

/** An amount of a currency and its worth in USDT, rounded down; null where there is no price. */
export interface Valued {
  readonly worth: bigint | null;
}

export interface LienFacts {
  /** Units of the currency to be withdrawn. */
  readonly available: bigint;
  /**
   * Everything the person has, in whatever account, frozen parts too, without what is frozen for sale
   * in the fiat account and what withdrawals under way will take. What has no price counts as nothing.
   */
  readonly holdings: readonly Valued[];
  /** Credited deposits that may still be taken back. One without a price locks everything. */
  readonly liens: readonly Valued[];
  /** Whether something is owed for deposits that were taken back: then nothing leaves. */
  readonly isOwing: boolean;
  /** Units of the currency for units of USDT, rounded down; null where there is no price. */
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
    // One more unit than what was rounded down is at least the true worth.
    free -= worth + 1n;
  }
  if (free <= 0n) return 0n;
  const most = facts.inCurrency(free) ?? 0n;
  return most < available ? most : available;
}

/** Effect of the close of one position on the money of its owner. Pure; all amounts are units. */

/** The owner's money before. Above zero debt means that nothing is available. */
export interface Purse {
  readonly available: bigint;
  readonly debt: bigint;
}

/** A position that is closed. */
interface ClosedPosition {
  readonly margin: bigint;
  /** Negative for a loss. */
  readonly profit: bigint;
  /** Fees of its nights. */
  readonly nights: bigint;
}

/** Returns the amount that comes back from a position; negative when it cost more than its margin. */
export const payoutOf = ({ margin, profit, nights }: ClosedPosition): bigint =>
  margin + profit - nights;

/**
 * Returns the money after an amount arrives, or after a cost if it is negative. An arrival repays the debt
 * first. A cost beyond the available balance becomes debt, which other positions must cover.
 */
export function afterPayout({ available, debt }: Purse, payout: bigint): Purse {
  const repaid = payout > 0n ? smaller(debt, payout) : 0n;
  const rest = available + payout - repaid;
  return rest < 0n
    ? { available: 0n, debt: debt - repaid - rest }
    : { available: rest, debt: debt - repaid };
}

/** Payers of a debt that no position covers anymore. */
interface Shortfall {
  readonly fromInsurance: bigint;
  /** Amount that the pool does not get. */
  readonly waived: bigint;
}

/** Returns the shares of a debt: the insurance fund pays first, the pool waives the rest. */
export function shortfallOf(debt: bigint, insurance: bigint): Shortfall {
  const fromInsurance = smaller(debt, insurance > 0n ? insurance : 0n);
  return { fromInsurance, waived: debt - fromInsurance };
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

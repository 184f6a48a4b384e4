/**
 * The caps on unsettled credit: a deposit is credited before it is final only while the sum of such credit
 * stays within a cap per user and one for all users. An accomplice can take the credit out before a
 * reorganization removes the deposit, so that the caps bound the loss of one reorganization.
 */

/** Units of USDT. */
export interface CreditCaps {
  readonly perUser: bigint;
  readonly total: bigint;
}

/** Sums of one currency, in its units. */
interface CreditSum {
  readonly currencyId: number;
  readonly total: bigint;
  readonly ofUser: bigint;
}

/** Returns the most that an amount is worth in units of USDT, rounded down; null without a live mark. */
type MostWorth = (currencyId: number, amount: bigint) => bigint | null;

/** Whether the sums, a new credit included, are above a cap. An amount without a mark is above each cap. */
export function areOverCap(
  sums: readonly CreditSum[],
  caps: CreditCaps,
  mostWorth: MostWorth,
): boolean {
  let [ofUser, total] = [0n, 0n];
  for (const sum of sums) {
    const [worthOfUser, worth] = [
      mostWorth(sum.currencyId, sum.ofUser),
      mostWorth(sum.currencyId, sum.total),
    ];
    if (worthOfUser === null || worth === null) return true;
    ofUser += worthOfUser;
    total += worth;
  }
  return ofUser > caps.perUser || total > caps.total;
}

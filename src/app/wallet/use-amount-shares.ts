/** The hook that converts between an amount and a percentage of its maximum. */
import { percentOf, shareOf } from '../../../machines/app/core/amount.rules.ts';

interface AmountShares {
  /** The typed amount in whole percent of the maximum. */
  readonly percent: number;
  /** Returns the amount of a percentage of the maximum. */
  share(percent: number): string;
}

/** Converts between an amount and a percentage of the maximum; `most` is null while unknown. */
export function useAmountShares(
  typed: string,
  most: string | null,
  decimals: number,
): AmountShares {
  return {
    percent: most === null ? 0 : percentOf(typed, most),
    share: (percent) => shareOf(most ?? '0', percent, decimals),
  };
}

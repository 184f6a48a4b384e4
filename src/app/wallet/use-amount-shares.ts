/** The hook that converts between an amount and a percentage of its maximum. */
import { percentOf, shareOf } from '../../../machines/app/core/amount.rules.ts';

export interface AmountShares {
  /** How much of the most was typed, in whole percents. */
  readonly percent: number;
  /** The amount that is so many percents of the most. */
  share(percent: number): string;
}

/** An amount as a share of the most there is; `most` is null while that is not known. */
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

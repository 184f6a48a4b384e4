/** Amounts of the settlement currency of contracts as the wire has them. */
import { formatUnits, parseUnits, SCALE_MAX } from '../money/decimal.ts';

/** Returns an amount as decimal text. */
export const amountText = (amount: bigint): string => formatUnits(amount, SCALE_MAX);

/** Returns the units of an amount on the wire; 0 for no amount. */
export const amountOf = (text: string | null): bigint =>
  text === null ? 0n : (parseUnits(text, SCALE_MAX) ?? 0n);

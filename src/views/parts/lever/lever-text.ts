/** Formats amounts, prices and ratios of contracts. One figure has one text on all screens. */
import { amountText } from '../../../../contract/figures/lever-amount.ts';
import { formatUnits } from '../../../../contract/money/decimal.ts';
import { formatShortened, glanceScale } from '../../../format/glance.ts';
import type { Format } from '../../../format/use-format.ts';

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Returns an amount with its currency, short. floor: what a user has; ceil: what a user pays. */
export function shortAmount(
  { locale }: Format,
  amount: bigint,
  code: string,
  rounding: 'floor' | 'ceil',
): string {
  // A negative balance is shown no higher than it is.
  const away = amount < 0n ? 'ceil' : rounding;
  const text = amountText(sizeOf(amount));
  const shown = formatShortened(locale, text, {
    code,
    scale: glanceScale(text, code),
    rounding: away,
  });
  return `${amount < 0n ? '-' : ''}${shown} ${code}`;
}

/** Returns a profit with its sign and currency: `+12.34 USDT`. A loss is rounded up, a gain down. */
export function profitText(format: Format, profit: bigint, code: string): string {
  const sign = profit > 0n ? '+' : '';
  return `${sign}${shortAmount(format, profit, code, 'floor')}`;
}

/** Returns a price of whole ticks with all decimals of its market. */
export const ticksText = (format: Pick<Format, 'price'>, ticks: number, scale: number): string =>
  format.price(formatUnits(BigInt(ticks), scale), scale);

/** Returns hundredths of a percent as a change with its sign: `+12.30%`. */
export const changeOfBp = (bp: bigint): string => formatUnits(bp, 2);

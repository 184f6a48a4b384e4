import { formatCost, formatGlance, glanceScale } from '../format/glance.ts';
import { DECIMALS_MAX, formatFull } from '../format/number.ts';
import { useFormat } from '../format/use-format.ts';
import { FIGURE } from './figure-style.ts';
import { WholeOnTap } from './whole-on-tap.tsx';

interface AmountProps {
  /** Decimal text. */
  readonly value: string;
  readonly code?: string;
  /** Before the figures: a sign. */
  readonly sign?: string;
  /** What somebody has: shown in short, in the way of `formatGlance`. Needs `code`. */
  readonly isGlance?: boolean;
  /** What somebody pays: rounded up. */
  readonly isCost?: boolean;
}

/**
 * An amount in a line of its own: at most eight decimals, and all of them on a tap where it has more.
 * Not for the inside of a link or a button.
 */
export function Amount({ value, code, sign = '', isGlance = false, isCost = false }: AmountProps) {
  const format = useFormat();
  const unit = code === undefined ? '' : ` ${code}`;
  const scale = isGlance ? glanceScale(value, code ?? '') : DECIMALS_MAX;
  const short = isGlance
    ? formatGlance(format.locale, value, code ?? '')
    : isCost
      ? formatCost(format.locale, value)
      : format.amount(value);
  const hasMore = (value.split('.')[1] ?? '').length > scale;
  const text = `${sign}${short}${unit}`;
  const whole = hasMore ? `${sign}${formatFull(format.locale, value)}${unit}` : text;
  return <WholeOnTap short={text} whole={whole} className={FIGURE} />;
}

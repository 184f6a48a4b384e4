/** An amount with at most eight decimals; a tap shows the rest. */
import type { Locale } from '../../contract/languages.ts';
import { formatCost, formatGlance, formatWhole } from '../format/glance.ts';
import { DECIMALS_MAX, formatAmount, formatFull } from '../format/number.ts';
import { useFormat } from '../format/use-format.ts';
import { FIGURE } from './figure-style.ts';
import { WholeOnTap } from './whole-on-tap.tsx';

interface AmountProps {
  /** Decimal text. */
  readonly value: string;
  readonly code?: string;
  /**
   * The currency's name is next to the amount: `code` only decides the rounding, and is not shown.
   */
  readonly isCodeHidden?: boolean;
  /** A sign before the digits. */
  readonly sign?: string;
  /** Shows a balance short, as by `formatGlance`. Needs `code`. */
  readonly isGlance?: boolean;
  /** Rounds a cost up. */
  readonly isCost?: boolean;
}

/**
 * An amount on its own line: at most eight decimals, and all of them after a tap if it has more.
 * Inside a link or a button, use {@link AmountText}.
 */
export function Amount(props: AmountProps) {
  const { locale } = useFormat();
  return <WholeOnTap {...textsOf(locale, props)} className={FIGURE} />;
}

/**
 * The same figure inside a link or a button, which leads to the full amount; screen readers get it
 * in full.
 */
export function AmountText(props: AmountProps) {
  const { locale } = useFormat();
  const { short, whole } = textsOf(locale, props);
  if (short === whole) return <span className={FIGURE}>{short}</span>;
  return (
    <>
      <span aria-hidden className={FIGURE}>
        {short}
      </span>
      <span className="sr-only">{whole}</span>
    </>
  );
}

function textsOf(locale: Locale, props: AmountProps) {
  const { code, isCodeHidden = false, sign = '' } = props;
  const unit = code === undefined || isCodeHidden ? '' : ` ${code}`;
  const { short, whole } = figuresOf(locale, props);
  return { short: `${sign}${short}${unit}`, whole: `${sign}${whole}${unit}` };
}

function figuresOf(locale: Locale, { value, code = '', isGlance, isCost }: AmountProps) {
  if (isGlance === true) {
    return { short: formatGlance(locale, value, code), whole: formatWhole(locale, value, code) };
  }
  const hasMore = (value.split('.')[1] ?? '').length > DECIMALS_MAX;
  const short = isCost === true ? formatCost(locale, value) : formatAmount(locale, value);
  return { short, whole: hasMore ? formatFull(locale, value) : short };
}

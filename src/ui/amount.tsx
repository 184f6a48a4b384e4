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
  /** The currency is named beside it: `code` says how it is rounded, and is not shown. */
  readonly isCodeHidden?: boolean;
  /** Before the figures: a sign. */
  readonly sign?: string;
  /** What somebody has: shown in short, in the way of `formatGlance`. Needs `code`. */
  readonly isGlance?: boolean;
  /** What somebody pays: rounded up. */
  readonly isCost?: boolean;
}

/**
 * An amount in a line of its own: at most eight decimals, and all of them on a tap where it has more.
 * Not for the inside of a link or a button: that is {@link AmountText}.
 */
export function Amount(props: AmountProps) {
  const { locale } = useFormat();
  return <WholeOnTap {...textsOf(locale, props)} className={FIGURE} />;
}

/** The same figure inside a link or a button, which leads to the whole of it; it is read out whole. */
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

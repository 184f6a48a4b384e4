import { useState } from 'react';
import { formatCost, formatGlance, glanceScale } from '../format/glance.ts';
import { DECIMALS_MAX, formatFull } from '../format/number.ts';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import { classNames } from './class-names.ts';

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

/** Numbers break in the middle only where letters are so large that nothing else is left. */
const FIGURE = 'figures whitespace-nowrap max-[20rem]:whitespace-normal max-[20rem]:wrap-anywhere';

/**
 * An amount in a line of its own: at most eight decimals, and all of them on a tap where it has more.
 * Not for the inside of a link or a button.
 */
export function Amount({ value, code, sign = '', isGlance = false, isCost = false }: AmountProps) {
  const format = useFormat();
  const t = useText('common');
  const [isWhole, setWhole] = useState(false);
  const unit = code === undefined ? '' : ` ${code}`;
  const scale = isGlance ? glanceScale(value, code ?? '') : DECIMALS_MAX;
  const short = isGlance
    ? formatGlance(format.locale, value, code ?? '')
    : isCost
      ? formatCost(format.locale, value)
      : format.amount(value);
  if ((value.split('.')[1] ?? '').length <= scale)
    return (
      <span className={FIGURE}>
        {sign}
        {short}
        {unit}
      </span>
    );
  return (
    <button
      type="button"
      aria-expanded={isWhole}
      onClick={() => setWhole(!isWhole)}
      className={classNames(
        'touch-target text-end underline decoration-dotted decoration-from-font underline-offset-4',
        isWhole ? 'figures wrap-anywhere' : FIGURE,
      )}
    >
      {sign}
      {isWhole ? formatFull(format.locale, value) : short}
      {unit}
      <span className="sr-only"> {t('figure.allDigits')}</span>
    </button>
  );
}

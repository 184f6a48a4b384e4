/** A turnover in the short form of the language, exact on a tap. */
import { formatTurnover, formatWholeTurnover } from '../format/turnover.ts';
import { useFormat } from '../format/use-format.ts';
import { FIGURE } from './figure-style.ts';
import { WholeOnTap } from './whole-on-tap.tsx';

interface TurnoverProps {
  /** Decimal text, in the currency of `code`. */
  readonly value: string;
  /** Left out if the label next to it names the currency. */
  readonly code?: string;
  readonly className?: string;
}

/**
 * A turnover in the quote currency: short, and every digit after a tap. It does not fit into a link or a button.
 */
export function Turnover({ value, code, className = '' }: TurnoverProps) {
  const { locale } = useFormat();
  const unit = code === undefined ? '' : ` ${code}`;
  return (
    <WholeOnTap
      short={`${formatTurnover(locale, value)}${unit}`}
      whole={`${formatWholeTurnover(locale, value)}${unit}`}
      className={`${FIGURE} ${className}`}
    />
  );
}

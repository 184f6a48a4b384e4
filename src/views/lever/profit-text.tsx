/** A profit or loss with sign, arrow and color. */
import { useFormat } from '../../format/use-format.ts';
import { changeStyle } from '../../ui/change-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { changeOfBp, profitText } from '../parts/lever/lever-text.ts';

interface ProfitTextProps {
  /** Units. */
  readonly profit: bigint;
  readonly code: string;
  /** Profit per margin in hundredths of a percent; left out without it. */
  readonly bp?: bigint;
  readonly className?: string;
}

/** Sign and arrow show the direction, the color repeats it. No profit has no arrow. */
export function ProfitText({ profit, code, bp, className }: ProfitTextProps) {
  const format = useFormat();
  const look =
    profit === 0n
      ? 'figures whitespace-nowrap font-medium text-muted'
      : changeStyle(profit > 0n ? 'up' : 'down', false, 'plain');
  return (
    <span data-testid="profit" className={classNames(look, className)}>
      {profitText(format, profit, code)}
      {bp !== undefined && (
        <>
          {/* The line breaks here alone, where letters are large. */}
          <span className="whitespace-normal"> </span>({format.change(changeOfBp(bp))})
        </>
      )}
    </span>
  );
}

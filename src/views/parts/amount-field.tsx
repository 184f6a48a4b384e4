/** An amount field with shares of the maximum. */
import type { ReactNode } from 'react';
import { useAmountShares } from '../../app/wallet/use-amount-shares.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { controlFrame, controlInput, Field } from '../../ui/field.tsx';

const SHARES = [25, 50, 75, 100] as const;
const PPM_PER_PERCENT = 10_000;

interface AmountFieldProps {
  readonly label: string;
  readonly code: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The maximum for percentages; null while unknown. */
  readonly most: string | null;
  /** Decimals of amounts. */
  readonly decimals: number;
  readonly hint?: ReactNode;
  readonly problem: string | undefined;
}

/** An amount of a coin, typed or as a percentage of the maximum. */
export function AmountField(props: AmountFieldProps) {
  const { label, code, value, onChange, most, decimals, hint, problem } = props;
  const t = useText('wallet');
  const format = useFormat();
  const { percent, share: shareOfMost } = useAmountShares(value, most, decimals);
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint} problem={problem}>
        {(wiring) => (
          <div className={controlFrame}>
            <DecimalInput
              {...wiring}
              enterKeyHint="done"
              placeholder="0"
              value={value}
              onChange={onChange}
              className={`${controlInput} figures`}
            />
            <span className="shrink-0 pe-3.5 text-sm font-semibold text-muted">{code}</span>
          </div>
        )}
      </Field>
      <div
        role="group"
        aria-label={t('amount.shares')}
        className="grid grid-cols-4 gap-2 @max-[18rem]:grid-cols-2"
      >
        {SHARES.map((share) => (
          <button
            key={share}
            type="button"
            disabled={most === null}
            aria-pressed={value !== '' && percent === share}
            onClick={() => onChange(shareOfMost(share))}
            className={classNames(
              'figures min-h-11 rounded-control border text-sm font-semibold transition-colors duration-150 disabled:opacity-60',
              value !== '' && percent === share
                ? 'border-accent bg-accent-soft text-accent'
                : 'border-line bg-raised text-muted hover:border-edge hover:text-ink',
            )}
          >
            {share === 100 ? t('amount.all') : format.rate(share * PPM_PER_PERCENT)}
          </button>
        ))}
      </div>
    </div>
  );
}

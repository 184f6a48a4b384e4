/** The field that opens the list of coins. */
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { controlFrame, Field } from '../../ui/field.tsx';
import { IconExpand } from '../../ui/icons.ts';
import { CoinSheet, type CoinOption } from './coin-sheet.tsx';

interface CoinFieldProps {
  readonly coins: readonly CoinOption[];
  readonly coin: CoinOption | null;
  readonly onChoose: (code: string) => void;
  readonly problem?: string | undefined;
}

/** The chosen coin; opens the list of all of them. */
export function CoinField({ coins, coin, onChoose, problem }: CoinFieldProps) {
  const t = useText('wallet');
  const [isOpen, setOpen] = useState(false);
  return (
    <Field label={t('coin.label')} problem={problem}>
      {({ id, ...wiring }) => (
        <>
          <button
            type="button"
            id={id}
            aria-describedby={wiring['aria-describedby']}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
            className={classNames(controlFrame, 'min-h-12.5 gap-2.5 px-3.5 text-start')}
          >
            {coin && <CurrencyLogo code={coin.currency_code} src={coin.logo} size="small" />}
            <span className="font-semibold">{coin?.currency_code ?? t('coin.choose')}</span>
            <span className="min-w-0 flex-1 truncate text-sm text-muted">
              {coin?.currency_name}
            </span>
            <IconExpand aria-hidden className="size-5 shrink-0 text-muted" />
          </button>
          <CoinSheet
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            coins={coins}
            value={coin?.currency_code}
            onChoose={(code) => {
              setOpen(false);
              onChoose(code);
            }}
          />
        </>
      )}
    </Field>
  );
}

/** The field that opens the list of coins. */
import { useText } from '../../i18n/use-text.ts';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { CoinSheet, type CoinOption } from './coin-sheet.tsx';
import { SheetField } from './sheet-field.tsx';

interface CoinFieldProps {
  readonly coins: readonly CoinOption[];
  readonly coin: CoinOption | null;
  readonly onChoose: (code: string) => void;
  readonly problem?: string | undefined;
}

/** The chosen coin; opens the list of all of them. */
export function CoinField({ coins, coin, onChoose, problem }: CoinFieldProps) {
  const t = useText('wallet');
  return (
    <SheetField
      label={t('coin.label')}
      problem={problem}
      face={
        <>
          {coin && <CurrencyLogo code={coin.currency_code} src={coin.logo} size="small" />}
          <span className="font-semibold">{coin?.currency_code ?? t('coin.choose')}</span>
          <span className="min-w-0 flex-1 truncate text-sm text-muted @max-[18rem]:whitespace-normal">
            {coin?.currency_name}
          </span>
        </>
      }
    >
      {(isOpen, close) => (
        <CoinSheet
          isOpen={isOpen}
          onClose={close}
          coins={coins}
          value={coin?.currency_code}
          onChoose={(code) => {
            close();
            onChoose(code);
          }}
        />
      )}
    </SheetField>
  );
}

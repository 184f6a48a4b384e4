/** The sheet of coins with a search. */
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { EmptyState } from '../../ui/state-panel.tsx';
import { CoinSearch } from './coin-search.tsx';

export interface CoinOption {
  readonly currency_code: string;
  readonly currency_name: string;
  readonly logo: string;
}

interface CoinSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly coins: readonly CoinOption[];
  readonly value: string | undefined;
  readonly onChoose: (code: string) => void;
}

/** All coins, found by code or name. */
export function CoinSheet({ isOpen, onClose, coins, value, onChoose }: CoinSheetProps) {
  const t = useText('wallet');
  const [search, setSearch] = useState('');
  const found = coins.filter((coin) => isCoinMatch(coin, search));
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('coin.choose')}>
      <div className="flex min-h-64 flex-col gap-2 px-4 pb-4">
        <CoinSearch value={search} onChange={setSearch} />
        {found.length === 0 ? (
          <EmptyState title={t('coin.none')} hint={t('coin.noneHint')} />
        ) : (
          <OptionList
            label={t('coin.choose')}
            value={value}
            options={found.map((coin) => ({
              value: coin.currency_code,
              label: `${coin.currency_code} · ${coin.currency_name}`,
              leading: <CurrencyLogo code={coin.currency_code} src={coin.logo} />,
            }))}
            onChoose={(code) => {
              setSearch('');
              onChoose(code);
            }}
          />
        )}
      </div>
    </Sheet>
  );
}

/** Returns whether code or name contain the typed text. */
export function isCoinMatch(
  { currency_code: code, currency_name: name }: Omit<CoinOption, 'logo'>,
  search: string,
): boolean {
  const wanted = search.trim().toLowerCase();
  return `${code} ${name}`.toLowerCase().includes(wanted);
}

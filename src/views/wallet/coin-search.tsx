/** The search field for coins. */
import { useText } from '../../i18n/use-text.ts';
import { SearchField } from '../parts/search-field.tsx';

interface CoinSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Finds coins by code or name while typing. */
export function CoinSearch({ value, onChange }: CoinSearchProps) {
  const t = useText('wallet');
  return (
    <SearchField
      label={t('coin.search')}
      clearLabel={t('coin.clearSearch')}
      value={value}
      onChange={onChange}
    />
  );
}

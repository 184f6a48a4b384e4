/** The search field for pairs. */
import { useText } from '../../../i18n/use-text.ts';
import { SearchField } from '../search-field.tsx';

interface PairSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Finds pairs by code or name while typing. */
export function PairSearch({ value, onChange }: PairSearchProps) {
  const t = useText('market');
  return (
    <SearchField
      label={t('list.search')}
      placeholder={t('list.searchHint')}
      clearLabel={t('list.clearSearch')}
      autoCapitalize="characters"
      className="border-line"
      value={value}
      onChange={onChange}
    />
  );
}

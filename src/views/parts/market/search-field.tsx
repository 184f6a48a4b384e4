/** The search field for pairs. */
import { useText } from '../../../i18n/use-text.ts';
import { controlFrame, controlInput } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconClose, IconSearch } from '../../../ui/icons.ts';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Finds pairs by code or name while typing. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const t = useText('market');
  return (
    <search className={`${controlFrame} border-line ps-3.5`}>
      <IconSearch aria-hidden className="size-4.5 shrink-0 text-faint" />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        aria-label={t('list.search')}
        placeholder={t('list.searchHint')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlInput} ps-2.5`}
      />
      {value !== '' && (
        <IconButton icon={IconClose} label={t('list.clearSearch')} onClick={() => onChange('')} />
      )}
    </search>
  );
}

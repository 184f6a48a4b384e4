/** A search box that filters a list while typing. */
import { useText } from '../../i18n/use-text.ts';
import { controlFrame, controlInput } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconClose, IconSearch } from '../../ui/icons.ts';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Filters a list while typing. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const t = useText('wallet');
  return (
    <search className={`${controlFrame} ps-3.5`}>
      <IconSearch aria-hidden className="size-4.5 shrink-0 text-faint" />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlInput} ps-2.5`}
      />
      {value !== '' && (
        <IconButton icon={IconClose} label={t('coin.clearSearch')} onClick={() => onChange('')} />
      )}
    </search>
  );
}

/** The search field that filters a list while typing. */
import type { InputHTMLAttributes } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { controlFrame, controlInput } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconClose, IconSearch } from '../../ui/icons.ts';

interface SearchFieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'placeholder' | 'autoCapitalize' | 'className'
> {
  readonly label: string;
  readonly clearLabel: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Filters a list while typing. */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  placeholder = label,
  autoCapitalize,
  className,
}: SearchFieldProps) {
  return (
    <search className={classNames(controlFrame, 'ps-3.5', className)}>
      <IconSearch aria-hidden className="size-4.5 shrink-0 text-faint" />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize={autoCapitalize}
        spellCheck={false}
        maxLength={32}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlInput} ps-2.5`}
      />
      {value !== '' && (
        <IconButton icon={IconClose} label={clearLabel} onClick={() => onChange('')} />
      )}
    </search>
  );
}

/** A text field for decimal numbers in the notation of the language. */
import type { ChangeEvent, ComponentProps } from 'react';
import { readDecimalInput, showDecimalInput } from '../format/decimal-input.ts';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import { showToast } from './toast.ts';

interface DecimalInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'inputMode' | 'autoComplete' | 'maxLength'
> {
  /** Stored digits with a point; shown with the decimal sign of the language. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An input for a decimal number. Invalid input changes nothing; for a pasted text it shows why. */
export function DecimalInput({ value, onChange, ...input }: DecimalInputProps) {
  const t = useText('common');
  const { locale } = useFormat();
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const read = readDecimalInput(locale, target.value);
    if (read !== null) onChange(read);
    else if (isPaste(nativeEvent)) showToast(t('field.noNumber'), 'problem');
  };
  return (
    <input
      {...input}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      value={showDecimalInput(locale, value)}
      onChange={change}
    />
  );
}

/** Phone keyboards insert the clipboard as typed text, all at once. */
const isPaste = (event: Event): boolean =>
  event instanceof InputEvent &&
  !event.isComposing &&
  (/^insertFrom(?:Paste|Drop)/.test(event.inputType) || (event.data ?? '').length > 1);

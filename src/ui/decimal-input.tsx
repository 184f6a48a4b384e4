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
  /** Digits with a point, as kept; shown with the sign of the language. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Where a decimal number is typed. What is none changes nothing; of what was pasted that is said. */
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

/** Keyboards of phones insert what is in the clipboard as if it were typed, all at once. */
const isPaste = (event: Event): boolean =>
  event instanceof InputEvent &&
  !event.isComposing &&
  (/^insertFrom(?:Paste|Drop)/.test(event.inputType) || (event.data ?? '').length > 1);

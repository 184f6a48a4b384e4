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

/** Characters that the largest amount of any currency needs. */
const LENGTH_MAX = 40;

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
      maxLength={LENGTH_MAX}
      value={showDecimalInput(locale, value)}
      onChange={change}
    />
  );
}

const isPaste = (event: Event): boolean =>
  event instanceof InputEvent && /^insertFrom(?:Paste|Drop)/.test(event.inputType);

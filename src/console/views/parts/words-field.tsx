/** The field of the text that the user reads with a decision. */
import { useText } from '../../../i18n/use-text.ts';
import { TextArea } from '../../../ui/text-area.tsx';

interface WordsFieldProps {
  readonly name?: string;
  readonly hint?: string;
  readonly maxLength?: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the text is missing. */
  readonly isMissing?: boolean;
}

/** The field of an operator's text for the user. */
export function WordsField({ name = 'text', hint, isMissing = false, ...rest }: WordsFieldProps) {
  const t = useText('operator');
  return (
    <TextArea
      name={name}
      label={t('words')}
      hint={hint ?? t('wordsHint')}
      problem={isMissing ? t('wordsMissing') : undefined}
      {...rest}
    />
  );
}

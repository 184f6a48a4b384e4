/** The field of a verification code, digit by digit. */
import { OTPField } from '@base-ui/react/otp-field';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';

interface CodeFieldProps extends FieldProps {
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Number of digits. */
  readonly length: number;
  /** The button that sends a code, at the end of the label's line. */
  readonly action?: ReactNode;
}

/**
 * A code from a mail or SMS: a box for each digit; typing, pasting and autofill fill all of them.
 */
export function CodeField(props: CodeFieldProps) {
  const { label, hint, problem, name, value, onChange, length, action } = props;
  const t = useText('common');
  return (
    <Field label={label} hint={hint} problem={problem} action={action}>
      {({ id, ...wiring }) => (
        <OTPField.Root
          id={id}
          name={name}
          length={length}
          value={value}
          onValueChange={onChange}
          className="grid auto-cols-fr grid-flow-col gap-2"
        >
          {Array.from({ length }, (_, index) => (
            <OTPField.Input
              key={index}
              {...wiring}
              aria-label={
                index === 0 ? undefined : t('field.codeDigit', { digit: index + 1, length })
              }
              className={classNames(
                'figures h-12 w-full min-w-0 rounded-control border bg-surface text-center text-xl font-semibold',
                'focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent',
                problem === undefined ? 'border-edge' : 'border-down',
              )}
            />
          ))}
        </OTPField.Root>
      )}
    </Field>
  );
}

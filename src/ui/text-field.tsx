/** A field for one line of text, with optional parts around it. */
import type { ComponentProps, ReactNode } from 'react';
import { controlFrame, controlInput, Field, type FieldProps } from './field.tsx';

interface TextFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Before the text, inside the frame (an area code). */
  readonly leading?: ReactNode;
  /** After the text, inside the frame (a button). */
  readonly trailing?: ReactNode;
}

/** One line of text with its label and problem. */
export function TextField(props: TextFieldProps) {
  const { label, hint, problem, value, onChange, leading, trailing, ...input } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <div className={controlFrame}>
          {leading}
          <input
            type="text"
            {...input}
            {...wiring}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={controlInput}
          />
          {trailing}
        </div>
      )}
    </Field>
  );
}

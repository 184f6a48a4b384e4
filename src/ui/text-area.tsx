/** A field for several lines of text. */
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlFrame, Field, type FieldProps } from './field.tsx';

interface TextAreaProps
  extends FieldProps, Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'id'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Several lines of text with label and problem. */
export function TextArea({ label, hint, problem, value, onChange, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <div className={controlFrame}>
          <textarea
            rows={5}
            {...rest}
            {...wiring}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={classNames(
              'min-h-32 w-full resize-y bg-transparent px-3.5 py-3 text-ink outline-none',
              'placeholder:text-faint',
            )}
          />
        </div>
      )}
    </Field>
  );
}

import { controlFrame, controlInput, Field, type FieldProps } from './field.tsx';
import { classNames } from './class-names.ts';
import { IconExpand } from './icons.ts';

interface SelectProps<T extends string> extends FieldProps {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** The platform's own picker: on a phone nothing is easier to use, and it needs no script. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, hint, problem, value, options, onChange } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <div className={classNames(controlFrame, 'relative')}>
          <select
            {...wiring}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value);
              if (chosen) onChange(chosen.value);
            }}
            className={classNames(controlInput, 'appearance-none pe-10')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <IconExpand
            aria-hidden
            className="pointer-events-none absolute end-3 size-5 text-muted"
          />
        </div>
      )}
    </Field>
  );
}

/** A group of options that are all visible, side by side. */
import { useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';

interface RadioChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A choice between a few visible options, side by side. */
export function RadioChoice<Value extends string>(props: RadioChoiceProps<Value>) {
  const { label, value, options, onChange } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1.5 text-sm font-medium text-muted">{label}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-1 rounded-control bg-sunken p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'flex min-h-11 min-w-0 cursor-pointer items-center justify-center rounded-[8px] px-1.5 text-center text-sm leading-tight',
              'transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              option.value === value
                ? 'bg-raised font-semibold text-ink'
                : 'text-muted hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

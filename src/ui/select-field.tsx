/** A select field that uses the picker of the device. */
import { controlFrame, Field, type FieldProps } from './field.tsx';
import { IconExpand } from './icons.ts';

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly name?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A choice from a list, with the device's own picker. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, problem, name, value, options, onChange } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <div className={`${controlFrame} relative`}>
          <select
            {...wiring}
            name={name}
            value={value}
            onChange={(event) => onChange(event.target.value as Value)}
            className="h-12 min-w-0 flex-1 appearance-none truncate @max-[18rem]:text-sm bg-transparent ps-3.5 pe-11 text-ink outline-none"
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} className="bg-surface text-ink">
                {option.label}
              </option>
            ))}
          </select>
          <IconExpand
            aria-hidden
            className="pointer-events-none absolute end-3.5 size-5 text-muted"
          />
        </div>
      )}
    </Field>
  );
}

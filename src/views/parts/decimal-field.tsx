/** A decimal field with label, unit and problem. */
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { controlFrame, controlInput, Field, type FieldProps } from '../../ui/field.tsx';

interface DecimalFieldProps extends FieldProps {
  readonly name: string;
  /** Stored digits with a point; shown with the decimal sign of the language. */
  readonly value: string;
  /** After the number. */
  readonly unit: string;
  readonly onChange: (value: string) => void;
}

/** A number with its unit. */
export function DecimalField(props: DecimalFieldProps) {
  const { label, hint, problem, name, value, unit, onChange } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <div className={controlFrame}>
          <DecimalInput
            {...wiring}
            name={name}
            enterKeyHint="next"
            placeholder="0"
            value={value}
            onChange={onChange}
            className={`${controlInput} figures`}
          />
          <span className="shrink-0 pe-3.5 text-sm font-semibold text-muted">{unit}</span>
        </div>
      )}
    </Field>
  );
}

import { readDecimalInput, showDecimalInput } from '../../format/decimal-input.ts';
import { useFormat } from '../../format/use-format.ts';
import { controlFrame, controlInput, Field, type FieldProps } from '../../ui/field.tsx';

/** Characters that the largest amount of any currency needs. */
const LENGTH_MAX = 40;

interface DecimalFieldProps extends FieldProps {
  readonly name: string;
  /** Digits with a point, as kept; shown with the sign of the language. */
  readonly value: string;
  /** Stands behind the number. */
  readonly unit: string;
  readonly onChange: (value: string) => void;
}

/** A number with its unit. */
export function DecimalField(props: DecimalFieldProps) {
  const { label, hint, problem, name, value, unit, onChange } = props;
  const { locale } = useFormat();
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <div className={controlFrame}>
          <input
            {...wiring}
            name={name}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            maxLength={LENGTH_MAX}
            placeholder="0"
            value={showDecimalInput(locale, value)}
            onChange={(event) => onChange(readDecimalInput(locale, event.target.value, value))}
            className={`${controlInput} figures`}
          />
          <span className="shrink-0 pe-3.5 text-sm font-semibold text-muted">{unit}</span>
        </div>
      )}
    </Field>
  );
}

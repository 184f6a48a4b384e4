/** A row of chips that set a value, or of radio buttons in the same look. */
import { Fragment } from 'react';
import { classNames } from '../../ui/class-names.ts';

const CHIP =
  'figures touch-target inline-flex min-h-8 min-w-11 items-center justify-center rounded-tag border px-2 text-xs';
const CHOSEN = 'border-accent bg-accent-soft font-semibold text-accent';
/** Chips of four durations fit in one row at 360 px, in each language. */
const SEVERAL_LINES = 'flex-col py-1 leading-tight whitespace-nowrap';
const OTHER = 'border-line text-muted hover:text-ink';

interface ChipChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly {
    readonly value: T;
    readonly text: string;
    /** Further lines. */
    readonly notes?: readonly string[];
  }[];
  readonly disabled: boolean;
  readonly onChange: (value: T) => void;
}

/** One of several values. */
export function ChipChoice<T extends string>(props: ChipChoiceProps<T>) {
  const { label, value, options, disabled, onChange } = props;
  return (
    <fieldset className="flex flex-col gap-1" disabled={disabled}>
      <legend className="float-start pb-1 text-xs text-muted">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              CHIP,
              'has-focus-visible:outline-2 has-focus-visible:outline-accent',
              option.notes !== undefined && SEVERAL_LINES,
              option.value === value ? CHOSEN : OTHER,
            )}
          >
            <input
              type="radio"
              name={label}
              className="sr-only"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.text}
            {option.notes?.map((note) => (
              <Fragment key={note}>
                {' '}
                <span>{note}</span>
              </Fragment>
            ))}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ChipButtonsProps {
  /** Names the group. */
  readonly label: string;
  readonly options: readonly { readonly key: number; readonly text: string }[];
  readonly disabled: boolean;
  readonly onPress: (key: number) => void;
}

/** Buttons that fill in a field. */
export function ChipButtons({ label, options, disabled, onPress }: ChipButtonsProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {options.map(({ key, text }) => (
        <button
          key={key}
          type="button"
          disabled={disabled}
          onClick={() => onPress(key)}
          className={classNames(CHIP, OTHER)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

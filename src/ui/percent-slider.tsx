/** A slider from 0 to 100 percent, built on the browser's own slider. */
import { classNames } from './class-names.ts';

const MARKS = [0, 25, 50, 75, 100];

const TONE = {
  up: { bar: 'bg-up', thumb: 'text-up' },
  down: { bar: 'bg-down', thumb: 'text-down' },
} as const;

/**
 * The browser's own slider with custom styles, so that keys and gestures are those of the device.
 */
const RANGE = classNames(
  'absolute inset-0 w-full cursor-pointer appearance-none bg-transparent',
  '[&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none',
  '[&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-3',
  '[&::-webkit-slider-thumb]:border-current [&::-webkit-slider-thumb]:bg-surface',
  '[&::-moz-range-thumb]:size-2.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-3',
  '[&::-moz-range-thumb]:border-current [&::-moz-range-thumb]:bg-surface',
  '[&::-moz-range-track]:bg-transparent',
);

interface PercentSliderProps {
  readonly label: string;
  /** 0 to 100. */
  readonly value: number;
  readonly onChange: (percent: number) => void;
  /** The value's meaning for screen readers: `50 % of 1,000 USDT`. */
  readonly valueText: string;
  /** Names a mark's button: `50 %`. */
  readonly markLabel: (percent: number) => string;
  readonly tone: 'up' | 'down';
  readonly disabled?: boolean;
}

/** A percentage: any by dragging or by arrow keys, quarters by a tap. */
export function PercentSlider(props: PercentSliderProps) {
  const { label, value, onChange, valueText, markLabel, tone, disabled = false } = props;
  return (
    <div className={classNames('flex flex-col', disabled && 'opacity-60')}>
      <div className="relative h-8">
        <span
          aria-hidden
          className="absolute inset-x-2 top-1/2 h-1 -translate-y-1/2 rounded-full bg-sunken"
        />
        <span
          aria-hidden
          className={classNames(
            'absolute start-2 top-1/2 h-1 w-[calc(100%-1rem)] origin-left -translate-y-1/2 rounded-full',
            TONE[tone].bar,
          )}
          style={{ scale: `${value / 100} 1` }}
        />
        {MARKS.map((mark) => (
          <span
            key={mark}
            aria-hidden
            className={classNames(
              'absolute top-1/2 size-1.5 -translate-1/2 rounded-full',
              mark <= value ? TONE[tone].bar : 'bg-edge',
            )}
            style={{ insetInlineStart: `calc(0.5rem + (100% - 1rem) * ${mark / 100})` }}
          />
        ))}
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={value}
          disabled={disabled}
          aria-label={label}
          aria-valuetext={valueText}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className={classNames(RANGE, TONE[tone].thumb)}
        />
      </div>
      <div className="flex justify-between">
        {MARKS.map((mark) => (
          <button
            key={mark}
            type="button"
            disabled={disabled}
            onClick={() => onChange(mark)}
            aria-pressed={value === mark}
            className={classNames(
              'figures min-h-6 min-w-7 rounded-tag text-2xs touch-target',
              value === mark ? 'font-semibold text-ink' : 'text-faint hover:text-ink',
            )}
          >
            {markLabel(mark)}
          </button>
        ))}
      </div>
    </div>
  );
}

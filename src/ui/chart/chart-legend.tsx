/** The legend of the chart with the values under the cursor. */
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../class-names.ts';
import { Turnover } from '../turnover.tsx';
import { isRising } from './bar.ts';
import type { ControllerWords } from './candle-chart-controller.ts';
import { AVERAGE_LENGTHS, type AverageLength } from './moving-average.ts';
import { useReading, type ReadingStore } from './reading-store.ts';

/** Text colors of the averages; the lines take theirs from the same tokens in chart-theme.ts. */
const AVERAGE_INK = ['text-warn', 'text-accent', 'text-muted'] as const;

interface LegendProps {
  readonly readings: ReadingStore;
  readonly words: ControllerWords;
  /** Currency of the turnover. */
  readonly quoteCode: string;
}

/** Open, high, low, close and turnover of the chosen bar, or of the forming one. */
export function ChartLegend({ readings, words, quoteCode }: LegendProps) {
  const reading = useReading(readings);
  const t = useText('market');
  const bar = reading?.bar;
  const tone = bar && !isRising(bar) ? 'text-down' : 'text-up';
  const figures = bar
    ? ([
        [t('candle.open'), words.price(bar.open)],
        [t('candle.high'), words.price(bar.high)],
        [t('candle.low'), words.price(bar.low)],
        [t('candle.close'), words.price(bar.close)],
      ] as const)
    : [];
  return (
    <div
      aria-live={reading?.isChosen ? 'polite' : 'off'}
      className="figures flex min-h-9 flex-wrap content-start gap-x-2.5 text-2xs text-faint"
    >
      {bar && <span className="text-muted">{words.fullTime(bar.time)}</span>}
      {figures.map(([name, value]) => (
        <span key={name} className="whitespace-nowrap">
          {name} <span className={tone}>{value}</span>
        </span>
      ))}
      {bar && (
        <span className="whitespace-nowrap">
          {t('candle.turnover')}{' '}
          <Turnover value={bar.turnoverText} code={quoteCode} className={tone} />
        </span>
      )}
    </div>
  );
}

interface AveragesProps {
  readonly readings: ReadingStore;
  readonly words: ControllerWords;
  readonly shown: readonly AverageLength[];
  readonly onChange: (shown: readonly AverageLength[]) => void;
}

/** One button per moving average: shows its value, switches its line on and off. */
export function AverageSwitches({ readings, words, shown, onChange }: AveragesProps) {
  const reading = useReading(readings);
  const t = useText('market');
  return (
    <fieldset aria-label={t('chart.averages')} className="me-auto flex min-w-0 flex-wrap gap-1.5">
      {AVERAGE_LENGTHS.map((length, order) => {
        const isShown = shown.includes(length);
        const value = reading?.averages[order] ?? null;
        return (
          <button
            key={length}
            type="button"
            aria-pressed={isShown}
            onClick={() =>
              onChange(isShown ? shown.filter((other) => other !== length) : [...shown, length])
            }
            className={classNames(
              'touch-target figures min-h-7 min-w-14 rounded-tag border px-1.5 text-2xs',
              isShown ? 'border-current/40' : 'border-line text-faint',
              isShown && AVERAGE_INK[order],
            )}
          >
            {t('chart.average', { length })}
            {isShown && value !== null && (
              <span className="ms-1 hidden min-[380px]:inline">{words.price(value)}</span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}

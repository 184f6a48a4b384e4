import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Bar } from './bar.ts';
import { isRising } from './bar.ts';
import type { ControllerWords } from './candle-chart-controller.ts';

const ROWS_MAX = 100;

interface CandleTableProps {
  /** Oldest first; the newest are shown. */
  readonly bars: readonly Bar[];
  readonly words: ControllerWords;
  readonly quantityScale: number;
  readonly caption: string;
}

/** The candles as a table, newest first: the chart for reading instead of looking. */
export function CandleTable({ bars, words, quantityScale, caption }: CandleTableProps) {
  const t = useText('market');
  const format = useFormat();
  const rows = bars.slice(-ROWS_MAX).toReversed();
  const head = [
    t('candle.time'),
    t('candle.open'),
    t('candle.high'),
    t('candle.low'),
    t('candle.close'),
    t('candle.volume'),
  ];
  return (
    <section
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take focus
      tabIndex={0}
      className="absolute inset-0 overflow-auto -outline-offset-2"
    >
      <table className="figures w-full border-collapse text-end text-xs">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-canvas text-faint">
          <tr>
            {head.map((title, column) => (
              <th
                key={title}
                scope="col"
                className={`px-2 py-2 font-medium ${column === 0 ? 'text-start' : 'text-end'}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((bar) => (
            <tr key={bar.time} className="border-t border-line">
              <th scope="row" className="px-2 py-2 text-start font-normal whitespace-nowrap">
                {words.fullTime(bar.time)}
              </th>
              <td className="px-2">{words.price(bar.open)}</td>
              <td className="px-2">{words.price(bar.high)}</td>
              <td className="px-2">{words.price(bar.low)}</td>
              <td className={`px-2 ${isRising(bar) ? 'text-up' : 'text-down'}`}>
                {words.price(bar.close)}
              </td>
              <td className="px-2">
                {format.compact(bar.volume.toFixed(Math.min(quantityScale, 4)))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

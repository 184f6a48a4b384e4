/** The table of candles, the accessible equivalent of the chart. */
import { useEffect, useMemo, useState } from 'react';
import type { Candle } from '../../../contract/market/market.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { formatTurnover, formatWholeTurnover } from '../../format/turnover.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { applyLiveBar, barOf, isRising, LiveTail, type Bar } from './bar.ts';
import type { ControllerWords } from './candle-chart-controller.ts';
import type { LiveCandles } from './candle-plot.tsx';

const ROWS_MAX = 100;
/** Update interval of the forming candle, because a table is read slowly. */
const LIVE_EVERY_MS = SECOND_MS;

interface CandleTableProps {
  /** Oldest first; the newest are shown. */
  readonly candles: readonly Candle[];
  readonly live: LiveCandles;
  readonly words: ControllerWords;
  readonly caption: string;
  /** Currency of the turnover. */
  readonly quoteCode: string;
}

/** The candles of one series as a table, newest first, as the accessible form of the chart. */
export function CandleTable(props: CandleTableProps) {
  const { candles, live, words, caption, quoteCode } = props;
  const bars = useLiveBars(candles, live);
  const t = useText('market');
  const format = useFormat();
  const rows = bars.slice(-ROWS_MAX).toReversed();
  const head = [
    t('candle.time'),
    t('candle.open'),
    t('candle.high'),
    t('candle.low'),
    t('candle.close'),
    t('candle.turnoverIn', { currency: quoteCode }),
  ];
  return (
    <div
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
                className={`px-1.5 py-2 font-medium ${column === 0 ? 'text-start' : 'text-end'}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((bar) => (
            <tr key={bar.time} className="border-t border-line">
              <th scope="row" className="px-1.5 py-2 text-start font-normal">
                {words.fullTime(bar.time)}
              </th>
              <td className="px-1.5">{words.price(bar.open)}</td>
              <td className="px-1.5">{words.price(bar.high)}</td>
              <td className="px-1.5">{words.price(bar.low)}</td>
              <td className={`px-1.5 ${isRising(bar) ? 'text-up' : 'text-down'}`}>
                {words.price(bar.close)}
              </td>
              <td className="px-1.5" title={formatWholeTurnover(format.locale, bar.turnoverText)}>
                {formatTurnover(format.locale, bar.turnoverText)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the candles of the history with the live ones. */
function useLiveBars(candles: readonly Candle[], live: LiveCandles): readonly Bar[] {
  const history = useMemo(() => candles.map(barOf), [candles]);
  const [shown, setShown] = useState({ history, bars: history });
  const [tail] = useState(() => new LiveTail());
  useEffect(() => {
    const bars = tail.addTo(history);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      setShown({ history, bars: [...bars] });
    };
    const subscription = live.subscribe((candle) => {
      const bar = barOf(candle);
      tail.push(bar);
      if (applyLiveBar(bars, bar) !== 'ignored') timer ??= setTimeout(show, LIVE_EVERY_MS);
    });
    return () => {
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  }, [tail, history, live]);
  return shown.history === history ? shown.bars : history;
}

/** The figures of a pair for the last 24 hours. */
import type { ReactNode } from 'react';
import type { DayQuotation } from '../../../../contract/market/market.ts';
import type { QuoteView } from '../../../app/market/use-quote.ts';
import { changeOf, priceOrDash } from '../../../format/no-price.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ChangeText } from '../../../ui/change-text.tsx';
import { FIGURE } from '../../../ui/figure-style.ts';
import { PriceText } from '../../../ui/price-text.tsx';
import { StaleMark } from '../../../ui/stale-mark.tsx';
import { Turnover } from '../../../ui/turnover.tsx';
import { liveRange } from './live-range.ts';

interface PairFiguresProps {
  readonly quote: QuoteView;
  /** Figures of the last 24 hours from the last answer. */
  readonly day: DayQuotation;
  readonly priceScale: number;
  readonly quoteCode: string;
  /** Next to the change (open or closed). */
  readonly children?: ReactNode;
}

/** Last price, change, and the range and turnover of 24 hours. */
export function PairFigures({ quote, day, priceScale, quoteCode, children }: PairFiguresProps) {
  const t = useText('market');
  const format = useFormat();
  const { high, low } = liveRange(day, quote.close);
  const change = changeOf(quote);
  const figures = [
    [t('pair.high'), priceOrDash(format, high, priceScale)],
    [t('pair.low'), priceOrDash(format, low, priceScale)],
    [t('pair.turnover', { currency: quoteCode }), <Turnover key="turnover" value={day.turnover} />],
  ] as const;
  return (
    <div className="flex flex-col gap-2.5 md:flex-row md:flex-wrap md:items-end md:gap-x-6">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="sr-only">{t('pair.last')}</span>
        <PriceText
          value={quote.close}
          scale={priceScale}
          change={change}
          isStale={quote.isStale}
          className="text-3xl leading-[1.2] font-semibold"
        />
        <span className="flex min-h-6 flex-wrap items-center gap-x-2">
          <ChangeText change={change} isStale={quote.isStale} className="text-sm" />
          {children}
          <StaleMark isStale={quote.isStale} />
        </span>
      </div>
      {/* A turnover with all digits gets the room next to the prices. */}
      <dl className="grid grid-cols-3 has-aria-expanded:grid-cols-[auto_auto_minmax(0,1fr)] @max-[16rem]:grid-cols-1 gap-x-3 text-xs md:ms-auto md:flex md:gap-x-6">
        {figures.map(([name, figure]) => (
          <div key={name} className="flex min-w-0 flex-col justify-between">
            <dt className="text-faint">{name}</dt>
            <dd className={`${FIGURE} pt-0.5 text-sm`}>{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { QuoteView } from '../../app/hooks/use-quote.ts';
import { useText } from '../../i18n/use-text.ts';
import { ChangeText } from '../../ui/change-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconLater } from '../../ui/icons.ts';
import { PriceText } from '../../ui/price-text.tsx';
import { useFlash } from './use-flash.ts';

/** Height of a row, CSS px: the virtual list needs it. */
export const PAIR_ROW_PX = 64;

interface PairRowProps {
  readonly label: string;
  readonly path: string;
  /** Second line below the pair. */
  readonly note: ReactNode;
  readonly logo: ReactNode;
  readonly quote: QuoteView;
  readonly priceScale: number;
  /** Stands before the link (the star). */
  readonly leading?: ReactNode;
  readonly isChosen?: boolean | undefined;
  /** A plain tap chooses the pair instead of opening its page. */
  readonly onChoose?: (() => void) | undefined;
}

/** One line of a market list: pair, live price, day change. */
export function PairRow(props: PairRowProps) {
  const { label, path, note, logo, quote, priceScale, leading, isChosen, onChoose } = props;
  const t = useText('common');
  const veil = useFlash(quote.close);
  const [base, quoteCode] = label.split('/');
  const onClick = (event: MouseEvent) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
    if (!onChoose || !isPlain) return;
    event.preventDefault();
    onChoose();
  };
  return (
    <div
      className={classNames(
        'flex h-full items-center transition-colors duration-150 hover:bg-raised',
        isChosen && 'bg-accent-soft',
      )}
    >
      {leading}
      <Link
        to={path}
        data-testid="market-row"
        onClick={onClick}
        aria-current={isChosen ? 'true' : undefined}
        className={classNames(
          'flex h-full min-w-0 flex-1 items-center gap-2 pe-gutter min-[380px]:gap-3 -outline-offset-2',
          leading === undefined && 'ps-gutter',
        )}
      >
        <span className="max-[379px]:hidden">{logo}</span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">
            {base}
            <span className="text-sm font-normal text-faint">/{quoteCode}</span>
          </span>
          <span className="figures flex items-center gap-1 text-xs text-faint">
            {quote.isStale && (
              <IconLater
                role="img"
                aria-label={t('state.stale')}
                className="size-3.5 shrink-0 text-warn"
              />
            )}
            <span className="truncate">{note}</span>
          </span>
        </span>
        <span className="relative -m-1 p-1">
          <span
            ref={veil}
            aria-hidden
            className={classNames(
              'absolute inset-0 rounded-tag opacity-0',
              quote.change.startsWith('-') ? 'bg-down-soft' : 'bg-up-soft',
            )}
          />
          <PriceText
            value={quote.close}
            scale={priceScale}
            isStale={quote.isStale}
            className="relative font-semibold"
          />
        </span>
        <ChangeText change={quote.change} isStale={quote.isStale} look="pill" className="text-sm" />
      </Link>
    </div>
  );
}

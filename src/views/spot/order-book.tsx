/** The order book of a market, whose rows fill in their price. */
import { memo, type KeyboardEvent } from 'react';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import { useDepth, type DepthRow } from '../../app/market/use-depth.ts';
import { usePickPrice } from '../../app/spot/use-order-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { BookMiddle } from './book-middle.tsx';
import { priceText } from './market-prices.ts';

interface OrderBookProps {
  readonly match: CurrencyMatch;
  /** Rows of each side. */
  readonly rows: number;
}

/** The resting orders of a market around its last price. A tap on a row fills in its price. */
export function OrderBook({ match, rows }: OrderBookProps) {
  const t = useText('spot');
  const { status, bids, asks } = useDepth(match.id, rows);
  const isStale = status === 'stale';
  const pick = usePickPrice(match.id);
  const deepest = Math.max(
    Number(bids.at(-1)?.cumulative ?? 0),
    Number(asks.at(-1)?.cumulative ?? 0),
  );
  const shared = { match, rows, deepest, pick, isLoading: status === 'loading' };
  return (
    <section
      aria-labelledby="book-title"
      className={classNames('flex min-w-0 flex-col', isStale && 'grayscale')}
    >
      <h2 id="book-title" className="sr-only">
        {t('book.title')}
      </h2>
      <BookSummary match={match} bid={bids[0]?.price} ask={asks[0]?.price} />
      <BookSide {...shared} side="sell" levels={asks} />
      <BookMiddle match={match} />
      <BookSide {...shared} side="buy" levels={bids} />
      <div className="flex min-h-6 items-center">
        <StaleMark isStale={isStale} />
        {status === 'live' && (bids.length === 0 || asks.length === 0) && (
          <p aria-hidden className="text-2xs text-faint">
            {t('book.oneSided')}
          </p>
        )}
      </div>
    </section>
  );
}

interface BookSummaryProps {
  readonly match: CurrencyMatch;
  readonly bid: string | undefined;
  readonly ask: string | undefined;
}

/** Describes the order book in a sentence, for users who do not see the bars. */
const BookSummary = memo(function BookSummary({ match, bid, ask }: BookSummaryProps) {
  const t = useText('spot');
  const format = useFormat();
  const scale = match.price_scale;
  const [bidTicks, askTicks] = [parseUnits(bid ?? '', scale), parseUnits(ask ?? '', scale)];
  if (bid === undefined || ask === undefined || bidTicks === null || askTicks === null) {
    return <p className="sr-only">{t('book.oneSided')}</p>;
  }
  const price = (text: string) => priceText(format, text, scale);
  const spread = price(formatUnits(askTicks - bidTicks, scale));
  return (
    <p className="sr-only">{t('book.summary', { bid: price(bid), ask: price(ask), spread })}</p>
  );
});

interface BookSideProps {
  readonly match: CurrencyMatch;
  readonly side: 'buy' | 'sell';
  /** The best first. */
  readonly levels: readonly DepthRow[];
  readonly rows: number;
  /** Quantity of the longest bar, in the base currency. */
  readonly deepest: number;
  readonly isLoading: boolean;
  readonly pick: (price: string) => void;
}

/** Always has the same number of rows, so that nothing moves when levels are added or removed. */
function BookSide({ match, side, levels, rows, deepest, isLoading, pick }: BookSideProps) {
  const t = useText('spot');
  const places = Array.from({ length: rows }, (_, index) => index);
  // Asks are in reverse order: the best is next to the middle.
  const inOrder = side === 'sell' ? places.toReversed() : places;
  return (
    <table className="figures w-full border-collapse text-xs">
      <caption className="sr-only">{t(side === 'buy' ? 'book.bids' : 'book.asks')}</caption>
      <thead className={side === 'buy' ? 'sr-only' : 'text-2xs text-faint'}>
        <tr>
          <th scope="col" className="pb-1 text-start font-normal">
            {t('book.price')}
            <br />({match.quote_currency_code})
          </th>
          <th scope="col" className="pb-1 text-end font-normal">
            {t('book.quantity')}
            <br />({match.base_currency_code})
          </th>
        </tr>
      </thead>
      <tbody>
        {inOrder.map((place) => (
          <BookLevel
            key={place}
            side={side}
            level={levels[place]}
            share={Math.ceil((Number(levels[place]?.cumulative ?? 0) / (deepest || 1)) * 100)}
            priceScale={match.price_scale}
            quantityScale={match.quantity_scale}
            isBest={place === 0}
            isLoading={isLoading}
            pick={pick}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Arrow keys move from price to price; only the best prices are stops of the Tab key. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  const prices = [...(event.currentTarget.closest('table')?.querySelectorAll('button') ?? [])];
  const next = prices[prices.indexOf(event.currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface BookLevelProps {
  readonly side: 'buy' | 'sell';
  readonly level: DepthRow | undefined;
  /** Length of the bar, percent. */
  readonly share: number;
  readonly priceScale: number;
  readonly quantityScale: number;
  readonly isBest: boolean;
  readonly isLoading: boolean;
  readonly pick: (price: string) => void;
}

/** One row of the order book; renders when its level changes. */
const BookLevel = memo(function BookLevel(props: BookLevelProps) {
  const { side, level, share, priceScale, quantityScale, isBest, isLoading, pick } = props;
  const t = useText('spot');
  const format = useFormat();
  if (level === undefined) {
    return (
      <tr aria-hidden className="h-6">
        <td colSpan={2} className="p-0">
          {isLoading && <span className="shimmer block h-3 rounded-tag" />}
        </td>
      </tr>
    );
  }
  const price = priceText(format, level.price, priceScale);
  return (
    <tr data-testid={`book-${side}`} className="relative h-6 hover:bg-tint">
      <td className="p-0">
        <span
          aria-hidden
          data-testid="depth-bar"
          className={classNames(
            'absolute inset-y-px end-0 w-full origin-right',
            side === 'buy' ? 'bg-up-soft' : 'bg-down-soft',
          )}
          style={{ scale: `${share / 100} 1` }}
        />
        <button
          type="button"
          tabIndex={isBest ? 0 : -1}
          aria-label={t('book.pick', { price })}
          onClick={() => pick(level.price)}
          onKeyDown={moveFocus}
          className={classNames(
            'absolute inset-0 w-full text-start -outline-offset-1',
            side === 'buy' ? 'text-up' : 'text-down',
          )}
        >
          {price}
        </button>
      </td>
      <td className="pointer-events-none relative p-0 text-end">
        {format.narrow(level.quantity, quantityScale)}
      </td>
    </tr>
  );
});

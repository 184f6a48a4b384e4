/** The live figures of a row, written without rendering. */
import { useCallback, useRef, type RefObject } from 'react';
import { ensure } from '../../../../contract/assert.ts';
import type { CurrencyMatch, ForexTicker } from '../../../../contract/market/market.ts';
import {
  useForexQuoteListener,
  useIsForexQuoteStale,
  useIsQuoteStale,
  useQuoteListener,
  type QuoteListener,
} from '../../../app/market/use-quote.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconLater } from '../../../ui/icons.ts';
import { createFigureWriter } from './figure-writer.ts';

/**
 * The live part of a spot market's row: written when its own quote changes, never rendered again.
 */
export function SpotFigures({ match }: { readonly match: CurrencyMatch }) {
  const { begin, ...cells } = useFigureCells(match.price_scale);
  useQuoteListener(match.id, match.currency_quotation, begin);
  return <FigureCells {...cells} />;
}

/** The live part of a forex symbol's row. */
export function ForexFigures({ ticker }: { readonly ticker: ForexTicker }) {
  const { begin, ...cells } = useFigureCells(ticker.price_scale);
  useForexQuoteListener(ticker.symbol, ticker.currency_quotation, begin);
  return <FigureCells {...cells} />;
}

interface Cells {
  readonly price: RefObject<HTMLSpanElement | null>;
  readonly change: RefObject<HTMLSpanElement | null>;
}

/** Returns the cells of a row, and a function that starts writing to them. */
function useFigureCells(priceScale: number): Cells & { readonly begin: () => QuoteListener } {
  const format = useFormat();
  const price = useRef<HTMLSpanElement>(null);
  const change = useRef<HTMLSpanElement>(null);
  const begin = useCallback(() => {
    const mounted = {
      price: ensure(price.current, 'the cell of the price'),
      change: ensure(change.current, 'the cell of the change'),
    };
    return createFigureWriter(mounted, format, priceScale);
  }, [format, priceScale]);
  return { price, change, begin };
}

function FigureCells({ price, change }: Cells) {
  return (
    <>
      <span ref={price} data-testid="price" />
      <span ref={change} data-testid="change" />
    </>
  );
}

/** A clock icon while the price of a spot market is older than the connection. */
export function SpotStaleMark({ match }: { readonly match: CurrencyMatch }) {
  return useIsQuoteStale(match.id) && <StaleIcon />;
}

/** A clock icon while the price of a forex symbol is older than the connection. */
export function ForexStaleMark({ ticker }: { readonly ticker: ForexTicker }) {
  return useIsForexQuoteStale(ticker.symbol) && <StaleIcon />;
}

function StaleIcon() {
  const t = useText('common');
  return (
    <IconLater role="img" aria-label={t('state.stale')} className="size-3.5 shrink-0 text-warn" />
  );
}

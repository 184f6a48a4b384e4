import { useLayoutEffect, useRef } from 'react';
import type { CurrencyMatch, ForexTicker, Quotation } from '../../../contract/schemas/market.ts';
import {
  useForexQuoteStore,
  useIsForexQuoteStale,
  useIsQuoteStale,
  useQuoteStore,
  type QuoteStore,
} from '../../app/hooks/use-quote.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconLater } from '../../ui/icons.ts';
import { createFigureWriter } from './figure-writer.ts';

/** The part of a spot market's row that lives: written when its own quote changes, never rendered again. */
export function SpotFigures({ match }: { readonly match: CurrencyMatch }) {
  return (
    <QuoteFigures
      store={useQuoteStore(match.id)}
      initial={match.currency_quotation}
      priceScale={match.price_scale}
    />
  );
}

/** The part of a forex symbol's row that lives. */
export function ForexFigures({ ticker }: { readonly ticker: ForexTicker }) {
  return (
    <QuoteFigures
      store={useForexQuoteStore(ticker.symbol)}
      initial={ticker.currency_quotation}
      priceScale={ticker.price_scale}
    />
  );
}

interface QuoteFiguresProps {
  readonly store: QuoteStore;
  readonly initial: Quotation;
  readonly priceScale: number;
}

function QuoteFigures({ store, initial, priceScale }: QuoteFiguresProps) {
  const format = useFormat();
  const price = useRef<HTMLSpanElement>(null);
  const change = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!price.current || !change.current) return undefined;
    const cells = { price: price.current, change: change.current };
    const write = createFigureWriter(cells, format, priceScale);
    const show = () => {
      const { quotation, isStale } = store.get();
      write(quotation ?? initial, isStale);
    };
    const stop = store.subscribe(show);
    show();
    return stop;
  }, [store, initial, priceScale, format]);
  return (
    <>
      <span ref={price} data-testid="price" />
      <span ref={change} data-testid="change" />
    </>
  );
}

/** A clock while the price of a spot market is older than the connection. */
export function SpotStaleMark({ match }: { readonly match: CurrencyMatch }) {
  return useIsQuoteStale(match.id) && <StaleIcon />;
}

/** A clock while the price of a forex symbol is older than the connection. */
export function ForexStaleMark({ ticker }: { readonly ticker: ForexTicker }) {
  return useIsForexQuoteStale(ticker.symbol) && <StaleIcon />;
}

function StaleIcon() {
  const t = useText('common');
  return (
    <IconLater role="img" aria-label={t('state.stale')} className="size-3.5 shrink-0 text-warn" />
  );
}

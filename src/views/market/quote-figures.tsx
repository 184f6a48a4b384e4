import type { CurrencyMatch, ForexTicker } from '../../../contract/schemas/market.ts';
import {
  useForexQuote,
  useIsForexQuoteStale,
  useIsQuoteStale,
  useQuote,
  type QuoteView,
} from '../../app/hooks/use-quote.ts';
import { useText } from '../../i18n/use-text.ts';
import { ChangeText } from '../../ui/change-text.tsx';
import { IconLater } from '../../ui/icons.ts';
import { PriceText } from '../../ui/price-text.tsx';
import { useFlash } from './use-flash.ts';

/** The part of a spot market's row that lives: renders when its own quote changes and at no other price. */
export function SpotFigures({ match }: { readonly match: CurrencyMatch }) {
  const quote = useQuote(match.id, match.currency_quotation);
  return <QuoteFigures quote={quote} priceScale={match.price_scale} />;
}

/** The part of a forex symbol's row that lives. */
export function ForexFigures({ ticker }: { readonly ticker: ForexTicker }) {
  const quote = useForexQuote(ticker.symbol, ticker.currency_quotation);
  return <QuoteFigures quote={quote} priceScale={ticker.price_scale} />;
}

function QuoteFigures(props: { readonly quote: QuoteView; readonly priceScale: number }) {
  const { quote, priceScale } = props;
  const flashing = useFlash(quote.onMove);
  return (
    <>
      <PriceText
        ref={flashing}
        value={quote.close}
        scale={priceScale}
        change={quote.change}
        isStale={quote.isStale}
        className="rounded-tag px-1 leading-8 font-semibold"
      />
      <ChangeText
        change={quote.change}
        isStale={quote.isStale}
        look="pill"
        className="still-box text-sm"
      />
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

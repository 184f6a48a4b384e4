/** The figures and chart of one forex symbol. */
import type { ForexTicker } from '../../../../contract/market/market.ts';
import { useForexQuote } from '../../../app/market/use-quote.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { PairChart } from '../../parts/market/pair-chart.tsx';
import { PairFigures } from '../../parts/market/pair-figures.tsx';

/** Figures and chart of one forex symbol. */
export function ForexOverview({ ticker }: { readonly ticker: ForexTicker }) {
  const t = useText('market');
  return (
    <>
      <ForexFigures ticker={ticker} />
      {!ticker.is_open && <p className="text-sm text-muted">{t('pair.closedHint')}</p>}
      <PairChart
        instrument={{ kind: 'forex', symbol: ticker.symbol }}
        label={`${ticker.base_currency_code}/${ticker.quote_currency_code}`}
        priceScale={ticker.price_scale}
        quoteCode={ticker.quote_currency_code}
      />
    </>
  );
}

/** A component of its own, so that a new price renders only this. */
function ForexFigures({ ticker }: { readonly ticker: ForexTicker }) {
  const t = useText('market');
  const quote = useForexQuote(ticker.symbol, ticker.currency_quotation);
  return (
    <PairFigures
      quote={quote}
      day={ticker.currency_quotation}
      priceScale={ticker.price_scale}
      quoteCode={ticker.quote_currency_code}
    >
      <Badge tone={ticker.is_open ? 'up' : 'neutral'}>
        {ticker.is_open ? t('pair.open') : t('pair.closed')}
      </Badge>
    </PairFigures>
  );
}

/** The figures and chart of one spot market. */
import type { CurrencyMatch } from '../../../../contract/market/market.ts';
import { useQuote } from '../../../app/market/use-quote.ts';
import { hasPrice } from '../../../format/no-price.ts';
import { NoTradeYet } from './no-trade-yet.tsx';
import { PairChart } from './pair-chart.tsx';
import { PairFigures } from './pair-figures.tsx';

/** Figures and chart of one spot market. */
export function SpotOverview({ match }: { readonly match: CurrencyMatch }) {
  return (
    <>
      <SpotFigures match={match} />
      <PairChart
        instrument={{ kind: 'spot', id: match.id }}
        label={`${match.base_currency_code}/${match.quote_currency_code}`}
        priceScale={match.price_scale}
        quoteCode={match.quote_currency_code}
      />
    </>
  );
}

/** A component of its own, so that a new price renders only this. */
function SpotFigures({ match }: { readonly match: CurrencyMatch }) {
  const quote = useQuote(match.id, match.currency_quotation);
  return (
    <PairFigures
      quote={quote}
      day={match.currency_quotation}
      priceScale={match.price_scale}
      quoteCode={match.quote_currency_code}
    >
      {!hasPrice(quote.close) && <NoTradeYet match={match} />}
    </PairFigures>
  );
}

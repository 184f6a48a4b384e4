/** The change of an instrument within 24 hours, live. */
import { useForexQuote, useQuote } from '../../app/market/use-quote.ts';
import { changeOf } from '../../format/no-price.ts';
import { ChangeText } from '../../ui/change-text.tsx';
import type { ForexPair, SpotPair } from '../parts/market/pair.ts';

export function DayChange({ pair }: { readonly pair: SpotPair | ForexPair }) {
  return pair.kind === 'spot' ? <SpotChange pair={pair} /> : <ForexChange pair={pair} />;
}

function SpotChange({ pair: { match } }: { readonly pair: SpotPair }) {
  const quote = useQuote(match.id, match.currency_quotation);
  return <ChangeText change={changeOf(quote)} isStale={quote.isStale} className="text-sm" />;
}

function ForexChange({ pair: { ticker } }: { readonly pair: ForexPair }) {
  const { change, isStale } = useForexQuote(ticker.symbol, ticker.currency_quotation);
  return <ChangeText change={change} isStale={isStale} className="text-sm" />;
}

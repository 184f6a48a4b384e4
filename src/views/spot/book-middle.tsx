/** The last price in the middle of the order book, a component of its own so that it renders alone. */
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import { usePickPrice } from '../../app/spot/use-order-ticket.ts';
import { useQuote } from '../../app/market/use-quote.ts';
import { changeOf, hasPrice } from '../../format/no-price.ts';
import { useText } from '../../i18n/use-text.ts';
import { ChangeText } from '../../ui/change-text.tsx';
import { PriceText } from '../../ui/price-text.tsx';
import { NoTradeYet } from '../parts/market/no-trade-yet.tsx';

/**
 * The last price between asks and bids; a tap fills it in. A component of its own, so that a new
 * price renders only this.
 */
export function BookMiddle({ match }: { readonly match: CurrencyMatch }) {
  const t = useText('spot');
  const quote = useQuote(match.id, match.currency_quotation);
  const { close, isStale } = quote;
  const change = changeOf(quote);
  const pick = usePickPrice(match.id);
  if (!hasPrice(close)) return <NoTradeYet match={match} />;
  return (
    <button
      type="button"
      onClick={() => pick(close)}
      className="flex min-h-11 flex-col items-start justify-center -outline-offset-2 hover:bg-tint"
    >
      <span className="sr-only">{t('book.pickLast')}</span>
      <PriceText
        value={close}
        scale={match.price_scale}
        change={change}
        isStale={isStale}
        className="text-base leading-tight font-semibold"
      />
      <ChangeText change={change} isStale={isStale} className="text-2xs" />
    </button>
  );
}

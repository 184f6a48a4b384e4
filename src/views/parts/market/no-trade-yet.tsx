/** Note on a pair without a trade: the price around which its first orders are placed. */
import type { CurrencyMatch } from '../../../../contract/market/market.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';

export function NoTradeYet({ match }: { readonly match: CurrencyMatch }) {
  const t = useText('market');
  const format = useFormat();
  const { reference_price: price, price_scale: scale, quote_currency_code: currency } = match;
  return (
    <p data-testid="untraded" className="py-1 text-xs text-muted">
      {price === null
        ? t('deals.empty')
        : t('row.untradedFrom', { price: format.price(price, scale), currency })}
    </p>
  );
}

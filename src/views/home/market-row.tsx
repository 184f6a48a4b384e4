import { Link } from 'react-router-dom';
import type { CurrencyMatch } from '../../../contract/schemas/market.ts';
import { useQuote } from '../../app/hooks/use-quote.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { ChangeText } from '../../ui/change-text.tsx';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { PriceText } from '../../ui/price-text.tsx';
import { chartPath } from './use-markets.ts';

/** Height of a row, CSS px: the virtual list needs it. */
export const MARKET_ROW_PX = 64;

/** One market with its live price and change; opens its chart. */
export function MarketRow({ market }: { readonly market: CurrencyMatch }) {
  const t = useText('home');
  const format = useFormat();
  const quote = useQuote(market.id, market.currency_quotation);
  return (
    <Link
      to={chartPath(market)}
      className="flex h-full items-center gap-3 px-gutter -outline-offset-2 transition-colors duration-150 hover:bg-raised"
    >
      <CurrencyLogo code={market.base_currency_code} src={market.base_currency.logo} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">
          {market.base_currency_code}
          <span className="text-sm font-normal text-faint">/{market.quote_currency_code}</span>
        </span>
        <span className="figures block truncate text-xs text-faint">
          {t('markets.volume', { volume: format.compact(market.currency_quotation.volume) })}
        </span>
      </span>
      <PriceText
        value={quote.close}
        scale={market.price_scale}
        isStale={quote.isStale}
        className="font-semibold"
      />
      <ChangeText change={quote.change} isStale={quote.isStale} look="pill" className="text-sm" />
    </Link>
  );
}

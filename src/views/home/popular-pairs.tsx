/** The three most popular markets. */
import { Link } from 'react-router-dom';
import { LIMITS } from '../../../contract/limits.ts';
import { useQuote } from '../../app/market/use-quote.ts';
import { changeOf, priceOrDash } from '../../format/no-price.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { ChangeText } from '../../ui/change-text.tsx';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { DayRange } from '../../ui/day-range.tsx';
import { PriceText } from '../../ui/price-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { SpotPair } from '../parts/market/pair.ts';
import { useSpotPairs } from '../parts/market/use-pairs.ts';

/** The three most popular markets. The list below reports a failed call, for both. */
export function PopularPairs() {
  const t = useText('home');
  const { status, pairs } = useSpotPairs();
  if (status === 'failure') return null;
  return (
    <section aria-labelledby="popular-title" className="px-gutter">
      <h2 id="popular-title" className="sr-only">
        {t('popular.title')}
      </h2>
      <ul className="grid grid-cols-3 @max-[16rem]:grid-cols-1 gap-2">
        {status === 'loading'
          ? Array.from({ length: LIMITS.popular_pairs }, (_, card) => (
              <li key={card}>
                <Skeleton className="h-30 rounded-card" />
              </li>
            ))
          : pairs.slice(0, LIMITS.popular_pairs).map((pair) => (
              <li key={pair.key} className="@container min-w-0">
                <PopularPair pair={pair} />
              </li>
            ))}
      </ul>
    </section>
  );
}

function PopularPair({ pair: { match: market, path } }: { readonly pair: SpotPair }) {
  const t = useText('home');
  const format = useFormat();
  const day = market.currency_quotation;
  const quote = useQuote(market.id, day);
  const change = changeOf(quote);
  const price = (text: string) => priceOrDash(format, text, market.price_scale);
  return (
    <Link
      data-testid="popular-pair"
      to={path}
      className="flex h-full flex-col gap-1 rounded-card bg-surface p-2.5 lg:p-4 transition-colors duration-150 hover:bg-tint"
    >
      <span className="flex items-center gap-1 text-xs font-medium">
        <span className="@max-[6.25rem]:hidden">
          <CurrencyLogo
            code={market.base_currency_code}
            src={market.base_currency.logo}
            size="small"
          />
        </span>
        <span className="truncate">
          {market.base_currency_code}
          <span className="text-faint">/{market.quote_currency_code}</span>
        </span>
      </span>
      <PriceText
        value={quote.close}
        scale={market.price_scale}
        change={change}
        isStale={quote.isStale}
        className="mt-1 truncate text-[clamp(0.8125rem,13cqi,1.125rem)] font-semibold"
      />
      <ChangeText change={change} isStale={quote.isStale} className="text-xs" />
      <span className="figures mt-auto hidden justify-between gap-2 pt-3 text-xs text-faint lg:flex">
        <span>{price(day.low)}</span>
        <span>{price(day.high)}</span>
      </span>
      <span className="mt-auto pt-2 lg:mt-0 lg:pt-0">
        <DayRange
          low={day.low}
          high={day.high}
          close={quote.close}
          label={t('popular.range', { low: price(day.low), high: price(day.high) })}
        />
      </span>
    </Link>
  );
}

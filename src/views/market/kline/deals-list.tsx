/** The latest trades of a spot market, live. */
import { memo } from 'react';
import type { CurrencyMatch, Deal } from '../../../../contract/market/market.ts';
import { useDeals } from '../../../app/market/use-deals.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/state-panel.tsx';

/** The newest trades of a spot market, newest first, live. */
export function DealsList({ match }: { readonly match: CurrencyMatch }) {
  const t = useText('market');
  return (
    <section aria-labelledby="deals-title" className="min-w-0">
      <h2 id="deals-title" className="pb-1 text-base font-semibold">
        {t('deals.title')}
      </h2>
      <DealRows match={match} />
    </section>
  );
}

function DealRows({ match }: { readonly match: CurrencyMatch }) {
  const t = useText('market');
  const { status, data, error, retry } = useDeals(match.id);
  if (status === 'loading') return <SkeletonRows label={t('deals.loading')} rows={6} />;
  if (status === 'failure') return <ErrorState error={error} onRetry={retry} />;
  if (data.length === 0) {
    return <EmptyState title={t('deals.empty')} hint={t('deals.emptyHint')} />;
  }
  return (
    // With large letters it is wider than a phone.
    <div className="relative overflow-x-auto">
      <table className="figures w-full border-collapse text-sm">
        <caption className="sr-only">{t('deals.title')}</caption>
        <thead>
          <tr className="text-xs text-faint">
            <th scope="col" className="py-1.5 text-start font-normal">
              {t('deals.price', { currency: match.quote_currency_code })}
            </th>
            <th scope="col" className="px-2 py-1.5 text-end font-normal">
              {t('deals.quantity', { currency: match.base_currency_code })}
            </th>
            <th scope="col" className="py-1.5 text-end font-normal">
              {t('deals.time')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((deal) => (
            <DealRow
              key={deal.id}
              deal={deal}
              priceScale={match.price_scale}
              quantityScale={match.quantity_scale}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DealRowProps {
  readonly deal: Deal;
  readonly priceScale: number;
  readonly quantityScale: number;
}

/** A trade never changes, so its row renders once. */
const DealRow = memo(function DealRow({ deal, priceScale, quantityScale }: DealRowProps) {
  const t = useText('market');
  const format = useFormat();
  const isBuy = deal.side === 'buy';
  return (
    <tr className="h-8">
      <td className={isBuy ? 'text-up' : 'text-down'}>
        <svg aria-hidden viewBox="0 0 8 6" className="me-1.5 inline-block size-2 fill-current">
          <path d={isBuy ? 'M4 0 8 6H0Z' : 'M4 6 0 0h8Z'} />
        </svg>
        <span className="sr-only">{t(`deals.${deal.side}`)} </span>
        {format.price(deal.price, priceScale)}
      </td>
      <td className="px-2 text-end">{format.price(deal.quantity, quantityScale)}</td>
      <td className="text-end text-muted">
        <time dateTime={new Date(deal.time).toISOString()}>{format.clock(deal.time)}</time>
      </td>
    </tr>
  );
});

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { MarketFilterButton, type MarketFilter } from './market-filter.tsx';
import { MARKET_ROW_PX, MarketRow } from './market-row.tsx';
import { useMarkets } from './use-markets.ts';

/** All markets, the most popular first, with the filter of SPEC 2. */
export function HomeMarkets() {
  const t = useText('home');
  const [filter, setFilter] = useState<MarketFilter>('overall');
  return (
    <section aria-labelledby="markets-title" className="mt-4 lg:mt-1">
      <div className="flex items-center justify-between gap-2 ps-gutter pe-1">
        <h2 id="markets-title" className="text-lg font-semibold">
          {t('markets.title')}
        </h2>
        <MarketFilterButton filter={filter} onChoose={setFilter} />
      </div>
      <div className="bg-surface lg:overflow-hidden lg:rounded-card">
        <MarketRows filter={filter} onReset={() => setFilter('overall')} />
      </div>
      <p className="px-gutter pt-3 text-center">
        <Link
          to="/market"
          className="touch-target rounded-tag text-sm font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('common:action.more')}
        </Link>
      </p>
    </section>
  );
}

interface MarketRowsProps {
  readonly filter: MarketFilter;
  readonly onReset: () => void;
}

function MarketRows({ filter, onReset }: MarketRowsProps) {
  const t = useText('home');
  const { status, error, retry, markets } = useMarkets();
  if (status === 'loading') return <SkeletonRows label={t('common:page.loading')} rows={8} />;
  if (status === 'failure') return <ErrorState error={error} onRetry={retry} />;
  const shown = markets.filter(({ currency_quotation: { change } }) =>
    filter === 'overall' ? true : filter === 'gainers' ? Number(change) > 0 : Number(change) < 0,
  );
  if (shown.length === 0)
    return (
      <EmptyState
        title={t('markets.empty')}
        hint={t('markets.emptyHint')}
        action={
          filter !== 'overall' && (
            <Button kind="secondary" size="small" onClick={onReset}>
              {t('filter.reset')}
            </Button>
          )
        }
      />
    );
  return (
    <VirtualList
      label={t('markets.title')}
      items={shown}
      rowHeightPx={MARKET_ROW_PX}
      rowKey={(market) => market.id}
      renderRow={(market) => <MarketRow market={market} />}
    />
  );
}

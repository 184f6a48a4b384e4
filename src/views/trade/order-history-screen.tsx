import { useSearchParams } from 'react-router-dom';
import { useOrderHistory, type HistoryFilter } from '../../app/hooks/use-order-history.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { useOnSight } from '../../ui/use-on-sight.ts';
import type { SpotPair } from '../market/pair.ts';
import { useSpotPairs } from '../market/use-pairs.ts';
import { useGoBack } from '../shell/use-go-back.ts';
import { HistoryFilters } from './history-filters.tsx';
import { orderSide, orderState } from './order-choices.ts';
import { OrderRow } from './order-row.tsx';
import { useOrderMarkets } from './order-figures.tsx';

/** The person's orders, the newest first, by market, side and state. */
export function OrderHistoryScreen() {
  const t = useText('trade');
  const goBack = useGoBack('/trade');
  const { pairs } = useSpotPairs();
  const [address] = useSearchParams();
  const filter = filterOf(address);
  return (
    <Screen
      width="wide"
      scrollKey="order-history"
      header={
        <>
          <PageHeader title={t('history.title')} onBack={goBack} />
          <HistoryFilters pairs={pairs} filter={filter} />
        </>
      }
      className="px-gutter pb-8"
    >
      <HistoryList filter={filter} pairs={pairs} />
    </Screen>
  );
}

function filterOf(address: URLSearchParams): HistoryFilter {
  const market = address.get('market');
  const side = orderSide(address.get('side'));
  const state = orderState(address.get('state'));
  return {
    ...(market !== null && /^\d+$/.test(market) && { currency_match_id: market }),
    ...(side && { side }),
    ...(state && { state }),
  };
}

interface HistoryListProps {
  readonly filter: HistoryFilter;
  readonly pairs: readonly SpotPair[];
}

function HistoryList({ filter, pairs }: HistoryListProps) {
  const t = useText('trade');
  const history = useOrderHistory(filter);
  const marketOf = useOrderMarkets(pairs);
  if (history.status === 'loading') {
    return <SkeletonRows label={t('history.loading')} rows={8} />;
  }
  if (history.status === 'failure') {
    return <ErrorState error={history.error} onRetry={history.retry} />;
  }
  if (history.orders.length === 0 && history.isWhole) {
    const isFiltered = Object.keys(filter).length > 0;
    return (
      <EmptyState
        title={t(isFiltered ? 'history.noMatch' : 'history.empty')}
        hint={t(isFiltered ? 'history.noMatchHint' : 'history.emptyHint')}
      />
    );
  }
  return (
    <>
      <ul aria-label={t('history.title')}>
        {history.orders.map((order) => (
          <li key={order.id}>
            <OrderRow order={order} market={marketOf(order)} />
          </li>
        ))}
      </ul>
      {history.moreError !== null && (
        <ErrorState error={history.moreError} onRetry={history.retry} />
      )}
      {history.isLoadingMore && <SkeletonRows label={t('history.loading')} rows={3} />}
      {history.hasMore && <More key={history.pageCount} onMore={history.loadMore} />}
    </>
  );
}

/** Asks for the next page when the end comes near; a button for those who do not scroll. */
function More({ onMore }: { readonly onMore: () => void }) {
  const t = useText('trade');
  const ref = useOnSight(onMore);
  return (
    <div ref={ref} className="flex justify-center py-4">
      <Button kind="quiet" size="small" onClick={onMore}>
        {t('history.more')}
      </Button>
    </div>
  );
}

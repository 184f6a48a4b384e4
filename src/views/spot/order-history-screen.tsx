/** The screen of the order history. */
import { Link, useSearchParams } from 'react-router-dom';
import { useOrderHistory, type HistoryFilter } from '../../app/spot/use-order-history.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/state-panel.tsx';
import type { SpotPair } from '../parts/market/pair.ts';
import { useSpotPairs } from '../parts/market/use-pairs.ts';
import { PagedList } from '../parts/paged-list.tsx';
import { useGoBack } from '../parts/use-go-back.ts';
import { HistoryFilters } from './history-filters.tsx';
import { orderSide, orderState } from './order-choices.ts';
import { OrderRow } from './order-row.tsx';
import { useOrderMarkets } from './order-figures.tsx';

/** The user's orders, the newest first, by market, side and state. */
export function OrderHistoryScreen() {
  const t = useText('spot');
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
  const t = useText('spot');
  const history = useOrderHistory(filter);
  const marketOf = useOrderMarkets(pairs);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <PagedList
      list={history}
      entries={history.orders}
      label={t('history.title')}
      loadingLabel={t('history.loading')}
      empty={
        <EmptyState
          title={t(isFiltered ? 'history.noMatch' : 'history.empty')}
          hint={t(isFiltered ? 'history.noMatchHint' : 'history.emptyHint')}
          action={
            isFiltered ? undefined : (
              <Link to="/trade" className={buttonStyle('primary', 'small')}>
                {t('common:tabs.trade')}
              </Link>
            )
          }
        />
      }
      keyOf={(order) => order.id}
    >
      {(order) => <OrderRow order={order} market={marketOf(order)} />}
    </PagedList>
  );
}

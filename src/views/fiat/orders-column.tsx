/** The column of own orders next to the selected one. */
import { Link } from 'react-router-dom';
import { useFiatOrders } from '../../app/fiat/use-fiat-orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { PagedList } from '../parts/paged-list.tsx';
import { EmptyState } from '../../ui/state-panel.tsx';
import { FiatOrderRow } from './fiat-order-row.tsx';

const ALL = {};

/** The user's orders next to the selected one. */
export function OrdersColumn({ current }: { readonly current: string }) {
  const t = useText('fiat');
  const list = useFiatOrders(ALL);
  return (
    <nav
      aria-label={t('orders.title')}
      className="w-72 shrink-0 overflow-y-auto border-e border-line bg-surface lg:w-80"
    >
      <Link
        to="/fiat-orders"
        className="flex min-h-bar items-center border-b border-line px-4 text-lg font-semibold -outline-offset-2 hover:bg-tint"
      >
        {t('orders.title')}
      </Link>
      <PagedList
        list={list}
        entries={list.orders}
        label={t('orders.title')}
        loadingLabel={t('orders.loading')}
        empty={<EmptyState title={t('orders.empty')} hint={t('orders.emptyHint')} />}
        keyOf={({ id }) => id}
      >
        {(order) => <FiatOrderRow order={order} isCurrent={order.id === current} />}
      </PagedList>
    </nav>
  );
}

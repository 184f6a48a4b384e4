/** The screen of the own fiat orders. */
import { Link, useSearchParams } from 'react-router-dom';
import { FIAT_ORDER_STATES, FIAT_PARTIES } from '../../../contract/fiat/fiat-kinds.ts';
import { useFiatOrders, type FiatOrderFilter } from '../../app/fiat/use-fiat-orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { EmptyState } from '../../ui/state-panel.tsx';
import { FilterBar, useAddressChoice } from '../parts/filter-bar.tsx';
import { WalletScreen } from '../parts/wallet-screen.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { FiatOrderRow } from './fiat-order-row.tsx';

const STATES = ['open', ...FIAT_ORDER_STATES] as const;

/** /fiat-orders: every order of the user, the newest first; the address filters them. */
export function FiatOrdersScreen() {
  const t = useText('fiat');
  const filter = useOrderFilter();
  const list = useFiatOrders(filter);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <WalletScreen
      title={t('orders.title')}
      backTo="/fiat"
      scrollKey="fiat-orders"
      filters={<OrderFilters filter={filter} />}
    >
      <div className="-mx-gutter md:mx-0 md:overflow-hidden md:rounded-card md:bg-surface">
        <PagedList
          list={list}
          entries={list.orders}
          label={t('orders.title')}
          loadingLabel={t('orders.loading')}
          empty={
            isFiltered ? (
              <EmptyState title={t('orders.noMatch')} hint={t('orders.noMatchHint')} />
            ) : (
              <EmptyState
                title={t('orders.empty')}
                hint={t('orders.emptyHint')}
                action={
                  <Link to="/fiat" className={buttonStyle('primary', 'small')}>
                    {t('orders.toMarket')}
                  </Link>
                }
              />
            )
          }
          keyOf={({ id }) => id}
        >
          {(order) => <FiatOrderRow order={order} />}
        </PagedList>
      </div>
    </WalletScreen>
  );
}

/** Returns the order filter of the address; invalid values are ignored. */
function useOrderFilter(): FiatOrderFilter {
  const [address] = useSearchParams();
  const state = STATES.find((each) => each === address.get('state'));
  const role = FIAT_PARTIES.find((each) => each === address.get('role'));
  return { ...(state && { state }), ...(role && { role }) };
}

function OrderFilters({ filter }: { readonly filter: FiatOrderFilter }) {
  const t = useText('fiat');
  const choose = useAddressChoice();
  return (
    <FilterBar>
      <FilterChoice
        label={t('orders.state')}
        value={filter.state ?? ''}
        all={t('orders.allStates')}
        options={STATES.map((choice) => ({
          value: choice,
          label: choice === 'open' ? t('orders.open') : t(`state.${choice}`),
        }))}
        onChange={(value) => choose('state', value)}
      />
      <FilterChoice
        label={t('orders.role')}
        value={filter.role ?? ''}
        all={t('orders.allRoles')}
        options={FIAT_PARTIES.map((role) => ({ value: role, label: t(`orders.as.${role}`) }))}
        onChange={(value) => choose('role', value)}
      />
    </FilterBar>
  );
}

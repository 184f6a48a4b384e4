/** The screen of one fiat order, next to its list on wide screens. */
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useFiatOrder } from '../../app/fiat/use-fiat-order.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { useIsTablet } from '../../ui/use-media-query.ts';
import { LiveFrame } from '../parts/live-frame.tsx';
import { useGoBack } from '../parts/use-go-back.ts';
import { PanelSkeleton } from '../parts/panel-skeleton.tsx';
import { OrderDesk } from './order-desk.tsx';
import { OrdersColumn } from './orders-column.tsx';

/** /fiat-order?id=: one order of the user. From 768 px its list is next to it. */
export function FiatOrderScreen() {
  const [address] = useSearchParams();
  const hasList = useIsTablet();
  const id = address.get('id') ?? '';
  return (
    <LiveFrame>
      <div className="flex h-full">
        {hasList && <OrdersColumn current={id} />}
        <div className="min-w-0 flex-1">
          {/^[1-9]\d{0,17}$/.test(id) ? (
            <Order key={id} id={id} />
          ) : (
            <Blank content={<NoOrder />} />
          )}
        </div>
      </div>
    </LiveFrame>
  );
}

function Order({ id }: { readonly id: string }) {
  const order = useFiatOrder(id);
  if (order.status === 'success')
    return <OrderDesk order={order.data} onDone={order.take} onReload={order.retry} />;
  if (order.status === 'loading') return <Blank content={<PanelSkeleton lines={6} />} />;
  return (
    <Blank
      content={
        order.error === 'fiat_order_not_found' ? (
          <NoOrder />
        ) : (
          <ErrorState error={order.error} onRetry={order.retry} />
        )
      }
    />
  );
}

function Blank({ content }: { readonly content: ReactNode }) {
  const t = useText('fiat');
  const goBack = useGoBack('/fiat-orders');
  return (
    <Screen header={<PageHeader title={t('order.title')} onBack={goBack} />} className="px-gutter">
      {content}
    </Screen>
  );
}

function NoOrder() {
  const t = useText('fiat');
  return (
    <div role="alert">
      <EmptyState
        title={t('order.none')}
        hint={t('order.noneHint')}
        action={
          <Link to="/fiat-orders" className={buttonStyle('secondary')}>
            {t('orders.title')}
          </Link>
        }
      />
    </div>
  );
}

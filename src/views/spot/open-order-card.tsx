/** The card of an open order with its cancel button. */
import { memo, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { Order } from '../../../contract/spot/spot.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useFocusHandover } from '../../ui/use-focus-handover.ts';
import { ExecutionBar } from './execution-bar.tsx';
import { OrderTitle, useOrderFigures } from './order-figures.tsx';
import type { OrderMarket } from './order-market.ts';
import { useOrderWords } from './order-words.ts';

interface OpenOrderCardProps {
  readonly order: Order;
  readonly market: OrderMarket;
  readonly isCancelling: boolean;
  /** Must be the same function each time. */
  readonly onCancel: (orderId: string) => void;
  /** Receives the focus when the focused card disappears. */
  readonly heir: RefObject<HTMLElement | null>;
}

/** An open order: its executed part, and the button that cancels the rest. */
export const OpenOrderCard = memo(function OpenOrderCard(props: OpenOrderCardProps) {
  const { order, market, isCancelling, onCancel, heir } = props;
  const card = useFocusHandover<HTMLElement>(heir);
  const t = useText('spot');
  const format = useFormat();
  const { state, tone, percent, canCancel } = useOrderWords(order, market);
  const figures = useOrderFigures(order, market);
  return (
    <article
      ref={card}
      data-testid="open-order"
      className="flex flex-col gap-2 border-b border-line py-3 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)_auto] lg:items-center lg:gap-6"
    >
      <div className="flex min-w-0 items-start justify-between gap-2 lg:flex-col lg:gap-1">
        <h3 className="min-w-0 text-sm">
          <Link to={`/trade-detail?id=${order.id}`} className="touch-target rounded-tag">
            <OrderTitle order={order} market={market} />
          </Link>
        </h3>
        <span className="flex shrink-0 flex-wrap items-center justify-end gap-x-2 gap-y-1">
          <Badge tone={tone}>{state}</Badge>
          <time
            dateTime={new Date(order.created_at).toISOString()}
            className="figures text-xs text-faint"
          >
            {format.clock(order.created_at)}
          </time>
        </span>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <dl className="flex flex-col gap-0.5 text-xs lg:flex-row lg:gap-8">
          {figures.map(({ name, value }) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-3 lg:block">
              <dt className="text-faint">{name}</dt>
              <dd className="figures ms-auto text-end wrap-anywhere lg:text-start lg:text-sm">
                {value}
              </dd>
            </div>
          ))}
        </dl>
        <ExecutionBar percent={percent} />
      </div>
      {canCancel && (
        <Button
          kind="secondary"
          size="small"
          pending={isCancelling}
          onClick={() => onCancel(order.id)}
          aria-label={t('orders.cancelOne', {
            order: `${t(`side.${order.side}`)} ${market.label}`,
          })}
          className="self-end lg:self-center"
        >
          {t('orders.cancel')}
        </Button>
      )}
    </article>
  );
});

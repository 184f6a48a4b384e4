/** A row of the order history. */
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { Order } from '../../../contract/spot/spot.ts';
import { useFormat } from '../../format/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { OrderTitle, useOrderFigures } from './order-figures.tsx';
import type { OrderMarket } from './order-market.ts';
import { useOrderWords } from './order-words.ts';

interface OrderRowProps {
  readonly order: Order;
  readonly market: OrderMarket;
}

/** One order of the history; the whole row links to it. */
export const OrderRow = memo(function OrderRow({ order, market }: OrderRowProps) {
  const format = useFormat();
  const { state, tone } = useOrderWords(order, market);
  const figures = useOrderFigures(order, market);
  return (
    <Link
      to={`/trade-detail?id=${order.id}`}
      data-testid="history-order"
      className="flex flex-col gap-1.5 border-b border-line py-3 -outline-offset-2 hover:bg-tint md:grid md:grid-cols-[16rem_minmax(0,1fr)] md:items-center md:gap-6 md:px-2"
    >
      <span className="flex min-w-0 flex-wrap items-center justify-between gap-x-2 gap-y-1 md:flex-col md:items-start">
        <span className="text-sm">
          <OrderTitle order={order} market={market} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={tone}>{state}</Badge>
          <time dateTime={new Date(order.created_at).toISOString()} className="text-xs text-faint">
            {format.dateTime(order.created_at)}
          </time>
        </span>
      </span>
      <dl className="flex flex-col gap-0.5 text-xs md:grid md:grid-cols-3 md:gap-6">
        {figures.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-3 md:block">
            <dt className="text-faint">{name}</dt>
            <dd className="figures ms-auto text-end wrap-anywhere md:text-start md:text-sm">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Link>
  );
});

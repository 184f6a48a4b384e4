/** Says which orders have lines on the chart, and lets the user choose others. */
import { useState } from 'react';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { DrawnOrdersView } from '../../app/lever/use-drawn-orders.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';
import { DirectionText } from './direction-text.tsx';

interface DrawnOrdersProps {
  readonly pair: LeverPair;
  /** Pending orders and positions of the market, newest first. */
  readonly orders: readonly LeverOrderInfo[];
  readonly choice: DrawnOrdersView;
}

/** Nothing while the lines of all orders fit. */
export function DrawnOrders(props: DrawnOrdersProps) {
  const t = useText('lever');
  const [isOpen, setOpen] = useState(false);
  const { orders, choice } = props;
  if (orders.length <= choice.most) return null;
  const shown = choice.drawn.length;
  return (
    <div
      data-testid="drawn-orders"
      className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted"
    >
      <p>{t('level.drawn', { shown, count: orders.length })}</p>
      <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
        {t('level.choose')}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('level.choose')}>
        <OrderChoice {...props} />
      </Sheet>
    </div>
  );
}

function OrderChoice({ pair, orders, choice }: DrawnOrdersProps) {
  const t = useText('lever');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-3 px-5 pb-6">
      <p className="text-sm text-muted">{t('level.most', { count: choice.most })}</p>
      {orders.map((order) => {
        const { id, open_price: opened, price: limit } = order;
        const price = opened ?? limit;
        return (
          <Checkbox
            key={id}
            checked={choice.drawn.includes(order)}
            onChange={() => choice.toggle(id)}
          >
            <span className="flex flex-wrap items-baseline gap-x-3">
              <DirectionText
                order={order}
                label={t(opened === null ? 'type.limit' : 'state.in_trading')}
              />
              {price !== null && (
                <span className="figures text-muted">
                  {format.price(price, pair.market.price_scale)}
                </span>
              )}
            </span>
          </Checkbox>
        );
      })}
    </div>
  );
}

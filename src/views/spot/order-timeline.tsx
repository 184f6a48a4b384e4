/** The events of an order, oldest first. */
import type { OrderDetail } from '../../../contract/spot/spot.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { priceOf, type OrderMarket } from './order-market.ts';
import { useOrderWords } from './order-words.ts';

interface OrderTimelineProps {
  readonly order: OrderDetail;
  readonly market: OrderMarket;
}

interface Step {
  readonly key: string;
  readonly text: string;
  readonly time: number;
}

/** The events of the order, the oldest first. */
export function OrderTimeline({ order, market }: OrderTimelineProps) {
  const t = useText('spot');
  const format = useFormat();
  const steps = useSteps(order, market);
  return (
    <section aria-labelledby="timeline-title" className="rounded-card bg-surface p-4">
      <h2 id="timeline-title" className="pb-3 font-semibold">
        {t('detail.timeline')}
      </h2>
      <ol className="flex flex-col">
        {steps.map(({ key, text, time }) => (
          <li
            key={key}
            data-testid="timeline-step"
            className="relative border-s border-line pb-4 ps-5 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden
              className="absolute -start-[4.5px] top-1.5 size-2 rounded-full bg-accent"
            />
            <p className="text-sm">{text}</p>
            <time dateTime={new Date(time).toISOString()} className="figures text-xs text-faint">
              {format.date(time)} {format.clock(time)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useSteps(order: OrderDetail, market: OrderMarket): readonly Step[] {
  const t = useText('spot');
  const format = useFormat();
  const { reason, isOpen, isExecuted } = useOrderWords(order, market);
  const deals = order.fills.map(({ deal_id: id, quantity, price, time }) => ({
    key: id,
    text: t('timeline.deal', {
      quantity: `${format.amount(quantity)} ${market.base}`,
      price: `${priceOf(format, price, market)} ${market.quote}`,
    }),
    time,
  }));
  const end = t(isExecuted ? 'timeline.executed' : 'timeline.cancelled');
  return [
    { key: 'placed', text: t('timeline.placed'), time: order.created_at },
    ...deals,
    ...(isOpen ? [] : [{ key: 'end', text: reason ?? end, time: order.updated_at }]),
  ];
}

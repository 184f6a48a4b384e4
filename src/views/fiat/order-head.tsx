/** The head of an order: whose turn it is, the next step and the deadline. */
import type { FiatOrder } from '../../../contract/fiat/fiat-order.ts';
import { useFiatOrderLifecycle } from '../../app/fiat/use-fiat-order.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ORDER_TONE, useFiatOrderWords } from './order-words.ts';
import { OrderClock } from './order-clock.tsx';

interface OrderHeadProps {
  readonly order: FiatOrder;
  readonly onOver: () => void;
}

/** Whose turn it is, the next step and its deadline. A change is announced to screen readers. */
export function OrderHead({ order, onOver }: OrderHeadProps) {
  const t = useText('fiat');
  const words = useFiatOrderWords(order);
  const { turn } = useFiatOrderLifecycle(order);
  return (
    <section
      data-testid="order-head"
      data-turn={turn}
      className={classNames(
        'flex flex-col gap-3 rounded-card border bg-surface p-4',
        turn === 'mine' ? 'border-accent' : 'border-line',
      )}
    >
      <div role="status" className="flex flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          <span data-testid="order-state">
            <Badge tone={ORDER_TONE[order.state]}>{words.state}</Badge>
          </span>
          <span
            className={classNames(
              'text-sm',
              turn === 'mine' ? 'font-semibold text-accent' : 'text-muted',
            )}
          >
            {t(`turn.${turn}`)}
          </span>
        </p>
        <h2 className="text-lg leading-snug font-semibold wrap-break-word text-balance">
          {words.headline}
        </h2>
        <p className="leading-relaxed wrap-break-word text-muted text-pretty">{words.next}</p>
        {order.award_text !== null && (
          <div className="rounded-control bg-sunken p-3 text-sm">
            <p className="text-xs text-muted">{t('award.reason')}</p>
            <p dir="auto" className="pt-1 leading-relaxed whitespace-pre-wrap wrap-anywhere">
              {order.award_text}
            </p>
          </div>
        )}
      </div>
      <OrderClock order={order} atZero={words.atZero} onOver={onOver} />
    </section>
  );
}

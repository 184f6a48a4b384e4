/** One order of a list, with its state and whether it waits for the user. */
import { Link } from 'react-router-dom';
import type { FiatOrder } from '../../../contract/fiat/fiat-order.ts';
import { useServerSecondsLeft } from '../../app/core/hooks/use-server-seconds-left.ts';
import { useFiatOrderLifecycle } from '../../app/fiat/use-fiat-order.ts';
import { clockText } from '../../format/clock-text.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FIGURE } from '../../ui/figure-style.ts';
import { ORDER_TONE, useFiatOrderWords } from './order-words.ts';

interface FiatOrderRowProps {
  readonly order: FiatOrder;
  /** Whether it is open next to the list, with its messages. */
  readonly isCurrent?: boolean;
}

/** One order of a list: its terms, counterparty and state, and whether it waits for the user. */
export function FiatOrderRow({ order, isCurrent = false }: FiatOrderRowProps) {
  const t = useText('fiat');
  const format = useFormat();
  const words = useFiatOrderWords(order);
  const { turn } = useFiatOrderLifecycle(order);
  const left = useServerSecondsLeft(order.deadline_at);
  const isMine = turn === 'mine';
  return (
    <Link
      to={`/fiat-order?id=${order.id}`}
      replace={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      data-testid="fiat-order"
      className={classNames(
        'flex flex-col gap-1 border-b border-s-3 border-b-line px-4 py-3 -outline-offset-2 hover:bg-tint',
        isMine ? 'border-s-accent' : 'border-s-transparent',
        isCurrent && 'bg-tint',
      )}
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span className="figures min-w-0 font-semibold wrap-break-word">
          {t(`order.heading.${order.role}`, {
            quantity: format.amount(order.quantity),
            coin: order.currency_code,
          })}
        </span>
        <span className={`${FIGURE} text-sm`}>
          {format.amount(order.amount)} {order.fiat_code}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Badge tone={ORDER_TONE[order.state]}>{words.state}</Badge>
        <span className={isMine ? 'font-semibold text-accent' : 'text-muted'}>
          {isMine ? `${t('turn.mine')} · ${words.headline}` : words.headline}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        <bdi className="min-w-0 wrap-anywhere">{order.counterparty}</bdi>
        <time dateTime={new Date(order.created_at).toISOString()} className="figures">
          {format.dateTime(order.created_at)}
        </time>
        {left > 0 && <span className="figures ms-auto font-semibold">{clockText(left)}</span>}
        {order.unread > 0 && !isCurrent && (
          <span className="figures rounded-full bg-accent px-2 text-on-accent">
            {t('orders.unread', { count: order.unread })}
          </span>
        )}
      </span>
    </Link>
  );
}

/** The countdown of an order, which reloads the order at zero. */
import type { FiatOrder } from '../../../contract/fiat/fiat-order.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { useServerSecondsLeft } from '../../app/core/hooks/use-server-seconds-left.ts';
import { clockText } from '../../format/clock-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconLater } from '../../ui/icons.ts';
import { useInterval } from '../../ui/use-interval.ts';

/**
 * At the deadline the server reports the new state; the order is reloaded at this interval in case
 * it does not.
 */
const ASK_AGAIN_MS = 5 * SECOND_MS;
const SOON_S = 120;

interface OrderClockProps {
  readonly order: FiatOrder;
  /** Text about the event at zero. */
  readonly atZero: string;
  readonly onOver: () => void;
}

/** The remaining time, and the event at its end. Nothing while no timer runs. */
export function OrderClock({ order, atZero, onOver }: OrderClockProps) {
  const t = useText('fiat');
  const left = useServerSecondsLeft(order.deadline_at);
  const isOver = order.deadline_at !== null && left === 0;
  useInterval(onOver, isOver ? ASK_AGAIN_MS : null);
  if (order.deadline_at === null) return null;
  return (
    <div className="flex items-start gap-2.5 rounded-control bg-sunken p-3">
      <IconLater aria-hidden className="mt-1 size-5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p
          role="timer"
          className={classNames(
            'figures text-xl leading-tight font-semibold',
            left <= SOON_S && 'text-warn',
          )}
        >
          {isOver ? t('clock.over') : clockText(left)}
        </p>
        <p className="pt-0.5 text-sm wrap-break-word text-muted text-pretty">{atZero}</p>
      </div>
    </div>
  );
}

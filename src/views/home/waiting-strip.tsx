/** The strip that leads to fiat orders waiting for the user. */
import { Link } from 'react-router-dom';
import type { useWaitingOrders } from '../../app/fiat/use-waiting-orders.ts';
import { clockText } from '../../format/clock-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconForward, IconLater } from '../../ui/icons.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';

interface WaitingStripProps {
  readonly waiting: NonNullable<ReturnType<typeof useWaitingOrders>>;
}

/**
 * Reports fiat orders that wait for the user, with the remaining time of the most urgent one, and
 * links to them.
 */
export function WaitingStrip({ waiting }: WaitingStripProps) {
  const t = useText('fiat');
  const { count, firstId, deadlineMs } = waiting;
  const left = useSecondsLeft(deadlineMs);
  return (
    <Link
      to={count === 1 ? `/fiat-order?id=${firstId}` : '/fiat-orders?state=open'}
      data-testid="waiting-strip"
      className="mx-gutter flex min-h-11 items-center gap-2.5 rounded-control bg-accent-soft px-3 text-sm font-semibold text-accent"
    >
      <IconLater aria-hidden className="size-4.5 shrink-0" />
      <span className="min-w-0 flex-1">{t('turn.waiting', { count })}</span>
      {deadlineMs !== null && (
        <span role="timer" className="figures shrink-0">
          {clockText(left)}
        </span>
      )}
      <IconForward aria-hidden className="size-4.5 shrink-0" />
    </Link>
  );
}

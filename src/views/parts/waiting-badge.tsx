/** The badge that counts fiat orders waiting for the user. */
import { useWaitingOrders } from '../../app/fiat/use-waiting-orders.ts';
import { useLateText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';

/**
 * The number of fiat orders that wait for the user, on links to them; nothing if there are none.
 */
export function WaitingBadge({ className }: { readonly className?: string }) {
  const waiting = useWaitingOrders();
  return waiting && <Count count={waiting.count} className={className} />;
}

function Count({
  count,
  className,
}: {
  readonly count: number;
  readonly className?: string | undefined;
}) {
  const t = useLateText('fiat');
  return (
    <span
      data-testid="waiting-badge"
      className={classNames(
        'figures inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-down px-1 text-2xs leading-none font-semibold text-canvas',
        className,
      )}
    >
      <span aria-hidden>{count}</span>
      <span className="sr-only"> {t?.('turn.waiting', { count })}</span>
    </span>
  );
}

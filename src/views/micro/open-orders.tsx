/** The list of own fast contracts that run, each with a ring that the times of the index drive. */
import { memo } from 'react';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { useOpenMicroOrders } from '../../app/micro/use-micro-orders.ts';
import { useOrderProgress } from '../../app/micro/use-order-progress.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { OrderTitle } from './order-title.tsx';

interface OpenOrdersProps {
  readonly open: ReturnType<typeof useOpenMicroOrders>;
}

export function OpenOrders({ open }: OpenOrdersProps) {
  const t = useText('micro');
  if (open.status === 'failure') return <ErrorState error={open.error} onRetry={open.retry} />;
  if (open.status === 'loading') return <SkeletonRows label={t('open.loading')} rows={2} />;
  if (open.orders.length === 0)
    return <EmptyState title={t('open.empty')} hint={t('open.emptyHint')} />;
  return (
    <>
      <StaleMark isStale={open.isStale} />
      <ul aria-label={t('open.title')}>
        {open.orders.map((order) => (
          <li key={order.id}>
            <OpenOrder order={order} />
          </li>
        ))}
      </ul>
      <p className="pt-2 text-xs text-muted">{t('lead.note')}</p>
    </>
  );
}

/** Each part renders when its own figure changes, which most do less often than a point arrives. */
const OpenOrder = memo(function OpenOrder({ order }: OrderProps) {
  const format = useFormat();
  const phase = useOrderProgress(order, (progress) => progress.phase);
  return (
    <article
      data-testid="micro-order"
      data-phase={phase}
      className="flex items-center gap-3 border-b border-line py-2.5 contain-content"
    >
      <Ring order={order} />
      <div className="min-w-0 flex-1">
        <h3 className="text-sm">
          <OrderTitle order={order} />
        </h3>
        <PhaseText order={order} />
      </div>
      <div className="text-end text-sm">
        <p className="figures">
          {order.open_price === null ? '–' : format.price(order.open_price, order.price_scale)}
        </p>
        <Lead order={order} />
      </div>
    </article>
  );
});

interface OrderProps {
  readonly order: MicroOrderInfo;
}

function PhaseText({ order }: OrderProps) {
  const t = useText('micro');
  const phase = useOrderProgress(order, (progress) => progress.phase);
  const seconds = useOrderProgress(order, ({ leftSeconds }) => leftSeconds);
  return <p className="text-xs text-muted">{t(`phase.${phase}`, { seconds })}</p>;
}

/** Words and color both say whether the order is ahead. */
function Lead({ order }: OrderProps) {
  const t = useText('micro');
  const format = useFormat();
  const lead = useOrderProgress(order, ({ leadTicks }) => leadTicks);
  if (lead === null) return null;
  if (lead === 0n) return <p className="text-xs text-muted">{t('lead.level')}</p>;
  const scale = order.price_scale;
  const amount = format.price(formatUnits(lead < 0n ? -lead : lead, scale), scale);
  return (
    <p className={classNames('text-xs', lead > 0n ? 'text-up' : 'text-down')}>
      {t(lead > 0n ? 'lead.ahead' : 'lead.behind', { amount })}
    </p>
  );
}

const RADIUS = 18;
const AROUND = 2 * Math.PI * RADIUS;
/** Half a pixel of the ring: a smaller step cannot be seen. */
const RING_STEPS = Math.round(2 * AROUND);

/** The part of the duration that is left. */
function Ring({ order }: OrderProps) {
  const isTimeless = useOrderProgress(order, (progress) => progress.isTimeless);
  const isDeciding = useOrderProgress(order, (progress) => progress.isDeciding);
  const seconds = useOrderProgress(order, ({ leftSeconds }) => leftSeconds);
  const step = useOrderProgress(order, ({ leftShare }) => Math.round(leftShare * RING_STEPS));
  return (
    <span className="relative grid size-12 shrink-0 place-items-center">
      <svg aria-hidden viewBox="0 0 44 44" className="absolute inset-0 size-full -rotate-90">
        <circle cx={22} cy={22} r={RADIUS} fill="none" strokeWidth={4} className="stroke-line" />
        <circle
          cx={22}
          cy={22}
          r={RADIUS}
          fill="none"
          strokeWidth={4}
          strokeLinecap="round"
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - step / RING_STEPS)}
          className={isDeciding ? 'stroke-warn' : 'stroke-accent'}
        />
      </svg>
      <span data-testid="ring" className="figures text-xs">
        {isTimeless ? '…' : seconds}
      </span>
    </span>
  );
}

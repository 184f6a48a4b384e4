/** The events of a contract order, oldest first. */
import type { LeverOrderDetail, LeverStep } from '../../../contract/lever/lever.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Panel } from '../parts/panel.tsx';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

interface LeverTimelineProps {
  readonly order: LeverOrderDetail;
  readonly pair: LeverPair;
}

export function LeverTimeline({ order, pair }: LeverTimelineProps) {
  const t = useText('lever');
  const format = useFormat();
  const priceOf = ({ price }: LeverStep) =>
    price === null ? '' : format.price(price, pair.market.price_scale);
  return (
    <Panel title={t('detail.timeline')}>
      <ol className="flex flex-col">
        {order.steps.map((step) => (
          <li
            key={step.revision}
            data-testid="lever-step"
            className="relative border-s border-line ps-5 pb-4 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden
              className="absolute -start-[4.5px] top-1.5 size-2 rounded-full bg-accent"
            />
            <p className="text-sm">{t(`step.${step.event}`, { price: priceOf(step) })}</p>
            <time
              dateTime={new Date(step.time).toISOString()}
              className="figures text-xs text-faint"
            >
              {format.date(step.time)} {format.clock(step.time)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

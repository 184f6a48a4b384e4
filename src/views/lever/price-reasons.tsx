/** Reason why an order opened and closed at its prices: the marks with their sources, and what decided its end. */
import type { LeverMarkInfo, LeverOrderDetail } from '../../../contract/lever/lever.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { Panel } from '../parts/panel.tsx';
import { pairOf, type LeverPair } from '../parts/lever/use-lever-pairs.ts';
import { markOf } from './mark-of-step.ts';
import { OrderEnd } from './order-end.tsx';

interface PriceReasonsProps {
  readonly order: LeverOrderDetail;
  readonly pair: LeverPair;
  /** All markets, because a stop-out looks at the whole account. */
  readonly pairs: readonly LeverPair[];
}

/** Nothing before the order has a price. */
export function PriceReasons({ order, pair, pairs }: PriceReasonsProps) {
  const t = useText('lever');
  const priced = (['opened', 'closed'] as const).flatMap((event) => {
    const mark = markOf(order, event);
    return mark === undefined ? [] : [{ event, mark }];
  });
  if (priced.length === 0) return null;
  return (
    <Panel title={t('reason.title')}>
      <p className="pb-3 text-sm text-muted">{t('reason.rule')}</p>
      <div className="flex flex-col gap-4">
        {priced.map(({ event, mark }) => (
          <MarkSources key={event} title={t(`reason.${event}`)} mark={mark} pair={pair} />
        ))}
        <OtherMarks order={order} pairs={pairs} />
        <OrderEnd order={order} pair={pair} />
      </div>
    </Panel>
  );
}

/** Marks of the other markets that the stop-out counted; nothing when there were none. */
function OtherMarks({ order, pairs }: Pick<PriceReasonsProps, 'order' | 'pairs'>) {
  const t = useText('lever');
  const others = (order.seen?.marks ?? []).flatMap((mark) => {
    const pair = pairOf(pairs, mark.lever_market_id);
    return pair === null || mark.lever_market_id === order.lever_market_id ? [] : [{ mark, pair }];
  });
  if (others.length === 0) return null;
  return (
    <div data-testid="other-marks" className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t('reason.others')}</p>
      {others.map(({ mark, pair }) => (
        <div key={mark.lever_market_id}>
          <MarkSources title={t('reason.other', { market: pair.label })} mark={mark} pair={pair} />
          {!mark.was_live && <p className="pt-1 text-sm text-warn">{t('reason.lastMark')}</p>}
        </div>
      ))}
    </div>
  );
}

interface MarkSourcesProps {
  readonly title: string;
  readonly mark: LeverMarkInfo;
  readonly pair: LeverPair;
}

function MarkSources({ title, mark, pair: { market } }: MarkSourcesProps) {
  const t = useText('lever');
  const format = useFormat();
  const price = (text: string | null) =>
    text === null ? '–' : format.price(text, market.price_scale);
  return (
    <section data-testid="mark-sources">
      <h3 className="text-sm font-semibold">{title}</h3>
      <DetailList>
        <DetailRow name={t('figure.mark')}>{price(mark.mark)}</DetailRow>
        <DetailRow name={t('reason.time')}>
          {format.date(mark.time)} {format.clock(mark.time)}
        </DetailRow>
        {mark.sources.map(({ source, price: own, age_ms: ageMs }) => (
          <DetailRow key={source} name={t('reason.source', { source, ageMs: Math.max(0, ageMs) })}>
            {price(own)}
          </DetailRow>
        ))}
      </DetailList>
    </section>
  );
}

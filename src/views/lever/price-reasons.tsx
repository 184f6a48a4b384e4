/** Why an order opened and closed at its prices: the marks with their sources, and what a stop-out saw. */
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import { riskRatioBpOf } from '../../../contract/figures/lever-account.ts';
import type { LeverMarkInfo, LeverOrderDetail } from '../../../contract/lever/lever.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { Panel } from '../parts/panel.tsx';
import { shortAmount } from '../parts/lever/lever-text.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

interface PriceReasonsProps {
  readonly order: LeverOrderDetail;
  readonly pair: LeverPair;
}

/** Nothing before the order has a price. */
export function PriceReasons({ order, pair }: PriceReasonsProps) {
  const t = useText('lever');
  const priced = order.steps.flatMap((step) => {
    const mark = order.marks.find(({ seq }) => seq === step.mark_seq);
    const isShown = step.event === 'opened' || step.event === 'closed';
    return isShown && mark !== undefined ? [{ event: step.event, mark }] : [];
  });
  if (priced.length === 0) return null;
  return (
    <Panel title={t('reason.title')}>
      <p className="pb-3 text-sm text-muted">{t('reason.rule')}</p>
      <div className="flex flex-col gap-4">
        {priced.map(({ event, mark }) => (
          <MarkSources
            key={event}
            title={t(event === 'opened' ? 'reason.opened' : 'reason.closed')}
            mark={mark}
            pair={pair}
          />
        ))}
        <StopOutSeen order={order} pair={pair} />
      </div>
    </Panel>
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
          <DetailRow key={source} name={t('reason.source', { source, ageMs })}>
            {price(own)}
          </DetailRow>
        ))}
      </DetailList>
    </section>
  );
}

/** Equity, margin and ratio of the account at a stop-out; nothing for other ends. */
function StopOutSeen({ order: { seen }, pair: { code } }: PriceReasonsProps) {
  const t = useText('lever');
  const format = useFormat();
  if (seen === null) return null;
  const equity = amountOf(seen.equity);
  const margin = amountOf(seen.margin);
  const ratioBp = riskRatioBpOf(equity, margin);
  return (
    <section data-testid="stop-out-seen">
      <h3 className="text-sm font-semibold">{t('reason.stopOut')}</h3>
      <DetailList>
        <DetailRow name={t('figure.equity')}>
          {shortAmount(format, equity, code, 'floor')}
        </DetailRow>
        <DetailRow name={t('figure.marginSum')}>
          {shortAmount(format, margin, code, 'ceil')}
        </DetailRow>
        <DetailRow name={t('figure.ratio')}>
          {ratioBp === null ? '–' : format.ratio(ratioBp)}
        </DetailRow>
      </DetailList>
    </section>
  );
}

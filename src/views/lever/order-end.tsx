/** Cause of the end of a position: the account at a stop-out, the funds of the exchange, and who paid a shortfall. */
import type { ReactNode } from 'react';
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import { riskRatioBpOf } from '../../../contract/figures/lever-account.ts';
import { LEVER_LIMITS } from '../../../contract/figures/lever-limits.ts';
import type { LeverOrderDetail } from '../../../contract/lever/lever.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { DetailList } from '../../ui/detail-list.tsx';
import { shortAmount } from '../parts/lever/lever-text.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';
import { ExplainedRow } from './explained-row.tsx';

interface OrderEndProps {
  readonly order: LeverOrderDetail;
  readonly pair: LeverPair;
}

/** Nothing for an order that ended otherwise. */
export function OrderEnd(props: OrderEndProps) {
  return (
    <>
      <StopOutSeen {...props} />
      <CoverSeen {...props} />
      <Shortfall {...props} />
    </>
  );
}

interface EndSectionProps {
  readonly testId: string;
  readonly title: string;
  readonly children: ReactNode;
}

function EndSection({ testId, title, children }: EndSectionProps) {
  return (
    <section data-testid={testId}>
      <h3 className="text-sm font-semibold">{title}</h3>
      <DetailList>{children}</DetailList>
    </section>
  );
}

/** The account as the stop-out saw it, with the mark at which it was due. */
function StopOutSeen({ order: { seen, close_price: closed }, pair }: OrderEndProps) {
  const t = useText('lever');
  const format = useFormat();
  if (seen === null) return null;
  const { code, market } = pair;
  const price = (text: string | null) =>
    text === null ? t('figure.none') : format.price(text, market.price_scale);
  const ratioBp = riskRatioBpOf(amountOf(seen.equity), amountOf(seen.margin));
  const equity = shortAmount(format, amountOf(seen.equity), code, 'floor');
  const margin = shortAmount(format, amountOf(seen.margin), code, 'ceil');
  return (
    <EndSection testId="stop-out-seen" title={t('reason.stopOut')}>
      <ExplainedRow
        title={t('figure.stopOut')}
        value={price(seen.stop_out_price)}
        rule={t('rule.stopOutAfter')}
      />
      <ExplainedRow title={t('figure.mark')} value={price(closed)} rule={t('rule.mark')} />
      <ExplainedRow title={t('figure.equity')} value={equity} rule={t('rule.equity')} />
      <ExplainedRow title={t('figure.marginSum')} value={margin} rule={t('rule.marginSum')} />
      <ExplainedRow
        title={t('figure.ratio')}
        value={ratioBp === null ? '–' : format.ratio(ratioBp)}
        rule={t('rule.ratioAfter')}
        sum={`${equity} ÷ ${margin}`}
      />
    </EndSection>
  );
}

/** State of the pool when its guard closed the position. */
function CoverSeen({ order: { cover }, pair: { code } }: OrderEndProps) {
  const t = useText('lever');
  const format = useFormat();
  if (cover === null) return null;
  const percent = String(LEVER_LIMITS.guardPercent.deleverage);
  return (
    <EndSection testId="cover-seen" title={t('reason.cover')}>
      <ExplainedRow
        title={t('figure.cover')}
        value={shortAmount(format, amountOf(cover), code, 'floor')}
        rule={t('rule.cover', { percent })}
      />
    </EndSection>
  );
}

/** Payers of the part that the balance did not cover. */
function Shortfall({ order, pair: { code } }: OrderEndProps) {
  const t = useText('lever');
  const format = useFormat();
  const paid = (['insured', 'waived'] as const).filter((name) => amountOf(order[name]) > 0n);
  if (paid.length === 0) return null;
  return (
    <EndSection testId="shortfall" title={t('reason.shortfall')}>
      {paid.map((name) => (
        <ExplainedRow
          key={name}
          title={t(`figure.${name}`)}
          value={shortAmount(format, amountOf(order[name]), code, 'ceil')}
          rule={t(`rule.${name}`)}
        />
      ))}
    </EndSection>
  );
}

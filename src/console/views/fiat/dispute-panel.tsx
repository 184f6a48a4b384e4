/** The panel of one dispute: terms, evidence, sides, times and verdict. */
import { Link } from 'react-router-dom';
import type { DisputeDetail } from '../../../../contract/operator/schemas/fiat.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { canAwardDispute } from '../../hooks/operator-lifecycles.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { CourseView } from '../course/course-view.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { RecordView } from '../parts/record-view.tsx';
import { DisputeChat } from './dispute-chat.tsx';
import { DisputeEvidence } from './dispute-evidence.tsx';
import { DisputeSides } from './dispute-sides.tsx';
import { DisputeTimes } from './dispute-times.tsx';
import { DisputeVerdict } from './dispute-verdict.tsx';

/** One disputed order: the evidence of both sides, and the decision. */
export function DisputePanel({ id }: { readonly id: string }) {
  const query = useOperatorQuery('getDispute', { id }, FOLLOW_MS.record);
  return <RecordView query={query}>{(dispute) => <DisputeRecord dispute={dispute} />}</RecordView>;
}

function DisputeRecord({ dispute }: { readonly dispute: DisputeDetail }) {
  const t = useText('operator');
  const { quantity, currency_code: coin, amount, fiat_code: money } = dispute;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg font-semibold tabular-nums">
          <Amount value={quantity} code={coin} /> · <Amount value={amount} code={money} />{' '}
          <span className="font-normal text-muted">#{dispute.id}</span>
        </h2>
        <Badge tone={canAwardDispute(dispute) ? 'warn' : 'neutral'}>
          {dispute.end === null ? t(`fiatState.${dispute.state}`) : t(`fiatEnd.${dispute.end}`)}
        </Badge>
      </div>
      <LastActNote act={dispute.last_act} kind="fiat_order" id={dispute.id} />
      <DisputeVerdict dispute={dispute} />
      {dispute.award !== null && <Award award={dispute.award} />}
      <DisputeSides dispute={dispute} />
      <DisputeEvidence dispute={dispute} />
      <Terms dispute={dispute} />
      <DisputeTimes dispute={dispute} />
      <DisputeChat dispute={dispute} />
      <section className="flex flex-col gap-3">
        <h3 className="font-semibold">{t('course.title')}</h3>
        <CourseView key={dispute.revision} kind="fiat-order" id={dispute.id} />
      </section>
    </div>
  );
}

function Award({ award }: { readonly award: NonNullable<DisputeDetail['award']> }) {
  const t = useText('operator');
  return (
    <section className="rounded-card border border-line bg-surface p-3">
      <p className="text-sm text-muted">
        {t('dispute.decidedBy', { name: award.operator_name })}
        {award.is_payment_false && ` · ${t('dispute.paymentFalse')}`}
      </p>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {award.text}
      </p>
    </section>
  );
}

/** The terms of the order and the payment details. */
function Terms({ dispute }: { readonly dispute: DisputeDetail }) {
  const t = useText('operator');
  const { payee } = dispute;
  const account = [
    ['realName', payee.real_name],
    ['account', payee.account],
    ['bank', payee.bank],
    ['branch', payee.branch],
    ['nickname', payee.nickname],
  ] as const;
  return (
    <section>
      <h3 className="font-semibold">{t('dispute.terms')}</h3>
      <DetailList>
        <DetailRow name={t('dispute.order')}>#{dispute.id}</DetailRow>
        <DetailRow name={t('dispute.ad')}>
          <Link
            to={`/fiat-ads?id=${dispute.ad_id}`}
            className="touch-target text-accent underline-offset-4 hover:underline"
          >
            #{dispute.ad_id}
          </Link>
        </DetailRow>
        <DetailRow name={t('dispute.price')}>
          <Amount value={dispute.price} code={dispute.fiat_code} />
        </DetailRow>
        <DetailRow name={t('dispute.payment')}>{t(`payment.${dispute.payment_kind}`)}</DetailRow>
        <DetailRow name={t('dispute.reference')}>{dispute.payment_reference}</DetailRow>
        {account.map(
          ([name, value]) =>
            value !== null && (
              <DetailRow key={name} name={t(`payee.${name}`)}>
                <bdi>{value}</bdi>
              </DetailRow>
            ),
        )}
        {dispute.remark !== '' && (
          <DetailRow name={t('dispute.remark')}>
            <bdi className="whitespace-pre-wrap">{dispute.remark}</bdi>
          </DetailRow>
        )}
      </DetailList>
    </section>
  );
}

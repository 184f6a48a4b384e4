/** The panel of one withdrawal and its decisions. */
import type { OperatorWithdrawal } from '../../../../contract/operator/schemas/wallet.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { CourseLink } from '../course/course-link.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { RecordView } from '../parts/record-view.tsx';
import { ReviewOfWithdrawal } from './withdrawal-review.tsx';
import { ResolutionOfWithdrawal } from './withdrawal-resolution.tsx';

/** One withdrawal and an operator's open actions on it. */
export function WithdrawalPanel({ id }: { readonly id: string }) {
  const query = useOperatorQuery('getWithdrawal', { id }, FOLLOW_MS.record);
  return (
    <RecordView query={query}>
      {(withdrawal) => (
        <div className="flex flex-col gap-5">
          <WithdrawalFacts withdrawal={withdrawal} />
          <LastActNote act={withdrawal.last_act} kind="withdrawal" id={id} />
          <ReviewOfWithdrawal withdrawal={withdrawal} />
          <ResolutionOfWithdrawal withdrawal={withdrawal} />
          <CourseLink kind="withdrawal" id={id} />
        </div>
      )}
    </RecordView>
  );
}

function WithdrawalFacts({ withdrawal }: { readonly withdrawal: OperatorWithdrawal }) {
  const t = useText('operator');
  const format = useFormat();
  const { amount, fee, arrival_amount: arrival, currency_code: code, value } = withdrawal;
  const hash = withdrawal.transaction_hash;
  return (
    <>
      <h2 className="text-lg font-semibold tabular-nums">
        <Amount value={amount} code={code} />{' '}
        <span className="font-normal text-muted">#{withdrawal.id}</span>
      </h2>
      <DetailList>
        <DetailRow name={t('person')}>
          <PersonLink person={withdrawal.person} />
        </DetailRow>
        <DetailRow name={t('withdrawal.state')}>{t(`phase.${withdrawal.phase}`)}</DetailRow>
        <DetailRow name={t('withdrawal.value')}>
          <Amount value={value} code="USDT" />
        </DetailRow>
        <DetailRow name={t('withdrawal.fee')}>
          <Amount value={fee} code={code} />
        </DetailRow>
        <DetailRow name={t('withdrawal.arrival')}>
          <Amount value={arrival} code={code} />
        </DetailRow>
        <DetailRow name={t('withdrawal.chain')}>{withdrawal.chain}</DetailRow>
        <DetailRow name={t('withdrawal.address')}>
          <LongCode text={withdrawal.address} copyLabel={t('withdrawal.copyAddress')} />
        </DetailRow>
        {hash !== null && (
          <DetailRow name={t('withdrawal.hash')}>
            <LongCode text={hash} copyLabel={t('withdrawal.copyHash')} />
          </DetailRow>
        )}
        <DetailRow name={t('withdrawal.confirmations')}>
          {withdrawal.confirmations} / {withdrawal.required_confirmations}
        </DetailRow>
        <DetailRow name={t('withdrawal.createdAt')}>
          {format.dateTime(withdrawal.created_at)}
        </DetailRow>
        {withdrawal.reason !== null && (
          <DetailRow name={t('withdrawal.told')}>
            {t(`rejection.${withdrawal.reason}`)} {withdrawal.reason_text}
          </DetailRow>
        )}
      </DetailList>
    </>
  );
}

/** An address or a hash in full, because operators compare them. */
function LongCode({ text, copyLabel }: { readonly text: string; readonly copyLabel: string }) {
  return (
    <span className="flex min-w-0 items-center justify-end gap-1">
      <code className="min-w-0 text-sm break-all">{text}</code>
      <CopyButton text={text} label={copyLabel} />
    </span>
  );
}

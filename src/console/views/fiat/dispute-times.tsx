/** The times of a disputed order, compared with their limits. */
import type { DisputeDetail } from '../../../../contract/operator/schemas/fiat.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { clockSpan } from '../parts/clock-span.ts';

/** The times of events, with their limits. */
export function DisputeTimes({ dispute }: { readonly dispute: DisputeDetail }) {
  const t = useText('operator');
  const format = useFormat();
  const { created_at: createdAt, paid_at: paidAt, claimed_at: claimedAt } = dispute;
  const since = (fromMs: number, toMs: number) => (
    <span>
      {format.dateTime(toMs)}{' '}
      <span className="whitespace-nowrap">
        {t('dispute.after', { time: clockSpan(toMs - fromMs) })}
      </span>
    </span>
  );
  return (
    <section>
      <h3 className="font-semibold">{t('dispute.times')}</h3>
      <DetailList>
        <DetailRow name={t('dispute.createdAt')}>{format.dateTime(createdAt)}</DetailRow>
        <DetailRow name={t('dispute.payWithin')}>{clockSpan(dispute.payment_window_ms)}</DetailRow>
        {paidAt !== null && (
          <>
            <DetailRow name={t('dispute.paidAt')}>{since(createdAt, paidAt)}</DetailRow>
            <DetailRow name={t('dispute.confirmWithin')}>
              {clockSpan(dispute.confirm_window_ms)}
            </DetailRow>
            {dispute.postponements > 0 && (
              <DetailRow name={t('dispute.postponedBy')}>
                {clockSpan(dispute.postpone_window_ms)}
              </DetailRow>
            )}
            <DetailRow name={t('dispute.claimedAt')}>{since(paidAt, claimedAt)}</DetailRow>
          </>
        )}
        {dispute.ended_at !== null && (
          <DetailRow name={t('dispute.endedAt')}>{since(claimedAt, dispute.ended_at)}</DetailRow>
        )}
      </DetailList>
    </section>
  );
}

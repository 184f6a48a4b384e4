/** The details of one savings position with the calendar of its dividends, live. */
import type { StakingPositionDetail } from '../../../contract/staking/staking.ts';
import {
  useStakingLifecycle,
  useStakingPosition,
} from '../../app/staking/use-staking-positions.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { RecordHead } from '../parts/record-head.tsx';
import { RecordState } from '../parts/record-sheet.tsx';
import { PayoutCalendar } from './payout-calendar.tsx';

/** One position: what it earns, when it ends, and each day of its cycle. */
export function PositionDetails({ id }: { readonly id: string }) {
  return (
    <RecordState query={useStakingPosition(id)} missing="staking_position_not_found">
      {(position) => (
        <>
          <Head position={position} />
          <Terms position={position} />
          <PayoutCalendar position={position} />
        </>
      )}
    </RecordState>
  );
}

interface PartProps {
  readonly position: StakingPositionDetail;
}

function Head({ position }: PartProps) {
  const t = useText('staking');
  const { isInEffect } = useStakingLifecycle(position);
  const { state, paid_days: paid, cycle_days: days } = position;
  return (
    <RecordHead
      amount={<Amount value={position.amount} code={position.currency_code} />}
      tone={isInEffect ? 'accent' : 'neutral'}
      state={t(`state.${state}`)}
      hint={t(`hint.${state}`)}
    >
      <ProgressBar done={paid} total={days} label={t('paidDays', { paid, count: days })} />
      <p aria-hidden className="figures text-sm text-muted" data-testid="paid-days">
        {t('paidDays', { paid, count: days })}
      </p>
    </RecordHead>
  );
}

function Terms({ position }: PartProps) {
  const t = useText('staking');
  const format = useFormat();
  const { currency_code: code } = position;
  return (
    <DetailList>
      <DetailRow name={t('earned')}>
        <Amount value={position.earned} code={code} />
      </DetailRow>
      <DetailRow name={t('remaining')}>
        {t('days', { count: position.cycle_days - position.paid_days })}
      </DetailRow>
      <DetailRow name={t('promised')}>
        <Amount value={position.promised} code={code} />
      </DetailRow>
      <DetailRow name={t('daily')}>
        <span>
          <Amount value={position.daily_dividend} code={code} /> (
          {format.fineRate(position.daily_ppb)})
        </span>
      </DetailRow>
      <DetailRow name={t('started')}>{format.dateTime(position.subscribed_at)}</DetailRow>
      <DetailRow name={t('firstDay')}>{format.dateTime(position.first_day_at)}</DetailRow>
      <DetailRow name={t('ends')}>{format.dateTime(position.ends_at)}</DetailRow>
      <DetailRow name={t('number')}>{position.id}</DetailRow>
    </DetailList>
  );
}

/** The screen of withdrawals by their pending step. */
import { useSearchParams } from 'react-router-dom';
import type { OperatorWithdrawal } from '../../../../contract/operator/schemas/wallet.ts';
import { WITHDRAWAL_PHASES, type WithdrawalPhase } from '../../../../contract/wallet/wallet.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { ChainHalts } from './chain-halts.tsx';
import { DamagedWithdrawals } from './damaged-withdrawals.tsx';
import { FilterTabs } from '../parts/filter-tabs.tsx';
import { MasterDetail } from '../parts/master-detail.tsx';
import { NarrowedNote } from '../parts/narrowed-note.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { WaitingSince } from '../parts/waiting-since.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';
import { withdrawalDesk } from '../../hooks/operator-lifecycles.ts';

const TONE: Record<WithdrawalPhase, BadgeTone> = {
  pending_review: 'warn',
  approved: 'accent',
  broadcasting: 'accent',
  confirming: 'accent',
  manual_review: 'down',
  success: 'up',
  rejected: 'neutral',
  cancelled: 'neutral',
};

/** Withdrawals by their pending step. */
export function WithdrawalsScreen() {
  const t = useText('operator');
  const [address] = useSearchParams();
  const phase = WITHDRAWAL_PHASES.find((one) => one === address.get('phase')) ?? 'pending_review';
  const userId = address.get('user') ?? undefined;
  return (
    <MasterDetail
      title={t('section.withdrawals')}
      filters={
        <FilterTabs
          name="phase"
          label={t('filter.state')}
          value={phase}
          options={WITHDRAWAL_PHASES.map((value) => ({ value, label: t(`phase.${value}`) }))}
        />
      }
      list={
        <>
          <ChainHalts />
          <DamagedWithdrawals />
          {userId !== undefined && <NarrowedNote names={['user']} />}
          <RecordList
            key={`${phase} ${userId ?? ''}`}
            name="listWithdrawals"
            request={{ phase, user_id: userId }}
            entriesOf={({ withdrawals }) => withdrawals}
            keyOf={({ id }) => id}
            label={t('section.withdrawals')}
            emptyTitle={t('withdrawal.empty')}
            emptyHint={t('emptyHint')}
          >
            {(withdrawal) => <WithdrawalRow withdrawal={withdrawal} />}
          </RecordList>
        </>
      }
      renderDetail={(id) => <WithdrawalPanel id={id} />}
    />
  );
}

function WithdrawalRow({ withdrawal }: { readonly withdrawal: OperatorWithdrawal }) {
  const t = useText('operator');
  const format = useFormat();
  const { id, amount, currency_code: code, person, phase, created_at: createdAt } = withdrawal;
  return (
    <RecordLink id={id}>
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="min-w-0 font-medium wrap-anywhere tabular-nums">
          {format.amount(amount)} {code} <span className="font-normal text-muted">#{id}</span>
        </span>
        <Badge tone={TONE[phase]}>{t(`phase.${phase}`)}</Badge>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-sm text-muted">
        <span className="min-w-0 wrap-anywhere">{person.account}</span>
        <WaitingSince at={createdAt} isWaiting={withdrawalDesk(withdrawal).isWaiting} />
      </span>
    </RecordLink>
  );
}

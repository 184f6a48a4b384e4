/** The screen of disputed fiat orders, oldest open ones first. */
import { useSearchParams } from 'react-router-dom';
import type { Dispute } from '../../../../contract/operator/schemas/fiat.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DISPUTE_STATE_CHOICES } from '../../forms/choices.ts';
import { FilterTabs } from '../parts/filter-tabs.tsx';
import { MasterDetail } from '../parts/master-detail.tsx';
import { NarrowedNote } from '../parts/narrowed-note.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { WaitingSince } from '../parts/waiting-since.tsx';
import { DisputePanel } from './dispute-panel.tsx';
import { canAwardDispute } from '../../hooks/operator-lifecycles.ts';

/** Disputed fiat orders; waiting ones come oldest first. */
export function DisputesScreen() {
  const t = useText('operator');
  const [address] = useSearchParams();
  const state = DISPUTE_STATE_CHOICES.find((one) => one === address.get('state')) ?? 'waiting';
  const userId = address.get('user') ?? undefined;
  return (
    <MasterDetail
      title={t('section.disputes')}
      filters={
        <FilterTabs
          name="state"
          label={t('filter.state')}
          value={state}
          options={DISPUTE_STATE_CHOICES.map((value) => ({
            value,
            label: t(`dispute.${value}`),
          }))}
        />
      }
      list={
        <>
          {userId !== undefined && <NarrowedNote names={['user']} />}
          <RecordList
            key={`${state} ${userId ?? ''}`}
            name="listDisputes"
            request={{ state, user_id: userId }}
            entriesOf={({ disputes }) => disputes}
            keyOf={({ id }) => id}
            label={t('section.disputes')}
            emptyTitle={t('dispute.empty')}
            emptyHint={t('emptyHint')}
          >
            {(dispute) => <DisputeRow dispute={dispute} />}
          </RecordList>
        </>
      }
      renderDetail={(id) => <DisputePanel id={id} />}
    />
  );
}

function DisputeRow({ dispute }: { readonly dispute: Dispute }) {
  const t = useText('operator');
  const format = useFormat();
  const isWaiting = canAwardDispute(dispute);
  return (
    <RecordLink id={dispute.id}>
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="min-w-0 font-medium wrap-anywhere tabular-nums">
          {format.amount(dispute.quantity)} {dispute.currency_code}{' '}
          <span className="font-normal text-muted">#{dispute.id}</span>
        </span>
        <Badge tone={isWaiting ? 'warn' : 'neutral'}>
          {dispute.end === null ? t(`fiatState.${dispute.state}`) : t(`fiatEnd.${dispute.end}`)}
        </Badge>
      </span>
      <span className="truncate text-sm text-muted">
        {dispute.buyer.account} · {dispute.seller.account}
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-sm text-muted">
        <span>{t(`dispute.claimedBy.${dispute.claimed_by}`)}</span>
        <WaitingSince at={dispute.claimed_at} isWaiting={isWaiting} />
      </span>
    </RecordLink>
  );
}

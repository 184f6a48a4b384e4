/** The screen of verifications, oldest ones in review first. */
import { useSearchParams } from 'react-router-dom';
import type { Review, ReviewState } from '../../../../contract/operator/schemas/verification.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FilterTabs } from '../parts/filter-tabs.tsx';
import { MasterDetail } from '../parts/master-detail.tsx';
import { NarrowedNote } from '../parts/narrowed-note.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { WaitingSince } from '../parts/waiting-since.tsx';
import { canDecideReview } from '../../hooks/operator-lifecycles.ts';

const STATES = ['in_review', 'certified', 'failed'] as const;
const TONE: Record<ReviewState, BadgeTone> = {
  in_review: 'warn',
  certified: 'up',
  failed: 'down',
};

/** Submissions for real-name verification; those in review come oldest first. */
export function ReviewsScreen() {
  const t = useText('operator');
  const [address] = useSearchParams();
  const state = STATES.find((one) => one === address.get('state')) ?? 'in_review';
  const userId = address.get('user') ?? undefined;
  return (
    <MasterDetail
      title={t('section.reviews')}
      filters={
        <FilterTabs
          name="state"
          label={t('filter.state')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`review.${value}`) }))}
        />
      }
      list={
        <>
          {userId !== undefined && <NarrowedNote names={['user']} />}
          <RecordList
            key={`${state} ${userId ?? ''}`}
            name="listVerifications"
            request={{ state, user_id: userId }}
            entriesOf={({ reviews }) => reviews}
            keyOf={({ id }) => id}
            label={t('section.reviews')}
            emptyTitle={t('review.empty')}
            emptyHint={t('emptyHint')}
          >
            {(review) => <ReviewRow review={review} />}
          </RecordList>
        </>
      }
      renderDetail={(id) => <ReviewPanel id={id} />}
    />
  );
}

function ReviewRow({ review }: { readonly review: Review }) {
  const t = useText('operator');
  const { id, name, person, state, submitted_at: submittedAt } = review;
  return (
    <RecordLink id={id}>
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <Badge tone={TONE[state]}>{t(`review.${state}`)}</Badge>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-sm text-muted">
        <span className="min-w-0 wrap-anywhere">{person.account}</span>
        <WaitingSince at={submittedAt} isWaiting={canDecideReview(review)} />
      </span>
    </RecordLink>
  );
}

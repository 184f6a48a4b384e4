/** The screen of feedback tickets, oldest unanswered ones first. */
import { useSearchParams } from 'react-router-dom';
import { FEEDBACK_STATE_CHOICES } from '../../forms/choices.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { FeedbackPanel } from './feedback-panel.tsx';
import { FilterTabs } from '../parts/filter-tabs.tsx';
import { MasterDetail } from '../parts/master-detail.tsx';
import { NarrowedNote } from '../parts/narrowed-note.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { WaitingSince } from '../parts/waiting-since.tsx';
import { awaitsAnswer } from '../../hooks/operator-lifecycles.ts';

/** Feedback tickets; those without an answer come oldest first. */
export function FeedbackScreen() {
  const t = useText('operator');
  const [address] = useSearchParams();
  const state =
    FEEDBACK_STATE_CHOICES.find((one) => one === address.get('state')) ?? 'awaiting_reply';
  const userId = address.get('user') ?? undefined;
  return (
    <MasterDetail
      title={t('section.feedback')}
      filters={
        <FilterTabs
          name="state"
          label={t('filter.state')}
          value={state}
          options={FEEDBACK_STATE_CHOICES.map((value) => ({
            value,
            label: t(`feedback.${value}`),
          }))}
        />
      }
      list={
        <>
          {userId !== undefined && <NarrowedNote names={['user']} />}
          <RecordList
            key={`${state} ${userId ?? ''}`}
            name="listFeedback"
            request={{ state, user_id: userId }}
            entriesOf={({ tickets }) => tickets}
            keyOf={({ id }) => id}
            label={t('section.feedback')}
            emptyTitle={t('feedback.empty')}
            emptyHint={t('emptyHint')}
          >
            {(ticket) => (
              <RecordLink id={ticket.id}>
                <span className="flex flex-wrap items-center justify-between gap-x-2">
                  <span className="min-w-0 font-medium wrap-anywhere">{ticket.title}</span>
                  <Badge tone={awaitsAnswer(ticket) ? 'warn' : 'up'}>
                    {t(`feedback.${ticket.state}`)}
                  </Badge>
                </span>
                <span className="flex flex-wrap items-center justify-between gap-x-2 text-sm text-muted">
                  <span className="min-w-0 wrap-anywhere">{ticket.person.account}</span>
                  <WaitingSince at={ticket.updated_at} isWaiting={awaitsAnswer(ticket)} />
                </span>
              </RecordLink>
            )}
          </RecordList>
        </>
      }
      renderDetail={(id) => <FeedbackPanel id={id} />}
    />
  );
}

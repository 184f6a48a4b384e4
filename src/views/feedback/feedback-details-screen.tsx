/** The screen of one feedback ticket and its reply form. */
import { Link, useSearchParams } from 'react-router-dom';
import type { FeedbackDetail } from '../../../contract/feedback/feedback.ts';
import { useFeedbackTicket } from '../../app/feedback/use-feedback.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { PanelSkeleton } from '../parts/panel-skeleton.tsx';
import { PersonScreen } from '../parts/person-screen.tsx';
import { Conversation } from './conversation.tsx';
import { ReplyForm } from './reply-form.tsx';
import { TicketState } from './ticket-state.tsx';

/** One ticket, chosen by `?id=`: its messages, and the form of the next one. */
export function FeedbackDetailsScreen() {
  const t = useText('feedback');
  const [address] = useSearchParams();
  const id = address.get('id') ?? '';
  return (
    <PersonScreen title={t('detail.title')} backTo="/feedback-list">
      {/^[1-9]\d{0,17}$/.test(id) ? <Ticket key={id} id={id} /> : <NoTicket />}
    </PersonScreen>
  );
}

function Ticket({ id }: { readonly id: string }) {
  const ticket = useFeedbackTicket(id);
  if (ticket.status === 'loading') return <PanelSkeleton lines={6} />;
  if (ticket.status === 'failure')
    return ticket.error === 'feedback_not_found' ? (
      <NoTicket />
    ) : (
      <ErrorState error={ticket.error} onRetry={ticket.retry} />
    );
  return (
    <>
      <TicketHead ticket={ticket.data} />
      <Conversation messages={ticket.data.messages} />
      <ReplyForm id={id} onSent={ticket.retry} />
    </>
  );
}

function TicketHead({ ticket }: { readonly ticket: FeedbackDetail }) {
  const t = useText('feedback');
  const format = useFormat();
  return (
    <section className="rounded-card bg-surface p-5">
      <h2 className="text-lg leading-snug font-semibold wrap-anywhere">{ticket.title}</h2>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <TicketState ticket={ticket} />
        <span>{t(`type.${ticket.type}`)}</span>
        <span className="figures">{format.dateTime(ticket.created_at)}</span>
      </p>
    </section>
  );
}

function NoTicket() {
  const t = useText('feedback');
  return (
    <EmptyState
      title={t('detail.none')}
      hint={t('detail.noneHint')}
      action={
        <Link to="/feedback-list" className={buttonStyle('secondary')}>
          {t('new.mine')}
        </Link>
      }
    />
  );
}

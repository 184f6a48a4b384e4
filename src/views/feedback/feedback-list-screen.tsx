/** The screen of the user's feedback tickets. */
import { Link, useSearchParams } from 'react-router-dom';
import { FEEDBACK_STATES } from '../../../contract/feedback/feedback-kinds.ts';
import type { Feedback } from '../../../contract/feedback/feedback.ts';
import { useFeedbackList } from '../../app/feedback/use-feedback.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { IconForward } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/state-panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { PersonScreen } from '../parts/person-screen.tsx';
import { TicketState } from './ticket-state.tsx';

const FILTERS = ['all', ...FEEDBACK_STATES] as const;

/** The user's tickets. `?state=` filters them. */
export function FeedbackListScreen() {
  const t = useText('feedback');
  const [address, setAddress] = useSearchParams();
  const filter = FILTERS.find((candidate) => candidate === address.get('state')) ?? 'all';
  return (
    <PersonScreen
      title={t('list.title')}
      backTo="/user-center"
      scrollKey="/feedback-list"
      actions={
        <Link to="/feedback" className={`me-2 ${buttonStyle('quiet', 'small')}`}>
          {t('list.write')}
        </Link>
      }
    >
      <Tabs
        look="pill"
        label={t('list.filter')}
        value={filter}
        onChange={(chosen) => setAddress({ state: chosen }, { replace: true })}
        tabs={FILTERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
      >
        <Tickets filter={filter} />
      </Tabs>
    </PersonScreen>
  );
}

function Tickets({ filter }: { readonly filter: (typeof FILTERS)[number] }) {
  const t = useText('feedback');
  const list = useFeedbackList(filter === 'all' ? undefined : filter);
  const empty =
    filter === 'all' ? (
      <EmptyState
        title={t('list.empty')}
        hint={t('list.emptyHint')}
        action={
          <Link to="/feedback" className={buttonStyle()}>
            {t('new.title')}
          </Link>
        }
      />
    ) : (
      <EmptyState title={t('list.noneSo')} hint={t('list.noneSoHint')} />
    );
  return (
    <div className="mt-4 overflow-hidden rounded-card bg-surface">
      <PagedList
        list={list}
        entries={list.tickets}
        label={t('list.title')}
        loadingLabel={t('list.loading')}
        empty={empty}
        keyOf={({ id }) => id}
      >
        {(ticket) => <TicketRow ticket={ticket} />}
      </PagedList>
    </div>
  );
}

function TicketRow({ ticket }: { readonly ticket: Feedback }) {
  const t = useText('feedback');
  const format = useFormat();
  return (
    <Link
      to={`/feedback-details?id=${ticket.id}`}
      data-testid="ticket"
      className="flex min-h-16 items-center gap-3 border-b border-line px-4 py-3 -outline-offset-2 transition-colors duration-150 hover:bg-tint"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{ticket.title}</span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-0.5 text-sm text-muted">
          <TicketState ticket={ticket} />
          <span>{t(`type.${ticket.type}`)}</span>
          <span className="figures">{format.dateTime(ticket.updated_at)}</span>
        </span>
      </span>
      <IconForward aria-hidden className="size-4.5 shrink-0 text-faint" />
    </Link>
  );
}

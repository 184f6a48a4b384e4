import { useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/state-panel.tsx';
import { useOperatorQuery } from '../hooks/use-operator-query.ts';
import { MasterDetail } from './master-detail.tsx';
import { RecordLink } from './record-link.tsx';
import { RecordView } from './record-view.tsx';
import { SearchForm } from './search-form.tsx';
import { UserPanel } from './user-panel.tsx';

const TEXT_LENGTH_MIN = 3;

/** People, found by UID, e-mail address or mobile number. */
export function UsersScreen() {
  const t = useText('operator');
  const [address] = useSearchParams();
  const text = address.get('text')?.trim() ?? '';
  return (
    <MasterDetail
      title={t('section.users')}
      filters={<SearchForm label={t('user.search')} />}
      list={
        text.length < TEXT_LENGTH_MIN ? (
          <EmptyState title={t('user.searchFirst')} hint={t('user.searchHint')} />
        ) : (
          <FoundUsers key={text} text={text} />
        )
      }
      renderDetail={(id) => <UserPanel id={id} />}
    />
  );
}

function FoundUsers({ text }: { readonly text: string }) {
  const t = useText('operator');
  const query = useOperatorQuery('searchUsers', { text });
  return (
    <RecordView query={query}>
      {(users) =>
        users.length === 0 ? (
          <EmptyState title={t('user.none')} hint={t('user.searchHint')} />
        ) : (
          <ul aria-label={t('section.users')} className="flex flex-col divide-y divide-line">
            {users.map((user) => (
              <li key={user.id}>
                <RecordLink id={String(user.id)}>
                  <span className="flex items-center justify-between gap-2">
                    <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
                      {user.account}
                    </span>
                    {user.disabled_at !== null && <Badge tone="down">{t('user.disabled')}</Badge>}
                  </span>
                  <span className="text-sm text-muted">{user.uid}</span>
                </RecordLink>
              </li>
            ))}
          </ul>
        )
      }
    </RecordView>
  );
}

/** The screen that searches users by UID, address, number, name or shop. */
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { MasterDetail } from '../parts/master-detail.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { UserPanel } from './user-panel.tsx';

const TEXT_LENGTH_MIN = 2;

/** Users, found by a part of a UID, an email address, a mobile number, a name or a shop. */
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
  return (
    <RecordList
      name="searchUsers"
      request={{ text }}
      entriesOf={({ users }) => users}
      keyOf={({ id }) => String(id)}
      label={t('section.users')}
      emptyTitle={t('user.none')}
      emptyHint={t('user.searchHint')}
      followMs={null}
    >
      {(user) => (
        <RecordLink id={String(user.id)}>
          <span className="flex items-center justify-between gap-2">
            <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{user.account}</span>
            {user.disabled_at !== null && <Badge tone="down">{t('user.disabled')}</Badge>}
          </span>
          <span className="text-sm [overflow-wrap:anywhere] text-muted">
            {[
              user.uid,
              user.mobile !== user.account && user.mobile,
              user.masked_name,
              user.shop_name,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </RecordLink>
      )}
    </RecordList>
  );
}

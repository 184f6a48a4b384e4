/** The screen of invites, authorization code and team. */
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession, useSessionActions } from '../../../app/identity/use-session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { PersonScreen } from '../../parts/person-screen.tsx';
import { AuthorizationCodeView } from './authorization-code-view.tsx';
import { InviteView } from './invite-view.tsx';
import { TeamView } from './team-view.tsx';

type View = 'invite' | 'code' | 'team';

/** Invites, the code for an agent, and the agent's own team. `?view=` chooses. */
export function ShareCodeScreen() {
  const t = useText('people');
  const [address, setAddress] = useSearchParams();
  const { user } = useSession();
  const { refreshUser } = useSessionActions();
  const isAgent = user?.is_agent ?? false;
  // A user who has just become an agent finds the team here.
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the page comes up
  useEffect(() => refreshUser(), []);
  const views: readonly View[] = isAgent ? ['invite', 'code', 'team'] : ['invite', 'code'];
  const view = views.find((candidate) => candidate === address.get('view')) ?? 'invite';
  return (
    <PersonScreen title={t('share.title')} backTo="/home">
      <Tabs
        look="pill"
        label={t('share.title')}
        value={view}
        onChange={(chosen) => setAddress({ view: chosen }, { replace: true })}
        tabs={views.map((value) => ({ value, label: t(`share.${value}`) }))}
      >
        <div className="flex flex-col gap-4 pt-4">
          {view === 'invite' && <InviteView />}
          {view === 'code' && <AuthorizationCodeView />}
          {view === 'team' && <TeamView />}
        </div>
      </Tabs>
    </PersonScreen>
  );
}

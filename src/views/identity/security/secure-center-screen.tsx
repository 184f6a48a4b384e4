/** The security center; `?view=` shows one of its parts. */
import { useSearchParams } from 'react-router-dom';
import { useSecurity } from '../../../app/identity/use-security.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { PanelSkeleton } from '../../parts/panel-skeleton.tsx';
import { PersonScreen } from '../../parts/person-screen.tsx';
import { CollectionEditScreen } from './collection-edit-screen.tsx';
import { CollectionScreen } from './collection-screen.tsx';
import { GoogleScreen } from './google-screen.tsx';
import { HoldNotice } from './hold-notice.tsx';
import { SecurityLinks } from './security-links.tsx';
import { SessionList } from './session-list.tsx';

/** The security settings of the account; `?view=` shows one of its parts. */
export function SecureCenterScreen() {
  const [address] = useSearchParams();
  switch (address.get('view')) {
    case 'google':
      return <GoogleScreen />;
    case 'collection':
      return <CollectionScreen />;
    case 'collection-edit':
      return (
        <CollectionEditScreen
          id={address.get('id')}
          kind={address.get('kind')}
          back={address.get('back')}
        />
      );
    default:
      return <SecurityOverview />;
  }
}

function SecurityOverview() {
  const t = useText('identity-security');
  const security = useSecurity();
  return (
    <PersonScreen title={t('security.title')} backTo="/home">
      {security.status === 'loading' && <PanelSkeleton lines={5} />}
      {security.status === 'failure' && (
        <ErrorState error={security.error} onRetry={security.retry} />
      )}
      {security.status === 'success' && (
        <>
          <HoldNotice security={security.data} />
          <SecurityLinks security={security.data} />
        </>
      )}
      <SessionList />
    </PersonScreen>
  );
}

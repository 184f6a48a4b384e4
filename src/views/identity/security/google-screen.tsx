/** The screen of the Google authenticator. */
import { useState } from 'react';
import { useSecurity } from '../../../app/identity/use-security.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { DonePanel } from '../../parts/done-panel.tsx';
import { PanelSkeleton } from '../../parts/panel-skeleton.tsx';
import { PersonScreen } from '../../parts/person-screen.tsx';
import { GoogleBinding } from './google-binding.tsx';
import { GoogleUnbinding } from './google-unbinding.tsx';
import { ToSecurityCenter } from './to-security-center.tsx';

/** Binds a Google authenticator, or unbinds the bound one. */
export function GoogleScreen() {
  const t = useText('identity-security');
  const security = useSecurity();
  const [outcome, setOutcome] = useState<'bound' | 'unbound' | null>(null);
  const conclude = (reached: 'bound' | 'unbound') => () => {
    setOutcome(reached);
    security.retry();
  };
  return (
    <PersonScreen title={t('google.title')} backTo="/secure-center">
      {outcome !== null && (
        <DonePanel
          kind="done"
          takesFocus
          title={t(`google.${outcome}`)}
          action={<ToSecurityCenter />}
        >
          {t(outcome === 'bound' ? 'google.boundHint' : 'google.unboundHint')}
        </DonePanel>
      )}
      {outcome === null && security.status === 'loading' && <PanelSkeleton lines={6} />}
      {outcome === null && security.status === 'failure' && (
        <ErrorState error={security.error} onRetry={security.retry} />
      )}
      {outcome === null &&
        security.status === 'success' &&
        (security.data.is_google_bound ? (
          <GoogleUnbinding onUnbound={conclude('unbound')} />
        ) : (
          <GoogleBinding onBound={conclude('bound')} />
        ))}
    </PersonScreen>
  );
}

/** The screens that change the login password and the transaction password. */
import {
  useLoginPasswordForm,
  usePayPasswordForm,
  useSecurity,
} from '../../../app/identity/use-security.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { PanelSkeleton } from '../../parts/panel-skeleton.tsx';
import { PersonScreen } from '../../parts/person-screen.tsx';
import { PasswordAmendment } from './password-amendment.tsx';

const SECURE_CENTER = '/secure-center';

/** Sets a new login password, which signs out all other sessions. */
export function ChangeLoginPasswordScreen() {
  const t = useText('identity-security');
  const form = useLoginPasswordForm();
  const security = useSecurity();
  return (
    <PersonScreen title={t('security.loginPassword')} backTo={SECURE_CENTER}>
      {security.status === 'loading' && <PanelSkeleton lines={6} />}
      {security.status === 'failure' && (
        <ErrorState error={security.error} onRetry={security.retry} />
      )}
      {security.status === 'success' && (
        <PasswordAmendment
          form={form}
          isGoogleBound={security.data.is_google_bound}
          loginPasswordLabel={t('field.oldPassword')}
          note={t('amend.loginNote')}
          done={{ title: t('amend.loginDone'), hint: t('amend.loginDoneHint') }}
        />
      )}
    </PersonScreen>
  );
}

/** Sets the transaction password for the first time, or changes it. */
export function ChangePayPasswordScreen() {
  const t = useText('identity-security');
  const form = usePayPasswordForm();
  const security = useSecurity();
  // The state before the change, because the form describes the change even after the new state has
  // arrived.
  const isFirst = form.status !== 'done' && security.data?.has_pay_password === false;
  return (
    <PersonScreen title={t('security.payPassword')} backTo={SECURE_CENTER}>
      {security.status === 'loading' && <PanelSkeleton lines={6} />}
      {security.status === 'failure' && (
        <ErrorState error={security.error} onRetry={security.retry} />
      )}
      {security.status === 'success' && (
        <PasswordAmendment
          form={form}
          isGoogleBound={security.data.is_google_bound}
          loginPasswordLabel={t('field.loginPassword')}
          note={t(isFirst ? 'amend.payFirstNote' : 'amend.payNote')}
          done={{ title: t('amend.payDone'), hint: t('amend.payDoneHint') }}
        />
      )}
    </PersonScreen>
  );
}

/** The form that unbinds the authenticator, with its consequence. */
import { useGoogleUnbindingForm } from '../../../app/identity/use-security.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Panel } from '../../parts/panel.tsx';
import { GoogleProofForm } from './google-proof-form.tsx';
import { WarnNote } from './warn-note.tsx';

/** Unbinds the authenticator; warns first of the hold on withdrawals that follows. */
export function GoogleUnbinding({ onUnbound }: { readonly onUnbound: () => void }) {
  const t = useText('identity-security');
  const form = useGoogleUnbindingForm(onUnbound);
  return (
    <Panel title={t('google.unbindTitle')}>
      <div className="flex flex-col gap-5">
        <WarnNote>{t('google.unbindNote')}</WarnNote>
        <GoogleProofForm form={form} submitLabel={t('google.unbind')} isDangerous />
      </div>
    </Panel>
  );
}

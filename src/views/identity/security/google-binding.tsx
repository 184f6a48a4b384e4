/** The three steps that bind a Google authenticator. */
import type { GoogleKey } from '../../../../contract/identity/security.ts';
import { useGoogleBindingForm, useGoogleKeyForm } from '../../../app/identity/use-security.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts';
import { FormProblem } from '../../parts/form-problem.tsx';
import { useProblemText } from '../../parts/use-problem-text.ts';
import { Panel } from '../../parts/panel.tsx';
import { GoogleProofForm } from './google-proof-form.tsx';

/** Three steps: the app, the key, and a code of it. */
export function GoogleBinding({ onBound }: { readonly onBound: () => void }) {
  const t = useText('identity-security');
  const key = useGoogleKeyForm();
  const binding = useGoogleBindingForm(onBound);
  const problemText = useProblemText(key.problems);
  const ask = () => {
    key.reset();
    key.submit(null);
  };
  return (
    <>
      <Panel title={t('google.stepApp')}>
        <p className="leading-relaxed text-muted text-pretty">{t('google.stepAppHint')}</p>
      </Panel>
      <Panel title={t('google.stepKey')}>
        <p className="leading-relaxed text-muted text-pretty">{t('google.stepKeyHint')}</p>
        {key.answer === null ? (
          <div className="mt-4 flex flex-col gap-3">
            <FormProblem problem={problemText(null)} />
            <Button kind="secondary" pending={key.isBusy} onClick={ask}>
              {t('google.showKey')}
            </Button>
          </div>
        ) : (
          <NewKey googleKey={key.answer} onAgain={ask} />
        )}
      </Panel>
      {key.answer !== null && (
        <Panel title={t('google.stepCode')}>
          <GoogleProofForm form={binding} submitLabel={t('google.bind')} />
        </Panel>
      )}
    </>
  );
}

interface NewKeyProps {
  readonly googleKey: GoogleKey;
  readonly onAgain: () => void;
}

function NewKey({ googleKey, onAgain }: NewKeyProps) {
  const t = useText('identity-security');
  const seconds = useSecondsLeft(googleKey.expires_at);
  const { secret } = googleKey;
  if (seconds === 0)
    return (
      <div className="mt-4 flex flex-col gap-3">
        <p className="text-warn">{t('google.keyExpired')}</p>
        <Button kind="secondary" onClick={onAgain}>
          {t('google.newKey')}
        </Button>
      </div>
    );
  return (
    <div className="mt-4 flex flex-col items-center gap-3">
      <QrCode text={googleKey.otpauth_uri} label={t('google.qrLabel')} />
      <div className="flex w-full items-center gap-1 rounded-control bg-sunken ps-4">
        <code
          data-testid="google-key"
          className="figures min-w-0 flex-1 py-2 text-center wrap-anywhere"
        >
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={secret} label={t('google.copyKey')} />
      </div>
      <p className="text-center text-sm text-muted text-pretty">{t('google.keepKey')}</p>
    </div>
  );
}

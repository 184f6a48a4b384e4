/** The registration screen; `?invite_code=` fills in the invite code. */
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { useRegistrationForm } from '../../app/identity/use-registration-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AgreementField } from './agreement-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CodeForm } from './code-form.tsx';

/** Opens an account; `?invite_code=` fills in the invite code. */
export function RegisterScreen() {
  const t = useText('identity');
  const [address] = useSearchParams();
  const { search } = useLocation();
  const { snapshot, send } = useRegistrationForm((address.get('invite_code') ?? '').toUpperCase());
  const { fields, problems, resendAtMs } = snapshot.context;
  const edit = (change: Partial<typeof fields>) => send({ type: 'fields.edit', fields: change });
  return (
    <AuthLayout title={t('register.title')} hint={t('register.hint')} hasBack>
      <CodeForm<'inviteCode' | 'hasAccepted'>
        fields={fields}
        problems={problems}
        resendAtMs={resendAtMs}
        isSending={snapshot.hasTag('sending')}
        isBusy={snapshot.hasTag('busy')}
        onEdit={edit}
        onRequestCode={() => send({ type: 'code.request', nowMs: Date.now() })}
        onSubmit={(passwordProfile) => send({ type: 'form.submit', passwordProfile })}
        submitLabel={t('register.submit')}
      >
        {(problemText) => (
          <>
            <TextField
              name="inviteCode"
              label={t('register.inviteCode')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={12}
              value={fields.inviteCode}
              problem={problemText('inviteCode')}
              onChange={(text) => edit({ inviteCode: text.trim().toUpperCase() })}
            />
            <AgreementField
              isAccepted={fields.hasAccepted}
              problem={problemText('hasAccepted')}
              onChange={(hasAccepted) => edit({ hasAccepted })}
            />
          </>
        )}
      </CodeForm>
      <p className="mt-5 text-center text-muted">
        {t('register.hasAccount')}{' '}
        <Link
          to={`/login${search}`}
          className="touch-target rounded-tag font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('register.login')}
        </Link>
      </p>
    </AuthLayout>
  );
}

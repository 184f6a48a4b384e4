/** The screen that resets a forgotten password. */
import { Link, useLocation } from 'react-router-dom';
import { usePasswordResetForm } from '../../app/identity/use-password-reset-form.ts';
import { useSession, useSessionActions } from '../../app/identity/use-session.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { IconChosen } from '../../ui/icons.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CodeForm } from './code-form.tsx';

/** Sets a new password with a code sent to the account. */
export function ForgetScreen() {
  const t = useText('identity');
  const { snapshot, send } = usePasswordResetForm();
  const { fields, problems, resendAtMs } = snapshot.context;
  if (snapshot.status === 'done') return <PasswordChanged />;
  return (
    <AuthLayout title={t('forget.title')} hint={t('forget.hint')} hasBack>
      <CodeForm
        fields={fields}
        problems={problems}
        resendAtMs={resendAtMs}
        isSending={snapshot.hasTag('sending')}
        isBusy={snapshot.hasTag('busy')}
        onEdit={(change) => send({ type: 'fields.edit', fields: change })}
        onRequestCode={() => send({ type: 'code.request', nowMs: Date.now() })}
        onSubmit={(passwordProfile) => send({ type: 'form.submit', passwordProfile })}
        submitLabel={t('forget.submit')}
      />
    </AuthLayout>
  );
}

function PasswordChanged() {
  const t = useText('identity');
  const { search } = useLocation();
  const { isLoggedIn } = useSession();
  const { signOut } = useSessionActions();
  return (
    <AuthLayout title={t('forget.doneTitle')} hint={t('forget.doneHint')}>
      <span className="mb-7 grid size-16 place-items-center rounded-full bg-up-soft text-up">
        <IconChosen aria-hidden className="size-8" />
      </span>
      <Link
        to={`/login${search}`}
        // The new password has ended this browser's session, too.
        onClick={() => isLoggedIn && signOut()}
        className={`w-full ${buttonStyle()}`}
      >
        {t('forget.toLogin')}
      </Link>
    </AuthLayout>
  );
}

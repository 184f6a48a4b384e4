/** The sign-in screen. */
import type { FormEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSignInForm } from '../../app/identity/use-sign-in-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AccountField } from './account-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { SignInCode } from './sign-in-code.tsx';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { useAccountProblem } from './use-account-problem.ts';

const linkStyle =
  'touch-target font-semibold text-accent underline-offset-4 hover:underline rounded-tag';

/** Sign in with email or mobile number and password, and with a code where the exchange asks for one. */
export function LoginScreen() {
  const t = useText('identity');
  const form = useSignInForm();
  const { codeKind } = form.snapshot.context;
  if (codeKind === null)
    return (
      <AuthLayout title={t('login.title')} hint={t('login.hint')}>
        <PasswordForm {...form} />
      </AuthLayout>
    );
  const hint = t(codeKind === 'device' ? 'login.deviceHint' : 'login.secondHint');
  return (
    <AuthLayout title={t('login.codeTitle')} hint={hint}>
      <SignInCode {...form} />
    </AuthLayout>
  );
}

function PasswordForm({ snapshot, send }: ReturnType<typeof useSignInForm>) {
  const t = useText('identity');
  const { fields, problems } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const problemText = useAccountProblem(problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(isBusy);
  // Links to registration and reset keep the target after the sign-in.
  const [search] = useSearchParams();
  const query = search.size === 0 ? '' : `?${search.toString()}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'form.submit' });
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <AccountField
        type={fields.loginType === '1' ? 'mobile' : 'email'}
        account={fields.account}
        areaId={fields.areaId}
        autoComplete="username"
        problem={problemText('account')}
        onChange={({ type, ...change }) =>
          send({
            type: 'fields.edit',
            fields: type ? { ...change, loginType: type === 'mobile' ? '1' : '2' } : change,
          })
        }
      />
      <div className="flex flex-col gap-2">
        <PasswordField
          name="password"
          label={t('password.label')}
          autoComplete="current-password"
          value={fields.password}
          onChange={(password) => send({ type: 'fields.edit', fields: { password } })}
          problem={problemText('password')}
        />
        <Link to={`/forget${query}`} className={`self-end text-sm ${linkStyle}`}>
          {t('login.forgot')}
        </Link>
      </div>
      <FormProblem problem={problemText(null) ?? problemText('areaId')} />
      <Button type="submit" pending={isBusy}>
        {t('login.submit')}
      </Button>
      <p className="text-center text-muted">
        {t('login.noAccount')}{' '}
        <Link to={`/register${query}`} className={linkStyle}>
          {t('login.register')}
        </Link>
      </p>
    </form>
  );
}

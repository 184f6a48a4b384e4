import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { usePasswordResetForm } from '../../app/hooks/use-password-reset-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { IconChosen } from '../../ui/icons.ts';
import { AccountField } from './account-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormProblem } from './form-problem.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useFocusFirstProblem } from './use-focus-first-problem.ts';
import { useProblemText } from './use-problem-text.ts';
import { VerificationCodeField } from './verification-code-field.tsx';

/** Choose a new password with a code sent to the account. */
export function ForgetScreen() {
  const t = useText('auth');
  const { snapshot, send } = usePasswordResetForm();
  const { fields, problems, resendAtMs } = snapshot.context;
  const isSending = snapshot.hasTag('sending');
  const isBusy = snapshot.hasTag('busy');
  const problemText = useProblemText(problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(isBusy);
  const edit = (change: Partial<typeof fields>) => send({ type: 'fields.edit', fields: change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'form.submit' });
    noteAttempt();
  };
  if (snapshot.status === 'done') return <PasswordChanged />;
  return (
    <AuthLayout title={t('forget.title')} hint={t('forget.hint')} hasBack>
      <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <AccountField
          type={fields.type}
          account={fields.account}
          areaId={fields.areaId}
          problem={problemText('account') ?? problemText('areaId')}
          onChange={edit}
        />
        <VerificationCodeField
          type={fields.type}
          account={fields.account}
          code={fields.code}
          isSending={isSending}
          resendAtMs={resendAtMs}
          problem={problemText('code')}
          onChange={(code) => edit({ code })}
          onRequest={() => {
            send({ type: 'code.request', nowMs: Date.now() });
            noteAttempt();
          }}
        />
        <NewPasswordFields
          password={fields.password}
          passwordRepeated={fields.passwordRepeated}
          passwordProblem={problemText('password')}
          repeatedProblem={problemText('passwordRepeated')}
          onChange={edit}
        />
        <FormProblem problem={problemText(null)} />
        <Button type="submit" pending={isBusy && !isSending}>
          {t('forget.submit')}
        </Button>
      </form>
    </AuthLayout>
  );
}

function PasswordChanged() {
  const t = useText('auth');
  return (
    <AuthLayout title={t('forget.doneTitle')} hint={t('forget.doneHint')}>
      <span className="mb-7 grid size-16 place-items-center rounded-full bg-up-soft text-up">
        <IconChosen aria-hidden className="size-8" />
      </span>
      <Link to="/login" className={`w-full ${buttonStyle()}`}>
        {t('forget.toLogin')}
      </Link>
    </AuthLayout>
  );
}

/** The code that the exchange asks for after the right password. */
import { useEffect, type FormEvent } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import type { useSignInForm } from '../../app/identity/use-sign-in-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { FormProblem } from '../parts/form-problem.tsx';
import { useAccountProblem } from './use-account-problem.ts';
import { VerificationCodeField } from './verification-code-field.tsx';

/** A code of the authenticator, or the code that was sent for a new device, and the way back to the password. */
export function SignInCode({ snapshot, send }: ReturnType<typeof useSignInForm>) {
  const t = useText('identity');
  const { fields, problems, codeKind, resendAtMs } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const isSending = snapshot.hasTag('sending');
  const problemText = useAccountProblem(problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(isBusy);
  // The code is all that is missing, and the password field that had the focus is gone.
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [formRef]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'form.submit' });
    noteAttempt();
  };
  const field = {
    code: fields.code,
    problem: problemText('code'),
    onChange: (code: string) => send({ type: 'fields.edit', fields: { code } }),
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {codeKind === 'authenticator' ? (
        <CodeField
          name="code"
          label={t('login.authenticatorCode')}
          hint={t('login.authenticatorHint')}
          length={LIMITS.verification_code_digits}
          value={field.code}
          problem={field.problem}
          onChange={field.onChange}
        />
      ) : (
        <VerificationCodeField
          {...field}
          type={fields.loginType === '1' ? 'mobile' : 'email'}
          account={fields.account}
          isSending={isSending}
          resendAtMs={resendAtMs}
          onRequest={() => {
            send({ type: 'code.request', nowMs: Date.now() });
            noteAttempt();
          }}
        />
      )}
      <FormProblem problem={problemText(null)} />
      <Button type="submit" pending={isBusy && !isSending}>
        {t('login.submit')}
      </Button>
      <Button kind="quiet" disabled={isBusy} onClick={() => send({ type: 'form.back' })}>
        {t('login.back')}
      </Button>
    </form>
  );
}

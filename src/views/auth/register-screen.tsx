import { useState, type FormEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useRegistrationForm } from '../../app/hooks/use-registration-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AccountField } from './account-field.tsx';
import { AgreementSheet } from './agreement-sheet.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormProblem } from './form-problem.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useFocusFirstProblem } from './use-focus-first-problem.ts';
import { useProblemText } from './use-problem-text.ts';
import { VerificationCodeField } from './verification-code-field.tsx';

/** Open an account; `?invite_code=` fills the invite code in. */
export function RegisterScreen() {
  const t = useText('auth');
  const [search] = useSearchParams();
  const { snapshot, send } = useRegistrationForm((search.get('invite_code') ?? '').toUpperCase());
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
  return (
    <AuthLayout title={t('register.title')} hint={t('register.hint')} hasBack>
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
        <Agreement
          isAccepted={fields.hasAccepted}
          problem={problemText('hasAccepted')}
          onChange={(hasAccepted) => edit({ hasAccepted })}
        />
        <FormProblem problem={problemText(null)} />
        <Button type="submit" pending={isBusy && !isSending}>
          {t('register.submit')}
        </Button>
        <p className="text-center text-muted">
          {t('register.hasAccount')}{' '}
          <Link
            to="/login"
            className="touch-target rounded-tag font-semibold text-accent underline-offset-4 hover:underline"
          >
            {t('register.login')}
          </Link>
        </p>
      </form>
    </AuthLayout>
  );
}

interface AgreementProps {
  readonly isAccepted: boolean;
  readonly problem: string | undefined;
  readonly onChange: (isAccepted: boolean) => void;
}

function Agreement({ isAccepted, problem, onChange }: AgreementProps) {
  const t = useText('auth');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Checkbox name="hasAccepted" checked={isAccepted} onChange={onChange} problem={problem}>
        {t('agreement.checkbox')}
      </Checkbox>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="ms-9 min-h-11 text-start text-sm font-semibold text-accent underline-offset-4 hover:underline"
      >
        {t('agreement.read')}
      </button>
      <AgreementSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onAccept={() => {
          onChange(true);
          setOpen(false);
        }}
      />
    </div>
  );
}

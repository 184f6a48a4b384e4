/** The form of the current password, the new one and a Google code. */
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { usePasswordProfile } from '../../../app/identity/use-password-profile.ts';
import type { useLoginPasswordForm } from '../../../app/identity/use-security.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { NewPasswordFields } from '../../parts/new-password-fields.tsx';
import { FormProblem } from '../../parts/form-problem.tsx';
import { DonePanel } from '../../parts/done-panel.tsx';
import { usePersonProblem } from '../../parts/use-person-problem.ts';
import { WarnNote } from './warn-note.tsx';
import { GoogleCodeField } from './google-code-field.tsx';
import { ToSecurityCenter } from './to-security-center.tsx';

interface PasswordAmendmentProps {
  readonly form: ReturnType<typeof useLoginPasswordForm>;
  readonly isGoogleBound: boolean;
  readonly loginPasswordLabel: string;
  /** Warns of the consequence of the change. */
  readonly note: string;
  readonly done: { readonly title: string; readonly hint: string };
}

/** The present login password, the new password, and a Google code if an authenticator is bound. */
export function PasswordAmendment(props: PasswordAmendmentProps) {
  const { form, isGoogleBound, loginPasswordLabel, note, done } = props;
  const t = useText('identity-security');
  const profile = usePasswordProfile();
  const problemText = usePersonProblem(form.problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  if (form.status === 'done') return <Amended {...done} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit({ profile, isGoogleBound });
    noteAttempt();
  };
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-5 rounded-card bg-surface p-5"
    >
      <WarnNote>{note}</WarnNote>
      <PasswordField
        name="loginPassword"
        label={loginPasswordLabel}
        autoComplete="current-password"
        maxLength={128}
        value={form.fields.loginPassword}
        problem={problemText('loginPassword')}
        onChange={(loginPassword) => form.edit({ loginPassword })}
        hint={
          <Link
            to="/forget"
            className="touch-target text-accent underline-offset-4 hover:underline"
          >
            {t('amend.forgotten')}
          </Link>
        }
      />
      <NewPasswordFields
        password={form.fields.password}
        passwordRepeated={form.fields.passwordRepeated}
        profile={profile}
        passwordProblem={problemText('password')}
        repeatedProblem={problemText('passwordRepeated')}
        onChange={form.edit}
      />
      {isGoogleBound && (
        <GoogleCodeField
          value={form.fields.googleCode}
          problem={problemText('googleCode')}
          onChange={(googleCode) => form.edit({ googleCode })}
        />
      )}
      <FormProblem problem={problemText(null)} />
      <Button type="submit" pending={form.isBusy}>
        {t('amend.submit')}
      </Button>
    </form>
  );
}

function Amended({ title, hint }: PasswordAmendmentProps['done']) {
  return (
    <DonePanel kind="done" takesFocus title={title} action={<ToSecurityCenter />}>
      {hint}
    </DonePanel>
  );
}

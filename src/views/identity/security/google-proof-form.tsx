/** The form of an authenticator code and the login password. */
import type { FormEvent } from 'react';
import type { useGoogleBindingForm } from '../../../app/identity/use-security.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { FormProblem } from '../../parts/form-problem.tsx';
import { usePersonProblem } from '../../parts/use-person-problem.ts';
import { GoogleCodeField } from './google-code-field.tsx';

interface GoogleProofFormProps {
  readonly form: ReturnType<typeof useGoogleBindingForm>;
  readonly submitLabel: string;
  readonly isDangerous?: boolean;
}

/** A code of the authenticator and the login password. */
export function GoogleProofForm({ form, submitLabel, isDangerous = false }: GoogleProofFormProps) {
  const t = useText('identity-security');
  const problemText = usePersonProblem(form.problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit(null);
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <GoogleCodeField
        value={form.fields.googleCode}
        problem={problemText('googleCode')}
        onChange={(googleCode) => form.edit({ googleCode })}
      />
      <PasswordField
        name="loginPassword"
        label={t('field.loginPassword')}
        autoComplete="current-password"
        maxLength={128}
        value={form.fields.loginPassword}
        problem={problemText('loginPassword')}
        onChange={(loginPassword) => form.edit({ loginPassword })}
      />
      <FormProblem problem={problemText(null)} />
      <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} pending={form.isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}

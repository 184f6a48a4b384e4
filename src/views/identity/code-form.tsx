/** The form with account, code and new password, for registration and reset. */
import type { FormEvent, ReactNode } from 'react';
import type { PasswordProfile } from '../../../contract/identity/password-policy.ts';
import type { CodeFormFields } from '../../../machines/app/identity/code-form.rules.ts';
import type { Problem } from '../../../machines/app/core/problem.ts';
import { usePasswordProfile } from '../../app/identity/use-password-profile.ts';
import { Button } from '../../ui/button.tsx';
import { AccountField } from './account-field.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { NewPasswordFields } from '../parts/new-password-fields.tsx';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { useAccountProblem } from './use-account-problem.ts';
import { VerificationCodeField } from './verification-code-field.tsx';

interface CodeFormProps<Field extends string> {
  readonly fields: CodeFormFields;
  readonly problems: readonly Problem<Field | keyof CodeFormFields>[];
  /**
   * Time at which the next code can be requested, epoch ms; null if none was sent to this account.
   */
  readonly resendAtMs: number | null;
  readonly isSending: boolean;
  readonly isBusy: boolean;
  readonly onEdit: (change: Partial<CodeFormFields>) => void;
  readonly onRequestCode: () => void;
  /** Receives the password profile that the user saw. */
  readonly onSubmit: (passwordProfile: PasswordProfile | null) => void;
  readonly submitLabel: string;
  /** Additional fields of this form, after the common ones. */
  readonly children?: (problemText: (field: Field) => string | undefined) => ReactNode;
}

/** Account, code and new password: the common part of registration and password reset. */
export function CodeForm<Field extends string>(props: CodeFormProps<Field>) {
  const { fields, problems, resendAtMs, isSending, isBusy, onEdit, submitLabel } = props;
  const problemText = useAccountProblem(problems);
  const passwordProfile = usePasswordProfile();
  const { formRef, noteAttempt } = useFocusFirstProblem(isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit(passwordProfile);
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <AccountField
        type={fields.type}
        account={fields.account}
        areaId={fields.areaId}
        problem={problemText('account') ?? problemText('areaId')}
        onChange={onEdit}
      />
      <VerificationCodeField
        type={fields.type}
        account={fields.account}
        code={fields.code}
        isSending={isSending}
        resendAtMs={resendAtMs}
        problem={problemText('code')}
        onChange={(code) => onEdit({ code })}
        onRequest={() => {
          props.onRequestCode();
          noteAttempt();
        }}
      />
      <NewPasswordFields
        password={fields.password}
        passwordRepeated={fields.passwordRepeated}
        profile={passwordProfile}
        passwordProblem={problemText('password')}
        repeatedProblem={problemText('passwordRepeated')}
        onChange={onEdit}
      />
      {props.children?.(problemText)}
      <FormProblem problem={problemText(null)} />
      <Button type="submit" pending={isBusy && !isSending}>
        {submitLabel}
      </Button>
    </form>
  );
}

/** The field of the sign-in's code without boxes, for a page whose other scripts do not load. */
import { LIMITS } from '../../../contract/limits.ts';
import type { useSignInForm } from '../../app/identity/use-sign-in-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { TextField } from '../../ui/text-field.tsx';

/** The requested code and its field. */
export interface SignInCodeProps extends Pick<
  ReturnType<typeof useSignInForm>['snapshot']['context'],
  'fields' | 'codeKind' | 'resendAtMs'
> {
  readonly isSending: boolean;
  readonly problem: string | undefined;
  readonly onChange: (code: string) => void;
  /** Asks for another code of a new device. */
  readonly onRequest: () => void;
}

/** One field. Another code is sent after the way back to the password. */
export function PlainSignInCode({ fields, codeKind, problem, onChange }: SignInCodeProps) {
  const t = useText('identity');
  return (
    <TextField
      name="code"
      label={t(codeKind === 'authenticator' ? 'login.authenticatorCode' : 'code.label')}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={fields.code}
      problem={problem}
      onChange={(text) =>
        onChange(text.replaceAll(/\D/g, '').slice(0, LIMITS.verification_code_digits))
      }
    />
  );
}

/** The field of the sign-in's code, digit by digit. */
import { LIMITS } from '../../../contract/limits.ts';
import { useText } from '../../i18n/use-text.ts';
import { CodeField } from '../../ui/code-field.tsx';
import type { SignInCodeProps } from './plain-sign-in-code.tsx';
import { VerificationCodeField } from './verification-code-field.tsx';

/** A code of the authenticator, or a sent code with the button that sends a later code. */
export function SignInCodeField({ fields, codeKind, onRequest, ...props }: SignInCodeProps) {
  const t = useText('identity');
  return codeKind === 'authenticator' ? (
    <CodeField
      name="code"
      label={t('login.authenticatorCode')}
      hint={t('login.authenticatorHint')}
      length={LIMITS.verification_code_digits}
      value={fields.code}
      problem={props.problem}
      onChange={props.onChange}
    />
  ) : (
    <VerificationCodeField
      type={fields.loginType === '1' ? 'mobile' : 'email'}
      account={fields.account}
      code={fields.code}
      isSending={props.isSending}
      resendAtMs={props.resendAtMs}
      problem={props.problem}
      onChange={props.onChange}
      onRequest={onRequest}
    />
  );
}

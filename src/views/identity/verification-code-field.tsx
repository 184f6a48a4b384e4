/** The field of a verification code with its send button. */
import { LIMITS } from '../../../contract/limits.ts';
import type { AccountType } from '../../../contract/identity/identity.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';

interface VerificationCodeFieldProps {
  readonly type: AccountType;
  readonly account: string;
  readonly code: string;
  readonly onChange: (code: string) => void;
  readonly onRequest: () => void;
  readonly isSending: boolean;
  /**
   * Time at which the next code can be requested, epoch ms; null if none was sent to this account.
   */
  readonly resendAtMs: number | null;
  readonly problem: string | undefined;
}

/** The six digits, and the button that sends them. */
export function VerificationCodeField(props: VerificationCodeFieldProps) {
  const { type, account, code, onChange, onRequest, isSending, resendAtMs, problem } = props;
  const t = useText('identity');
  const seconds = useSecondsLeft(resendAtMs);
  const wasSent = resendAtMs !== null;
  return (
    <CodeField
      name="code"
      label={t('code.label')}
      value={code}
      onChange={onChange}
      length={LIMITS.verification_code_digits}
      problem={problem}
      hint={
        wasSent
          ? t(type === 'mobile' ? 'code.sentMobile' : 'code.sentEmail', { account })
          : t('code.hint')
      }
      action={
        <Button
          kind="quiet"
          size="small"
          className="figures -me-2"
          pending={isSending}
          disabled={seconds > 0}
          onClick={onRequest}
        >
          {seconds > 0 ? t('code.resendIn', { seconds }) : t(wasSent ? 'code.resend' : 'code.send')}
        </Button>
      }
    />
  );
}

/** The field of a verification code with its send button. */
import type { AccountType } from '../../../contract/identity/identity.ts';
import { useText } from '../../i18n/use-text.ts';
import { SentCodeField } from '../parts/sent-code-field.tsx';

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
export function VerificationCodeField({ type, account, ...field }: VerificationCodeFieldProps) {
  const t = useText('identity');
  const wasSent = field.resendAtMs !== null;
  return (
    <SentCodeField
      {...field}
      label={t('code.label')}
      hint={
        wasSent
          ? t(type === 'mobile' ? 'code.sentMobile' : 'code.sentEmail', { account })
          : t('code.hint')
      }
      requestText={t(wasSent ? 'code.resend' : 'code.send')}
      waitText={(seconds) => t('code.resendIn', { seconds })}
    />
  );
}

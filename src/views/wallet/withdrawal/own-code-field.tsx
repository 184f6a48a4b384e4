/** The field of a code sent to the user's own account. */
import { useState } from 'react';
import { LIMITS } from '../../../../contract/limits.ts';
import { useOwnCode } from '../../../app/people/use-own-code.ts';
import { useSession } from '../../../app/identity/use-session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts';
import { useProblemText } from '../../parts/use-problem-text.ts';

type Channel = 'email' | 'mobile';
const CHANNELS: readonly Channel[] = ['email', 'mobile'];

interface OwnCodeFieldProps {
  readonly code: string;
  readonly onChange: (code: string) => void;
  readonly problem: string | undefined;
}

/** The six digits that are sent to the user's own email address or mobile number. */
export function OwnCodeField({ code, onChange, problem }: OwnCodeFieldProps) {
  const t = useText('wallet');
  const { user } = useSession();
  const known = CHANNELS.filter((each) => (user?.[each] ?? '') !== '');
  const [wanted, setWanted] = useState<Channel>('email');
  const channel = known.includes(wanted) ? wanted : (known[0] ?? 'email');
  const { send, isSending, resendAtMs, problems } = useOwnCode();
  const seconds = useSecondsLeft(resendAtMs);
  const refusal = useProblemText(problems)(null);
  const wasSent = resendAtMs !== null;
  return (
    <>
      {known.length > 1 && (
        <SelectField
          label={t('code.channel')}
          value={channel}
          options={known.map((each) => ({ value: each, label: t(`code.${each}`) }))}
          onChange={setWanted}
        />
      )}
      <CodeField
        name="code"
        label={t('code.label')}
        value={code}
        onChange={onChange}
        length={LIMITS.verification_code_digits}
        problem={problem ?? refusal}
        hint={t(wasSent ? 'code.sent' : 'code.hint', { account: user?.[channel] ?? '' })}
        action={
          <Button
            kind="quiet"
            size="small"
            className="figures -me-2"
            pending={isSending}
            disabled={seconds > 0}
            onClick={() => send(channel)}
          >
            {seconds > 0
              ? t('code.resendIn', { seconds })
              : t(wasSent ? 'code.resend' : 'code.send')}
          </Button>
        }
      />
    </>
  );
}

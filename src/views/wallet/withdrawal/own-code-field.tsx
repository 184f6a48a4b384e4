/** The field of a code sent to the user's own account. */
import { useState } from 'react';
import { useOwnCode } from '../../../app/people/use-own-code.ts';
import { useSession } from '../../../app/identity/use-session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { SentCodeField } from '../../parts/sent-code-field.tsx';
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
      <SentCodeField
        label={t('code.label')}
        hint={t(wasSent ? 'code.sent' : 'code.hint', { account: user?.[channel] ?? '' })}
        code={code}
        onChange={onChange}
        problem={problem ?? refusal}
        onRequest={() => send(channel)}
        isSending={isSending}
        resendAtMs={resendAtMs}
        requestText={t(wasSent ? 'code.resend' : 'code.send')}
        waitText={(seconds) => t('code.resendIn', { seconds })}
      />
    </>
  );
}

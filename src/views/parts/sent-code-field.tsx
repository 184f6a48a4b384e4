/** The field of a code that is sent on request. */
import { LIMITS } from '../../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';

interface SentCodeFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly code: string;
  readonly onChange: (code: string) => void;
  readonly problem: string | undefined;
  readonly onRequest: () => void;
  readonly isSending: boolean;
  /** Time at which the next code can be requested, epoch ms; null if none was sent. */
  readonly resendAtMs: number | null;
  readonly requestText: string;
  /** Returns the text of the button while no further code can be requested. */
  readonly waitText: (seconds: number) => string;
}

/** The six digits, and the button that sends them. */
export function SentCodeField(props: SentCodeFieldProps) {
  const { code, onRequest, isSending, resendAtMs, requestText, waitText, ...field } = props;
  const seconds = useSecondsLeft(resendAtMs);
  return (
    <CodeField
      name="code"
      value={code}
      length={LIMITS.verification_code_digits}
      action={
        <Button
          kind="quiet"
          size="small"
          className="figures -me-2"
          pending={isSending}
          disabled={seconds > 0}
          onClick={onRequest}
        >
          {seconds > 0 ? waitText(seconds) : requestText}
        </Button>
      }
      {...field}
    />
  );
}

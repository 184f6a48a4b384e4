/** The hook that sends a code to the user's own account and counts down to the next one. */
import { useState } from 'react';
import { SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import type { Problem } from '../../../machines/app/core/problem.ts';
import { ownCodeForm } from './own-code-form.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';

interface OwnCodeView {
  readonly isSending: boolean;
  /** Time at which the next code can be requested; null if none was sent yet. */
  readonly resendAtMs: EpochMs | null;
  /** Problems of the last send. */
  readonly problems: readonly Problem<string>[];
  readonly send: (channel: 'email' | 'mobile') => void;
}

/** Sends the signed-in user the code that binds a withdrawal address. */
export function useOwnCode(): OwnCodeView {
  const { clock } = useRuntime();
  const [resendAtMs, setResendAtMs] = useState<EpochMs | null>(null);
  const form = useSubmission(ownCodeForm, {
    onSuccess: ({ resend_after_s: seconds }) => setResendAtMs(clock.now() + seconds * SECOND_MS),
  });
  return {
    isSending: form.isBusy,
    resendAtMs,
    problems: form.problems,
    send(channel) {
      form.reset();
      form.edit({ channel });
      form.submit(null);
    },
  };
}

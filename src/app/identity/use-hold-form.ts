/** The hook of the form that holds an account with the link of a mail. */
import { useEffect, useState } from 'react';
import { HOLD_RULES, type HoldFields } from '../../../machines/app/identity/hold.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';

const holdForm: SubmissionForm<'holdUser', HoldFields, null> = {
  name: 'holdUser',
  rules: HOLD_RULES,
  request: ({ token }) => ({ hold_token: token }),
};

/** The form, with the token of the address; removes the token from the address, so that the history does not keep it. */
export function useHoldForm(): SubmissionView<HoldFields, null, null> {
  const [token] = useState(() => location.hash.slice(1));
  const form = useSubmission(holdForm, { initial: { token } });
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return form;
}

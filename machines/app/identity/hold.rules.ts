/** Checks of the hold of an account with the link of a mail. */
import type { SubmissionRules } from '../core/submission.machine.ts';

export type HoldFields = {
  /** The token of the link. */
  readonly token: string;
};

const TOKEN = /^\d{1,10}\.\d{13}\.[\w-]{43}$/;

export const HOLD_RULES: SubmissionRules<HoldFields, null> = {
  empty: { token: '' },
  problems: ({ token }) =>
    TOKEN.test(token) ? [] : [{ field: 'token', error: 'hold_link_invalid' }],
  refusals: { hold_link_invalid: 'token' },
  secrets: [],
};

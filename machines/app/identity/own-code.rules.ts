/** The form that has a code sent to the person who is signed in: nothing can be wrong with it. */
import type { SubmissionRules } from '../core/submission.machine.ts';

export type OwnCodeFields = {
  /** email or mobile. */
  readonly channel: string;
};

export const OWN_CODE_RULES: SubmissionRules<OwnCodeFields, null> = {
  empty: { channel: 'email' },
  problems: () => [],
  refusals: {},
  secrets: [],
};

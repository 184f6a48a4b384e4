/** Rules of the form that sends a code to the signed-in user, which has no problems of its own. */
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

/** Rules of forms with a single button, which have no problems of their own. */
import type { SubmissionRules } from './submission.machine.ts';

export type NoFields = Readonly<Record<never, string>>;

export const NO_FIELDS_RULES: SubmissionRules<NoFields, null> = {
  empty: {},
  problems: () => [],
  refusals: {},
  secrets: [],
};

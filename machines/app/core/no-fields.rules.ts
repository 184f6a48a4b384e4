/** Forms of a single button: nothing can be wrong with them. */
import type { SubmissionRules } from './submission.machine.ts';

export type NoFields = Readonly<Record<never, string>>;

export const NO_FIELDS_RULES: SubmissionRules<NoFields, null> = {
  empty: {},
  problems: () => [],
  refusals: {},
  secrets: [],
};

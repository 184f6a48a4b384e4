/** What an operator changes needs a reason, and some of it more: words for the person, a hash. */
import { LIMITS } from '../../contract/limits.ts';
import { isUncertain } from './intent.rules.ts';
import type { Problem } from './problem.ts';
import type { SubmissionFields, SubmissionRules } from './submission.machine.ts';

export interface DecisionFields extends SubmissionFields {
  /** For the audit log; never shown to people. */
  readonly reason: string;
}

const REASON_LENGTH_MIN = LIMITS.operator_reason_length_min;

/** Rules of a decision with the fields of `empty`; `required` ones must not stay empty. */
export function decisionRules<Fields extends DecisionFields>(
  empty: Fields,
  required: (fields: Fields) => readonly (keyof Fields & string)[] = () => [],
): SubmissionRules<Fields, null> {
  return {
    empty,
    problems: (fields) => {
      const isTooShort = fields.reason.trim().length < REASON_LENGTH_MIN;
      const missing = required(fields).filter((name) => fields[name]?.trim() === '');
      return [...(isTooShort ? ['reason'] : []), ...missing].map(
        (field): Problem<keyof Fields & string> => ({ field, error: 'invalid_request' }),
      );
    },
    refusals: { transaction_hash_invalid: 'transactionHash' },
    secrets: [],
  };
}

const OUTDATED: ReadonlySet<string> = new Set(['already_decided', 'fiat_order_changed']);

/** Whether a decision failed so that its record may be another by now: taken after all, or by somebody else. */
export const isOutdated = (problems: readonly Problem<string>[]): boolean =>
  problems.some(({ error }) => OUTDATED.has(error) || isUncertain(error));

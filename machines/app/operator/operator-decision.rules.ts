/** What an operator changes needs a reason, and some of it more: words for the person, a hash. */
import { LIMITS } from '../../../contract/limits.ts';
import { isUncertain } from '../core/intent.rules.ts';
import type { Problem } from '../core/problem.ts';
import type { SubmissionFields, SubmissionRules } from '../core/submission.machine.ts';

export interface DecisionFields extends SubmissionFields {
  /** For the audit log; never shown to people. */
  readonly reason: string;
}

/** Of a decision about a record that is there already. */
export interface RecordFields extends DecisionFields {
  /** Of the record as it was on screen when the form was opened. */
  readonly revision: string;
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

const TYPED: ReadonlySet<string> = new Set([
  'reason',
  'text',
  'verdictText',
  'content',
  'clientId',
]);

/** What an operator has written by hand in a form: worth keeping when it is closed. */
export const typedWords = <Fields extends SubmissionFields>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => TYPED.has(name) && value !== ''),
  ) as Partial<Fields>;

/** Refusals of a decision on a record that is no longer as it was seen. */
const CHANGED: ReadonlySet<string> = new Set(['already_decided', 'not_changed', 'record_changed']);
export const isChanged = (error: string): boolean => CHANGED.has(error);

/** Whether a decision failed so that it may have been taken after all. */
export const isOutdated = (problems: readonly Problem<string>[]): boolean =>
  problems.some(({ error }) => isUncertain(error));

/** Rules of operators' forms: every change needs a reason, and some need a text for the user or a hash. */
import { LIMITS } from '../../../contract/limits.ts';
import { isUncertain } from '../core/intent.rules.ts';
import type { Problem } from '../core/problem.ts';
import type { SubmissionFields, SubmissionRules } from '../core/submission.machine.ts';

interface DecisionFields extends SubmissionFields {
  /** Reason for the audit log; never shown to users. */
  readonly reason: string;
}

/** Fields of a decision about an existing record. */
export interface RecordFields extends DecisionFields {
  /** Revision of the record on screen when the form was opened. */
  readonly revision: string;
}

const REASON_LENGTH_MIN = LIMITS.operator_reason_length_min;

/**
 * Returns the rules of a decision with the fields of `empty`; `required` ones must not stay empty.
 */
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

/** Returns the operator's typed text of a form, which is worth keeping when the form is closed. */
export const typedWords = <Fields extends SubmissionFields>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => TYPED.has(name) && value !== ''),
  ) as Partial<Fields>;

/** Refusals of a decision because the record has changed since it was read. */
const CHANGED: ReadonlySet<string> = new Set(['already_decided', 'not_changed', 'record_changed']);
export const isChanged = (error: string): boolean => CHANGED.has(error);

/** Returns whether a failed decision may have been carried out nevertheless. */
export const isOutdated = (problems: readonly Problem<string>[]): boolean =>
  problems.some(({ error }) => isUncertain(error));

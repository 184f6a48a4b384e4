/** Fields that several calls of operators share. */
import { z } from 'zod';
import { epochMs, lineField, recordIdField, textField, wholeNumber } from '../../schemas/fields.ts';
import { LIMITS } from '../../limits.ts';

/** Why it is done: for the audit log, never shown to people. */
export const reasonField = lineField(
  LIMITS.operator_reason_length_min,
  LIMITS.operator_reason_length_max,
);
/** What the person reads about it. */
export const wordsField = textField(2, 500);
export const userIdField = wholeNumber(1, 2_147_483_647);
export const flagField = z.codec(z.enum(['0', '1']), z.boolean(), {
  decode: (text) => text === '1',
  encode: (value) => (value ? '1' : '0'),
});

/**
 * Of the record on the operator's screen: a decision on an older one changes nothing and gets
 * `record_changed`. Records with a life count their steps; of others it is the number of their last
 * line in the audit log, 0 before the first.
 */
export const revisionField = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** What an operator has done to a record, as the audit log has it. */
const lastAct = z.object({
  at: epochMs,
  operator_name: z.string(),
  /** See `audit-actions.ts`. */
  action: z.string(),
  reason: z.string(),
});
export type LastAct = z.infer<typeof lastAct>;
/** Null while no operator has done anything to the record. */
export const lastActField = lastAct.nullable();

/** Ends every page of a list: `before` of the next one, null after the last. */
export const nextField = recordIdField.nullable();

/** Whose record it is. */
export const person = z.object({
  id: z.int(),
  uid: z.string(),
  /** E-mail address or mobile number, in full. */
  account: z.string(),
});
export type OperatorPerson = z.infer<typeof person>;

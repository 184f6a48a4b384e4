/** Fields that several calls of operators share. */
import { z } from 'zod';
import { epochMs, lineField, recordIdField, textField, wholeNumber } from '../../schemas/fields.ts';
import { LIMITS } from '../../limits.ts';

/** The operator's reason: for the audit log, never shown to users. */
export const reasonField = lineField(
  LIMITS.operator_reason_length_min,
  LIMITS.operator_reason_length_max,
);
/** The explanation that the user reads. */
export const wordsField = textField(2, 500);
export const userIdField = wholeNumber(1, 2_147_483_647);
export const flagField = z.codec(z.enum(['0', '1']), z.boolean(), {
  decode: (text) => text === '1',
  encode: (value) => (value ? '1' : '0'),
});

/**
 * Revision of the record that the operator saw: a decision on an older one changes nothing and gets
 * `record_changed`. For a record with a lifecycle it is the number of its steps, for others the
 * number of their last line in the audit log, 0 before the first.
 */
export const revisionField = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** The last action of an operator on a record, from the audit log. */
const lastAct = z.object({
  at: epochMs,
  operator_name: z.string(),
  /** See `audit-actions.ts`. */
  action: z.string(),
  reason: z.string(),
});
export type LastAct = z.infer<typeof lastAct>;
/** Null before the first action of an operator. */
export const lastActField = lastAct.nullable();

/** Cursor at the end of every page of a list: `before` of the next page, null after the last. */
export const nextField = recordIdField.nullable();

/** The user who owns the record. */
export const person = z.object({
  id: z.int(),
  uid: z.string(),
  /** Email address or mobile number, in full. */
  account: z.string(),
});
export type OperatorPerson = z.infer<typeof person>;

/** Fields that several calls of operators share. */
import { z } from 'zod';
import { lineField, recordIdField, textField, wholeNumber } from '../../schemas/fields.ts';
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

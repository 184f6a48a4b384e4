/** Feedback tickets and users, as the console shows them. */
import { z } from 'zod';
import {
  clientIdField,
  epochMs,
  pageFields,
  recordIdField,
  textField,
} from '../../schemas/fields.ts';
import { FEEDBACK_STATES } from '../../feedback/feedback-kinds.ts';
import { feedback, feedbackMessage } from '../../feedback/feedback.ts';
import { verification } from '../../verification/verification.ts';
import { accountList } from '../../wallet/accounts.ts';
import {
  flagField,
  lastActField,
  nextField,
  person,
  reasonField,
  revisionField,
  userIdField,
} from './fields.ts';

/** Waiting submissions come oldest first, all others newest first. */
export const listOperatorFeedbackQuery = z.strictObject({
  ...pageFields,
  state: z.enum(FEEDBACK_STATES).optional(),
  user_id: userIdField.optional(),
});
const operatorFeedback = feedback.extend({ person });
export const operatorFeedbackPage = z.object({
  tickets: z.array(operatorFeedback),
  next: nextField,
});
export const operatorFeedbackQuery = z.strictObject({ id: recordIdField });
export const operatorFeedbackDetail = operatorFeedback.extend({
  messages: z.array(feedbackMessage),
  last_act: lastActField,
});
/** A repeated `client_id` is the same answer, with its first text. */
export const answerFeedbackBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  client_id: clientIdField,
  /** The text that the user reads. */
  content: textField(2, 2_000),
  reason: reasonField,
});

/**
 * A part of a UID, an email address, a mobile number, a verified name or the name of a shop. Newest
 * first.
 */
export const searchUsersQuery = z.strictObject({
  ...pageFields,
  text: z
    .string()
    .max(254)
    .regex(/\S.*\S/s),
});
export const operatorUser = person.extend({
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  is_user_real: z.boolean(),
  is_agent: z.boolean(),
  registered_at: epochMs,
  last_sign_in_at: epochMs.nullable(),
  /** Null while the user may sign in. */
  disabled_at: epochMs.nullable(),
});
const foundUser = operatorUser.extend({
  /** First character of a certified user's name. */
  masked_name: z.string().nullable(),
  shop_name: z.string().nullable(),
});
export const foundUsers = z.object({ users: z.array(foundUser), next: nextField });
export const userIdQuery = z.strictObject({ id: userIdField });
export const operatorUserDetail = operatorUser.extend({
  verification,
  /** Values in USDT. */
  accounts: accountList,
  revision: z.int(),
  last_act: lastActField,
});
export const changeUserBody = z.strictObject({
  id: userIdField,
  revision: revisionField,
  reason: reasonField,
});
export const setAgentBody = z.strictObject({
  id: userIdField,
  revision: revisionField,
  is_agent: flagField,
  reason: reasonField,
});

export type OperatorFeedback = z.infer<typeof operatorFeedback>;
export type OperatorFeedbackDetail = z.infer<typeof operatorFeedbackDetail>;
export type OperatorUser = z.infer<typeof operatorUser>;
export type OperatorUserDetail = z.infer<typeof operatorUserDetail>;

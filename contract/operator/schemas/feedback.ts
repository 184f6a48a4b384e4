/** Feedback tickets, as the console shows them. */
import { z } from 'zod';
import { clientIdField, pageFields, recordIdField, textField } from '../../schemas/fields.ts';
import { FEEDBACK_STATES } from '../../feedback/feedback-kinds.ts';
import { feedback, feedbackMessage } from '../../feedback/feedback.ts';
import {
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

export type OperatorFeedback = z.infer<typeof operatorFeedback>;
export type OperatorFeedbackDetail = z.infer<typeof operatorFeedbackDetail>;

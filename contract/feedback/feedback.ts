/** Feedback tickets: questions of users, and their messages. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { FEEDBACK_STATES, FEEDBACK_TYPES } from './feedback-kinds.ts';
import {
  clientIdField,
  epochMs,
  lineField,
  pageFields,
  pictureIdField,
  pictureTicketsField,
  recordIdField,
  textField,
} from '../schemas/fields.ts';

const feedbackType = z.enum(FEEDBACK_TYPES);
const feedbackState = z.enum(FEEDBACK_STATES);
const contentField = textField(
  LIMITS.feedback_content_length_min,
  LIMITS.feedback_content_length_max,
);
export const feedback = z.object({
  id: recordIdField,
  type: feedbackType,
  title: z.string(),
  state: feedbackState,
  revision: z.int(),
  created_at: epochMs,
  updated_at: epochMs,
});
export const feedbackMessage = z.object({
  from: z.enum(['person', 'operator']),
  /** Plain text. */
  content: z.string(),
  picture_ids: z.array(pictureIdField),
  at: epochMs,
});
export const feedbackDetail = feedback.extend({ messages: z.array(feedbackMessage) });
export const createFeedbackBody = z.strictObject({
  type: feedbackType,
  title: lineField(2, 80),
  content: contentField,
  pictures: pictureTicketsField(LIMITS.feedback_pictures_max),
});
/** A repeated `client_id` is the same message, with its first text. */
export const replyFeedbackBody = z.strictObject({
  id: recordIdField,
  client_id: clientIdField,
  content: contentField,
  pictures: pictureTicketsField(LIMITS.feedback_pictures_max),
});
export const listFeedbackQuery = z.strictObject({ ...pageFields, state: feedbackState.optional() });
export const feedbackIdQuery = z.strictObject({ id: recordIdField });
export const feedbackPage = z.object({
  tickets: z.array(feedback),
  next: recordIdField.nullable(),
});

export type Feedback = z.infer<typeof feedback>;
export type FeedbackMessage = z.infer<typeof feedbackMessage>;
export type FeedbackDetail = z.infer<typeof feedbackDetail>;
export type FeedbackType = z.infer<typeof feedbackType>;
export type FeedbackState = z.infer<typeof feedbackState>;

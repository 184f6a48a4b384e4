/** The forms of a new feedback ticket and of a reply. */
import type { FeedbackType } from '../../../contract/feedback/feedback.ts';
import {
  FEEDBACK_REPLY_RULES,
  FEEDBACK_RULES,
  type FeedbackFacts,
  type FeedbackFields,
  type FeedbackReplyFields,
} from '../../../machines/app/feedback/feedback.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const feedbackForm: SubmissionForm<'createFeedback', FeedbackFields, FeedbackFacts> = {
  name: 'createFeedback',
  rules: FEEDBACK_RULES,
  draft: { about: [], keeps: ['type', 'title', 'content'] },
  request: ({ type, title, content, pictures }) => ({
    type: type as FeedbackType,
    title: title.trim(),
    content: content.trim(),
    pictures,
  }),
  readRecord: (id, api, options) => api.call('getFeedback', { id }, options),
};

export const feedbackReplyForm: SubmissionForm<
  'replyFeedback',
  FeedbackReplyFields,
  FeedbackFacts
> = {
  name: 'replyFeedback',
  rules: FEEDBACK_REPLY_RULES,
  request: ({ id, clientId, content, pictures }) => ({
    id,
    client_id: clientId,
    content: content.trim(),
    pictures,
  }),
};

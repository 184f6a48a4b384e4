/** Request, response and errors of the calls about feedback tickets. */
import { route } from '../route.ts';
import * as feedback from './feedback.ts';

export const FEEDBACK_ROUTES = {
  createFeedback: route(feedback.createFeedbackBody, feedback.feedbackDetail, [
    'idempotency_key_required',
    'idempotency_key_reused',
    'command_expired',
    'too_many_open_feedback',
    'picture_ticket_invalid',
  ]),
  replyFeedback: route(feedback.replyFeedbackBody, feedback.feedbackDetail, [
    'feedback_not_found',
    'feedback_answer_awaited',
    'too_many_open_feedback',
    'picture_ticket_invalid',
  ]),
  listFeedback: route(feedback.listFeedbackQuery, feedback.feedbackPage),
  getFeedback: route(feedback.feedbackIdQuery, feedback.feedbackDetail, ['feedback_not_found']),
} as const;

/** Calls about feedback tickets. */
import { ok } from '../../../../contract/result.ts';
import type { FeedbackDesk } from '../feedback-desk.ts';
import { actOf } from '../operator-handlers.ts';
import type { OperatorHandlers } from '../operator-handlers.ts';
import { pageOf, spanOf } from '../pages.ts';

type FeedbackHandlers = Pick<OperatorHandlers, 'listFeedback' | 'getFeedback' | 'replyFeedback'>;

export const createFeedbackDeskHandlers = (feedback: FeedbackDesk): FeedbackHandlers => ({
  listFeedback: async (query) => {
    const { state, user_id: userId } = query;
    const rows = await feedback.list({ state, userId, ...spanOf(query) });
    const { shown, next } = pageOf(rows, query);
    return ok({ tickets: shown, next });
  },
  getFeedback: ({ id }) => feedback.find(Number(id)),
  replyFeedback: ({ id, revision, client_id: clientId, content, reason }, context) =>
    feedback.reply(actOf(context), Number(id), { revision, clientId, content, reason }),
});

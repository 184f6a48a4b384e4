/** Calls about the caller's own feedback tickets. */
import { ok, refuse } from '../../../contract/result.ts';
import { toFeedback } from './feedback-wire.ts';
import type { FeedbackService } from './feedback.types.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

type FeedbackHandlers = Pick<
  Handlers,
  'createFeedback' | 'replyFeedback' | 'listFeedback' | 'getFeedback'
>;

export function createFeedbackHandlers(
  feedback: Pick<FeedbackService, 'create' | 'reply' | 'find' | 'listOwn'>,
): FeedbackHandlers {
  return {
    createFeedback: async (body, { signedIn: { userId }, idempotencyKey, deadline, now }) => {
      if (!idempotencyKey.ok) return idempotencyKey;
      return feedback.create({ userId, idempotencyKey: idempotencyKey.value, deadline }, body, now);
    },
    replyFeedback: async ({ id, ...fields }, { signedIn, now }) => {
      const ticketId = Number(id);
      if (!Number.isSafeInteger(ticketId)) return refuse('feedback_not_found');
      return feedback.reply(signedIn.userId, ticketId, fields, now);
    },
    listFeedback: async ({ state, before, size }, { signedIn }) => {
      const tickets = await feedback.listOwn(signedIn.userId, {
        state,
        before: before === undefined ? undefined : Number(before),
        count: size + 1,
      });
      const shown = tickets.slice(0, size);
      const next = tickets.length > size ? shown.at(-1) : undefined;
      return ok({
        tickets: shown.map(toFeedback),
        next: next === undefined ? null : String(next.id),
      });
    },
    getFeedback: async ({ id }, { signedIn }) => {
      const ticketId = Number(id);
      if (!Number.isSafeInteger(ticketId)) return refuse('feedback_not_found');
      return feedback.find(signedIn.userId, ticketId);
    },
  };
}

/** Feedback tickets, as operators answer them. */
import type {
  OperatorFeedback,
  OperatorFeedbackDetail,
} from '../../contract/operator/schemas/people.ts';
import { ok, refuse } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import type { FeedbackState } from '../../contract/schemas/people.ts';
import type { Database } from '../db/database.ts';
import { toFeedback } from '../feedback/feedback-wire.ts';
import { findTicket } from '../feedback/feedback.repo.ts';
import type { FeedbackService } from '../feedback/feedback.types.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import { findPeople } from './people.repo.ts';

export interface FeedbackQuery {
  readonly state: FeedbackState | undefined;
  readonly userId: number | undefined;
  readonly beyond: number | undefined;
  readonly count: number;
}

export interface FeedbackDesk {
  list(query: FeedbackQuery): Promise<readonly OperatorFeedback[]>;
  find(id: number): Promise<Result<OperatorFeedbackDetail, 'feedback_not_found'>>;
  reply(
    act: OperatorAct,
    id: number,
    words: { readonly clientId: string; readonly content: string; readonly reason: string },
  ): Promise<Result<OperatorFeedbackDetail, 'feedback_not_found'>>;
}

export function createFeedbackDesk(database: Database, feedback: FeedbackService): FeedbackDesk {
  const find: FeedbackDesk['find'] = async (id) => {
    const ticket = await findTicket(database, id);
    if (ticket === undefined) return refuse('feedback_not_found');
    const detail = await feedback.findAny(id);
    if (!detail.ok) return detail;
    const personOf = await findPeople(database, [ticket.userId]);
    return ok({ ...detail.value, person: personOf(ticket.userId) });
  };
  return {
    find,
    async list(query) {
      const order = query.state === 'awaiting_reply' ? 'oldest first' : 'newest first';
      const found = await feedback.list({ ...query, order });
      return found.map(({ ticket, uid, account }) => ({
        ...toFeedback(ticket),
        person: { id: ticket.userId, uid, account },
      }));
    },
    async reply(act, ticketId, { clientId, content, reason }) {
      const answered = await feedback.answer({
        ticketId,
        operatorId: act.operatorId,
        clientId,
        content,
        now: act.now,
        alsoWrite: (tx) =>
          writeAudit(tx, act, {
            action: 'feedback.reply',
            subject: ['feedback', ticketId],
            reason,
          }),
      });
      return answered.ok ? find(ticketId) : answered;
    },
  };
}

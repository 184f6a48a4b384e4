/** Feedback tickets, for the operators that answer them. */
import type {
  OperatorFeedback,
  OperatorFeedbackDetail,
} from '../../../contract/operator/schemas/feedback.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { FeedbackState } from '../../../contract/feedback/feedback.ts';
import type { Database } from '../../kit/db/database.ts';
import { findTicket, toFeedback, type FeedbackService } from '../feedback/feedback.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import type { DeskQuery } from './pages.ts';
import { findPeople } from './people.repo.ts';
import { findLastAct } from './revisions.repo.ts';

/** An answer to a ticket at the revision that the operator saw, and its reason. */
interface Words {
  readonly revision: number;
  readonly clientId: string;
  readonly content: string;
  readonly reason: string;
}

export interface FeedbackDesk {
  list(query: DeskQuery<FeedbackState>): Promise<readonly OperatorFeedback[]>;
  find(id: number): Promise<Result<OperatorFeedbackDetail, 'feedback_not_found'>>;
  reply(
    act: OperatorAct,
    id: number,
    words: Words,
  ): Promise<Result<OperatorFeedbackDetail, 'feedback_not_found' | 'record_changed'>>;
}

export function createFeedbackDesk(database: Database, feedback: FeedbackService): FeedbackDesk {
  const find: FeedbackDesk['find'] = async (id) => {
    const ticket = await findTicket(database, id);
    if (ticket === undefined) return refuse('feedback_not_found');
    const detail = await feedback.findAny(id);
    if (!detail.ok) return detail;
    const [personOf, { act }] = await Promise.all([
      findPeople(database, [ticket.userId]),
      findLastAct(database, ['feedback', id]),
    ]);
    return ok({ ...detail.value, person: personOf(ticket.userId), last_act: act });
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
    async reply(act, ticketId, { revision, clientId, content, reason }) {
      const answered = await feedback.answer({
        ticketId,
        revision,
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

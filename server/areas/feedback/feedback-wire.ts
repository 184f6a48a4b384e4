/** Feedback tickets as the wire has them. */
import type { Feedback, FeedbackDetail } from '../../../contract/feedback/feedback.ts';
import type { Message, Ticket } from './feedback.repo.ts';

export const toFeedback = (ticket: Ticket): Feedback => ({
  id: String(ticket.id),
  type: ticket.type,
  title: ticket.title,
  state: ticket.state,
  revision: ticket.revision,
  created_at: ticket.createdAtMs,
  updated_at: ticket.updatedAtMs,
});

export const toFeedbackDetail = (ticket: Ticket, messages: readonly Message[]): FeedbackDetail => ({
  ...toFeedback(ticket),
  messages: messages.map(({ operatorId, content, pictureIds, atMs }) => ({
    from: operatorId === null ? 'person' : 'operator',
    content,
    picture_ids: pictureIds,
    at: atMs,
  })),
});

/** A read-only view of a feedback ticket's lifecycle: builds a snapshot of the server's machine from the wire data. */
import type { Feedback } from '../../../contract/feedback/feedback.ts';
import { feedbackTicketSnapshot } from '../../../machines/domain/feedback/feedback-ticket.snapshot.ts';

/** Queries of screens on a ticket. */
export interface TicketLifecycle {
  readonly isAnswered: boolean;
}

/** Calls and channels send users only their own tickets, so the user is the owner. */
const ME = 1;

export const ticketLifecycle = ({ state }: Pick<Feedback, 'state'>): TicketLifecycle => ({
  isAnswered: feedbackTicketSnapshot(ME, state).matches('replied'),
});

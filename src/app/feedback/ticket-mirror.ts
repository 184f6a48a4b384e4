/**
 * A feedback ticket as the app sees it: never advanced here, only read. What the server sent becomes a
 * snapshot of the machine that the server runs.
 */
import type { Feedback } from '../../../contract/people/people.ts';
import { feedbackTicketSnapshot } from '../../../machines/domain/feedback/feedback-ticket.snapshot.ts';

/** What a screen asks of a ticket. */
export interface TicketLifecycle {
  readonly isAnswered: boolean;
}

/** Calls and channels give people their own tickets only: the user who sees one here is its owner. */
const ME = 1;

export const ticketLifecycle = ({ state }: Pick<Feedback, 'state'>): TicketLifecycle => ({
  isAnswered: feedbackTicketSnapshot(ME, state).matches('replied'),
});

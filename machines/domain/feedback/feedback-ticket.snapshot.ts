/** Snapshots of a feedback ticket, made from wire data. */
import type { SnapshotFrom } from 'xstate';
import type { FeedbackState } from '../../../contract/feedback/feedback.ts';
import { feedbackTicketMachine } from './feedback-ticket.machine.ts';

type FeedbackTicketSnapshot = SnapshotFrom<typeof feedbackTicketMachine>;

/**
 * Returns the snapshot of a ticket in `state`; the wire data lacks the number of the owner's
 * unanswered messages.
 */
export function feedbackTicketSnapshot(
  ownerId: number,
  state: FeedbackState,
): FeedbackTicketSnapshot {
  const isAnswered = state === 'replied';
  return feedbackTicketMachine.resolveState({
    value: isAnswered ? 'replied' : 'awaitingReply',
    context: { ownerId, unanswered: isAnswered ? 0 : 1 },
  });
}

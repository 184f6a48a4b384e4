/** Snapshots of a feedback ticket made from what is sent. */
import type { SnapshotFrom } from 'xstate';
import type { FeedbackState } from '../../../contract/people/people.ts';
import { feedbackTicketMachine } from './feedback-ticket.machine.ts';

export type FeedbackTicketSnapshot = SnapshotFrom<typeof feedbackTicketMachine>;

/** The snapshot of a ticket in `state`; how much its owner has written since the answer does not show in it. */
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

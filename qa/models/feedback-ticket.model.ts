/** Alphabet of a feedback ticket: its owner, a stranger, an operator. */
import type { SnapshotFrom } from 'xstate';
import type { FeedbackTicketEvent } from '../../machines/domain/feedback/feedback-ticket.events.ts';
import { feedbackTicketMachine } from '../../machines/domain/feedback/feedback-ticket.machine.ts';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Case = EventCase<FeedbackTicketEvent, SnapshotFrom<typeof feedbackTicketMachine>>;

/** User ids of the model. */
export const FEEDBACK_PEOPLE = { ownerId: 1, strangerId: 999_999_999, operatorId: 5 } as const;

const OWNER = { role: 'person', userId: FEEDBACK_PEOPLE.ownerId } as const;
const STRANGER = { role: 'person', userId: FEEDBACK_PEOPLE.strangerId } as const;
const OPERATOR = { role: 'operator', userId: FEEDBACK_PEOPLE.operatorId } as const;

const letter = (by: string, label: string, event: FeedbackTicketEvent): Case => ({
  event,
  by,
  label,
});

export const feedbackTicketModel: MachineModel = defineModel({
  name: 'feedback-ticket',
  machine: feedbackTicketMachine,
  input: { ownerId: FEEDBACK_PEOPLE.ownerId },
  cases: [
    letter('person', 'its owner writes', { type: 'ticket.write', by: OWNER }),
    letter('operator', 'an operator answers', { type: 'ticket.answer', by: OPERATOR }),
    letter('stranger', 'a stranger writes', { type: 'ticket.write', by: STRANGER }),
    letter('operator', 'an operator writes as its owner', { type: 'ticket.write', by: OPERATOR }),
    letter('person', 'its owner answers', { type: 'ticket.answer', by: OWNER }),
    letter('stranger', 'a stranger answers', { type: 'ticket.answer', by: STRANGER }),
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.unanswered),
  stateLabels: {
    awaitingReply: 'it awaits a reply',
    replied: 'it is replied, and its owner was notified',
  },
  limit: 100,
});

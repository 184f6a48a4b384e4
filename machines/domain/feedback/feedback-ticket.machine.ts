/** A feedback ticket: its owner and operators exchange messages without an end state. */
import { assign, setup } from 'xstate';
import { LIMITS } from '../../../contract/limits.ts';
import type { FeedbackState } from '../../../contract/feedback/feedback.ts';
import { FEEDBACK_TICKET_EVENTS, type FeedbackTicketEvent } from './feedback-ticket.events.ts';

export interface FeedbackTicketInput {
  readonly ownerId: number;
}

export interface FeedbackTicketContext extends FeedbackTicketInput {
  /** Number of the owner's messages since the last answer, including the first. */
  readonly unanswered: number;
}

/** Whether the event comes from the role that may send it. */
const isByItsRole = ({ type, by }: FeedbackTicketEvent): boolean =>
  FEEDBACK_TICKET_EVENTS[type].role === by.role;

export const feedbackTicketMachine = setup({
  types: {
    context: {} as FeedbackTicketContext,
    events: {} as FeedbackTicketEvent,
    input: {} as FeedbackTicketInput,
    /** `state` on the wire and in the database. */
    meta: {} as { readonly state: FeedbackState },
  },
  guards: {
    // Limits the user's messages before the next answer.
    canWrite: ({ context, event }) =>
      isByItsRole(event) &&
      event.by.userId === context.ownerId &&
      context.unanswered < LIMITS.feedback_unanswered_max,
    canAnswer: ({ event }) => isByItsRole(event),
  },
  actions: {
    notifyOwner: () => {},
    countMessage: assign({ unanswered: ({ context }) => context.unanswered + 1 }),
    clearCount: assign({ unanswered: 0 }),
  },
}).createMachine({
  id: 'feedbackTicket',
  version: '1',
  description: 'The lifecycle of a feedback ticket: question, answer, further question.',
  context: ({ input }) => ({ ...input, unanswered: 1 }),
  initial: 'awaitingReply',
  states: {
    awaitingReply: {
      description: 'The ticket waits for an operator.',
      meta: { state: 'awaiting_reply' },
      on: {
        'ticket.write': {
          description: 'The owner adds a message before the answer.',
          guard: 'canWrite',
          actions: 'countMessage',
        },
        'ticket.answer': {
          description: 'An operator answers.',
          guard: 'canAnswer',
          target: 'replied',
          actions: ['clearCount', 'notifyOwner'],
        },
      },
    },
    replied: {
      description: 'The ticket is answered. The owner may ask further questions.',
      meta: { state: 'replied' },
      on: {
        'ticket.write': {
          description: 'The owner asks a further question.',
          guard: 'canWrite',
          target: 'awaitingReply',
          actions: 'countMessage',
        },
        'ticket.answer': {
          description: 'An operator adds to the answer.',
          guard: 'canAnswer',
          actions: 'notifyOwner',
        },
      },
    },
  },
});

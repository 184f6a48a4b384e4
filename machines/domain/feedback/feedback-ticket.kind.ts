/** Feedback tickets as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import { FEEDBACK_TICKET_EVENTS, FEEDBACK_TICKET_ROLES } from './feedback-ticket.events.ts';
import { feedbackTicketMachine } from './feedback-ticket.machine.ts';

export const feedbackTicketKind = defineKind(
  'feedback-ticket',
  feedbackTicketMachine,
)({
  bookkeeping: ['countMessage', 'clearCount'],
  roles: FEEDBACK_TICKET_ROLES,
  events: FEEDBACK_TICKET_EVENTS,
  probes: () => ({
    'ticket.write': [{ type: 'ticket.write' }],
    'ticket.answer': [{ type: 'ticket.answer' }],
  }),
  person: ({ ownerId }, role) => (role === 'person' ? ownerId : NOBODY_ID),
});

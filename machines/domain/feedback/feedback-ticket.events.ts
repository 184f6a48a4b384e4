/** Events of a feedback ticket, and the roles that send them. */
import type { EventTable, Party } from '../party.ts';

/** person: the user who opened it. operator: the operator who answers. */
export const FEEDBACK_TICKET_ROLES = ['person', 'operator'] as const;
type FeedbackTicketRole = (typeof FEEDBACK_TICKET_ROLES)[number];
type By = { readonly by: Party<FeedbackTicketRole> };

export type FeedbackTicketEvent =
  | ({ readonly type: 'ticket.write' } & By)
  | ({ readonly type: 'ticket.answer' } & By);

/** The only role that may send each event, in any state. */
export const FEEDBACK_TICKET_EVENTS = {
  'ticket.write': { role: 'person', description: 'The owner writes another message.' },
  'ticket.answer': { role: 'operator', description: 'An operator answers.' },
} as const satisfies EventTable<FeedbackTicketEvent['type'], FeedbackTicketRole>;

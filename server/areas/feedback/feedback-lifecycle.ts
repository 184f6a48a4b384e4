/** The lifecycle `feedback-ticket` on this server; its id is the ticket's. */
import { feedbackTicketMachine } from '../../../machines/domain/feedback/feedback-ticket.machine.ts';
import type { LifecycleSpec } from '../../kit/lifecycle/lifecycles.types.ts';

export const FEEDBACK_TICKET: LifecycleSpec<typeof feedbackTicketMachine> = {
  kind: 'feedback-ticket',
  machine: feedbackTicketMachine,
  version: 1,
  migrations: {},
};

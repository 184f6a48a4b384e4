/** The lifecycle `feedback-ticket` on this server; its id is the id of the ticket. */
import { feedbackTicketKind } from '../../../machines/domain/feedback/feedback-ticket.kind.ts';
import type { LifecycleSpec } from '../../kit/lifecycle/lifecycles.types.ts';

export const FEEDBACK_TICKET: LifecycleSpec<(typeof feedbackTicketKind)['machine']> = {
  ...feedbackTicketKind,
  version: 1,
  migrations: {},
};

/** Lifecycles by kind. */
export const FEEDBACK_LIFECYCLES = { 'feedback-ticket': FEEDBACK_TICKET };

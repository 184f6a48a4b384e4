/** The lifecycle `feedback-ticket` on this server; its id is the ticket's. */
import { feedbackTicketKind } from '../../../machines/domain/feedback/feedback-ticket.kind.ts';
import type { LifecycleSpec } from '../../kit/lifecycle/lifecycles.types.ts';

export const FEEDBACK_TICKET: LifecycleSpec<(typeof feedbackTicketKind)['machine']> = {
  ...feedbackTicketKind,
  version: 1,
  migrations: {},
};

/** By kind. */
export const FEEDBACK_LIFECYCLES = { 'feedback-ticket': FEEDBACK_TICKET };

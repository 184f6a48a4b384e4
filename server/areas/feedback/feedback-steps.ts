/** The effects of a ticket's steps on this server: its row, and the notifications. */
import { ok } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { feedbackTicketKind } from '../../../machines/domain/feedback/feedback-ticket.kind.ts';
import type { LifecycleStep } from '../../kit/lifecycle/lifecycles.types.ts';
import { RecordSteps } from '../../kit/lifecycle/record-steps.ts';
import type { UserUpdates } from '../../kit/user-updates.types.ts';
import type { UserNotices } from '../identity/identity.area.ts';
import { FEEDBACK_TICKET } from './feedback-lifecycle.ts';
import { toFeedback } from './feedback-wire.ts';
import { updateTicket, type Ticket } from './feedback.repo.ts';

type Kind = typeof feedbackTicketKind;

export interface TicketStepsParts {
  readonly updates: UserUpdates;
  readonly notices: UserNotices;
}

export type TicketSteps = RecordSteps<Kind, Ticket, { readonly now: EpochMs }>;

/** Returns `state` of the row from the state of the machine. */
export const ticketStateOf = ({ snapshot }: LifecycleStep<Kind['machine']>): Ticket['state'] =>
  snapshot.value === 'replied' ? 'replied' : 'awaiting_reply';

export const createTicketSteps = ({ updates, notices }: TicketStepsParts): TicketSteps =>
  new RecordSteps<Kind, Ticket, { readonly now: EpochMs }>({
    spec: FEEDBACK_TICKET,
    write: (tx, id, step, { now }) =>
      updateTicket(tx, id, {
        state: ticketStateOf(step),
        revision: step.revision,
        updatedAtMs: now,
      }),
    notify: (ticket) =>
      updates.publish(ticket.userId, { kind: 'feedback', record: toFeedback(ticket) }),
    effects: {
      notifyOwner: {
        async inTransaction(tx, { userId, updatedAtMs }) {
          await notices.put(tx, userId, { kind: 'feedbackReplied' }, updatedAtMs);
          return ok(null);
        },
      },
    },
  });

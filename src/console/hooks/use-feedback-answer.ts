/** The hook of an operator's answer to a feedback ticket. */
import { newRandomId } from '../../app/core/random-id.ts';
import { REPLY_FEEDBACK } from '../forms/decision-forms.ts';
import { useDecision, type DecidedRecord } from './use-decision.ts';

/**
 * The answer to a ticket: `write` sets its text. An answer without a reply may be sent again.
 * `reason` fills the audit log's reason, because the text explains itself.
 */
export function useFeedbackAnswer(ticket: DecidedRecord & { readonly id: string }, reason: string) {
  const decision = useDecision(REPLY_FEEDBACK, ticket, {
    id: ticket.id,
    clientId: newRandomId(),
    reason,
  });
  return {
    decision,
    write: (content: string) => decision.form.edit({ content, clientId: newRandomId() }),
  };
}

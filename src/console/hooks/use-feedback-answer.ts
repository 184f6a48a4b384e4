/** The hook of an operator's answer to a feedback ticket. */
import { newIdempotencyKey } from '../../app/core/idempotency-key.ts';
import { REPLY_FEEDBACK } from '../forms/decision-forms.ts';
import { useDecision, type DecidedRecord } from './use-decision.ts';

/**
 * The answer to a ticket: `write` sets its words. An answer of which no reply came may be sent again.
 * `reason` stands in the form for the log: words say by themselves why they were written.
 */
export function useFeedbackAnswer(ticket: DecidedRecord & { readonly id: string }, reason: string) {
  const decision = useDecision(REPLY_FEEDBACK, ticket, {
    id: ticket.id,
    clientId: newIdempotencyKey(),
    reason,
  });
  return {
    decision,
    write: (content: string) => decision.form.edit({ content, clientId: newIdempotencyKey() }),
  };
}

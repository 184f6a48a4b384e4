/** The hook of an operator's message to both sides of a dispute. */
import { newIdempotencyKey } from '../../app/core/idempotency-key.ts';
import { WRITE_DISPUTE_MESSAGE } from '../forms/fiat-forms.ts';
import { useDecision, type DecidedRecord } from './use-decision.ts';

/**
 * A word to both sides of an order: `write` sets it. One of which no reply came may be sent again.
 * `reason` stands in the form for the log: words say by themselves why they were written.
 */
export function useDisputeMessage(
  dispute: DecidedRecord & { readonly id: string },
  reason: string,
) {
  const decision = useDecision(WRITE_DISPUTE_MESSAGE, dispute, {
    id: dispute.id,
    clientId: newIdempotencyKey(),
    reason,
  });
  return {
    decision,
    write: (content: string) => decision.form.edit({ content, clientId: newIdempotencyKey() }),
  };
}

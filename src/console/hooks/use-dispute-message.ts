/** The hook of an operator's message to both sides of a dispute. */
import { newRandomId } from '../../app/core/random-id.ts';
import { WRITE_DISPUTE_MESSAGE } from '../forms/fiat-forms.ts';
import { useDecision, type DecidedRecord } from './use-decision.ts';

/**
 * A message to both sides of an order: `write` sets its text. A message without a reply may be sent
 * again. `reason` fills the audit log's reason, because the text explains itself.
 */
export function useDisputeMessage(
  dispute: DecidedRecord & { readonly id: string },
  reason: string,
) {
  const decision = useDecision(WRITE_DISPUTE_MESSAGE, dispute, {
    id: dispute.id,
    clientId: newRandomId(),
    reason,
  });
  return {
    decision,
    write: (content: string) => decision.form.edit({ content, clientId: newRandomId() }),
  };
}

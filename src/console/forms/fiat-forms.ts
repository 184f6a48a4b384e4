import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import {
  decisionRules,
  type DecisionFields,
} from '../../../machines/app/operator-decision.rules.ts';
import type { OperatorForm } from '../hooks/use-operator-form.ts';

export interface AwardFields extends DecisionFields {
  readonly id: string;
  /** Of the order as it is shown. */
  readonly revision: string;
  readonly to: OperatorRequestInput<'awardDispute'>['to'];
  readonly isPaymentFalse: '0' | '1';
  /** For both sides to read. */
  readonly text: string;
}
export const AWARD_DISPUTE: OperatorForm<'awardDispute', AwardFields> = {
  name: 'awardDispute',
  rules: decisionRules<AwardFields>(
    { id: '', revision: '', to: 'buyer', isPaymentFalse: '0', text: '', reason: '' },
    () => ['text'],
  ),
  request: ({ id, revision, to, isPaymentFalse, text, reason }) => ({
    id,
    revision,
    to,
    is_payment_false: to === 'seller' ? isPaymentFalse : '0',
    text: text.trim(),
    reason: reason.trim(),
  }),
};

export interface DisputeMessageFields extends DecisionFields {
  readonly id: string;
  /** The same one again is the same message. */
  readonly clientId: string;
  readonly content: string;
}
export const WRITE_DISPUTE_MESSAGE: OperatorForm<'writeDisputeMessage', DisputeMessageFields> = {
  name: 'writeDisputeMessage',
  rules: decisionRules<DisputeMessageFields>(
    { id: '', clientId: '', content: '', reason: '' },
    () => ['content'],
  ),
  request: ({ id, clientId, content, reason }) => ({
    id,
    client_id: clientId,
    content: content.trim(),
    reason: reason.trim(),
  }),
};

export interface AdRemovalFields extends DecisionFields {
  readonly id: string;
  /** For its merchant to read. */
  readonly text: string;
}
export const REMOVE_FIAT_AD: OperatorForm<'removeFiatAd', AdRemovalFields> = {
  name: 'removeFiatAd',
  rules: decisionRules<AdRemovalFields>({ id: '', text: '', reason: '' }, () => ['text']),
  request: ({ id, text, reason }) => ({ id, text: text.trim(), reason: reason.trim() }),
};

/** The forms of disputes and of removing an ad. */
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import type { OperatorForm } from './operator-form.ts';

interface AwardFields extends RecordFields {
  readonly id: string;
  readonly to: OperatorRequestInput<'awardDispute'>['to'];
  readonly isPaymentFalse: '0' | '1';
  /** Shown to both sides. */
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

export interface DisputeMessageFields extends RecordFields {
  readonly id: string;
  /** A repeated id is the same message. */
  readonly clientId: string;
  readonly content: string;
}
export const WRITE_DISPUTE_MESSAGE: OperatorForm<'writeDisputeMessage', DisputeMessageFields> = {
  name: 'writeDisputeMessage',
  rules: decisionRules<DisputeMessageFields>(
    { id: '', revision: '', clientId: '', content: '', reason: '' },
    () => ['content'],
  ),
  request: ({ id, revision, clientId, content, reason }) => ({
    id,
    revision,
    client_id: clientId,
    content: content.trim(),
    reason: reason.trim(),
  }),
};

interface AdRemovalFields extends RecordFields {
  readonly id: string;
  /** Shown to the ad's merchant. */
  readonly text: string;
}
export const REMOVE_FIAT_AD: OperatorForm<'removeFiatAd', AdRemovalFields> = {
  name: 'removeFiatAd',
  rules: decisionRules<AdRemovalFields>({ id: '', revision: '', text: '', reason: '' }, () => [
    'text',
  ]),
  request: ({ id, revision, text, reason }) => ({
    id,
    revision,
    text: text.trim(),
    reason: reason.trim(),
  }),
};

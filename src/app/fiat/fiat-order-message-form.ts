/** The form of one chat message of a fiat order. */
import type { FiatPictureFacts } from '../../../machines/app/fiat/fiat-order-action.rules.ts';
import {
  FIAT_MESSAGE_RULES,
  type FiatMessageFields,
} from '../../../machines/app/fiat/fiat-order-message.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const fiatMessageForm: SubmissionForm<
  'sendFiatMessage',
  FiatMessageFields,
  FiatPictureFacts
> = {
  name: 'sendFiatMessage',
  rules: FIAT_MESSAGE_RULES,
  request: ({ orderId, clientId, content, picture }) => ({
    id: orderId,
    client_id: clientId,
    content: content.trim(),
    picture,
  }),
};

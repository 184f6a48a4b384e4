/** Checks of a chat message in a fiat order. */
import { LIMITS } from '../../../contract/limits.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';
import type { FiatPictureFacts } from './fiat-order-action.rules.ts';

export type FiatMessageFields = {
  readonly orderId: string;
  /** Identifies the message: a repeated send is stored once. */
  readonly clientId: string;
  readonly content: string;
  /** Ticket of a picture; empty for none. */
  readonly picture: string;
};

export const FIAT_MESSAGE_RULES: SubmissionRules<FiatMessageFields, FiatPictureFacts> = {
  empty: { orderId: '', clientId: '', content: '', picture: '' },
  problems({ content, picture }, { isPictureMissing }) {
    if (isPictureMissing) return [{ field: 'picture', error: 'invalid_request' }];
    const { length } = content.trim();
    const isSomething = length > 0 || picture !== '';
    return isSomething && length <= LIMITS.fiat_message_length_max
      ? []
      : [{ field: 'content', error: 'invalid_request' }];
  },
  refusals: { picture_ticket_invalid: 'picture' },
  secrets: [],
};

/** Checks of the forms with which buyer and seller move an order on. */
import type { FiatClaim } from '../../../contract/fiat/fiat-kinds.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Problem } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

/** The order and the revision that the user saw. */
export type FiatChangeFields = {
  readonly id: string;
  readonly revision: string;
};
export type FiatPaymentFields = FiatChangeFields & {
  /** Tickets, joined by commas. */
  readonly vouchers: string;
};
export type FiatReceiptFields = FiatChangeFields & { readonly payPassword: string };
export type FiatAbnormalFields = FiatChangeFields & { readonly note: string };
export type FiatClaimFields = FiatChangeFields & {
  /** A {@link FiatClaim}; empty until one is chosen. */
  readonly reason: string;
  readonly content: string;
  readonly pictures: string;
};

export interface FiatPictureFacts {
  /** A chosen picture has not arrived: its upload is running or has failed. */
  readonly isPictureMissing: boolean;
}

const NOTHING = { id: '', revision: '' };

/** Forms with a single button, which have no problems of their own. */
export const FIAT_CHANGE_RULES: SubmissionRules<FiatChangeFields, null> = {
  empty: NOTHING,
  problems: () => [],
  refusals: {},
  secrets: [],
};

export const FIAT_PAYMENT_RULES: SubmissionRules<FiatPaymentFields, FiatPictureFacts> = {
  empty: { ...NOTHING, vouchers: '' },
  problems({ vouchers }, { isPictureMissing }) {
    if (isPictureMissing) return [{ field: 'vouchers', error: 'invalid_request' }];
    return vouchers === '' ? [{ field: 'vouchers', error: 'voucher_required' }] : [];
  },
  refusals: { voucher_required: 'vouchers', picture_ticket_invalid: 'vouchers' },
  secrets: [],
};

export const FIAT_RECEIPT_RULES: SubmissionRules<FiatReceiptFields, null> = {
  empty: { ...NOTHING, payPassword: '' },
  problems: ({ payPassword }) =>
    payPassword === '' ? [{ field: 'payPassword', error: 'invalid_request' }] : [],
  refusals: { pay_password_incorrect: 'payPassword' },
  secrets: ['payPassword'],
};

const hasLength = (text: string, min: number, max: number): boolean => {
  const { length } = text.trim();
  return length >= min && length <= max;
};

export const FIAT_ABNORMAL_RULES: SubmissionRules<FiatAbnormalFields, null> = {
  empty: { ...NOTHING, note: '' },
  problems: ({ note }) =>
    hasLength(note, 1, LIMITS.fiat_message_length_max)
      ? []
      : [{ field: 'note', error: 'invalid_request' }],
  refusals: {},
  secrets: [],
};

export const FIAT_CLAIM_RULES: SubmissionRules<FiatClaimFields, FiatPictureFacts> = {
  empty: { ...NOTHING, reason: '', content: '', pictures: '' },
  problems({ reason, content }, { isPictureMissing }) {
    const problems: Problem<keyof FiatClaimFields & string>[] = [];
    if (reason === '') problems.push({ field: 'reason', error: 'invalid_request' });
    if (!hasLength(content, LIMITS.feedback_content_length_min, LIMITS.fiat_claim_length_max))
      problems.push({ field: 'content', error: 'invalid_request' });
    if (isPictureMissing) problems.push({ field: 'pictures', error: 'invalid_request' });
    return problems;
  },
  refusals: { picture_ticket_invalid: 'pictures' },
  secrets: [],
};

/** Reasons for a claim, by side. */
export const CLAIMS_OF = {
  buyer: ['not_released', 'other'],
  seller: ['not_received', 'wrong_amount', 'wrong_payer', 'other'],
} as const satisfies Record<string, readonly FiatClaim[]>;

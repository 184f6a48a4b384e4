/** The forms of steps of a fiat order, each with the revision on screen. */
import type { FiatClaim } from '../../../contract/fiat/fiat-kinds.ts';
import {
  FIAT_ABNORMAL_RULES,
  FIAT_CHANGE_RULES,
  FIAT_CLAIM_RULES,
  FIAT_PAYMENT_RULES,
  FIAT_RECEIPT_RULES,
  type FiatAbnormalFields,
  type FiatChangeFields,
  type FiatClaimFields,
  type FiatPaymentFields,
  type FiatPictureFacts,
  type FiatReceiptFields,
} from '../../../machines/app/fiat/fiat-order-action.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

const seen = ({ id, revision }: FiatChangeFields) => ({ id, revision });

export const fiatCancelForm: SubmissionForm<'cancelFiatOrder', FiatChangeFields, null> = {
  name: 'cancelFiatOrder',
  rules: FIAT_CHANGE_RULES,
  request: seen,
};
export const fiatPostponeForm: SubmissionForm<'postponeFiatConfirmation', FiatChangeFields, null> =
  { name: 'postponeFiatConfirmation', rules: FIAT_CHANGE_RULES, request: seen };
export const fiatClaimWithdrawalForm: SubmissionForm<
  'withdrawRightsProtection',
  FiatChangeFields,
  null
> = { name: 'withdrawRightsProtection', rules: FIAT_CHANGE_RULES, request: seen };

export const fiatPaymentForm: SubmissionForm<
  'declareFiatPayment',
  FiatPaymentFields,
  FiatPictureFacts
> = {
  name: 'declareFiatPayment',
  rules: FIAT_PAYMENT_RULES,
  request: ({ id, revision, vouchers }) => ({ id, revision, vouchers }),
};

export const fiatReceiptForm: SubmissionForm<'confirmFiatReceipt', FiatReceiptFields, null> = {
  name: 'confirmFiatReceipt',
  rules: FIAT_RECEIPT_RULES,
  request: ({ id, revision, payPassword }) => ({ id, revision, pay_password: payPassword }),
};

export const fiatAbnormalForm: SubmissionForm<'markFiatOrderAbnormal', FiatAbnormalFields, null> = {
  name: 'markFiatOrderAbnormal',
  rules: FIAT_ABNORMAL_RULES,
  request: ({ id, revision, note }) => ({ id, revision, note: note.trim() }),
};

export const fiatClaimForm: SubmissionForm<
  'applyRightsProtection',
  FiatClaimFields,
  FiatPictureFacts
> = {
  name: 'applyRightsProtection',
  rules: FIAT_CLAIM_RULES,
  draft: { about: ['id'], keeps: ['reason', 'content'] },
  request: ({ id, revision, reason, content, pictures }) => ({
    id,
    revision,
    reason: reason as FiatClaim,
    content: content.trim(),
    pictures,
  }),
};

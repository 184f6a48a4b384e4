/** The form that submits a verification. */
import type { IdType } from '../../../contract/verification/verification.ts';
import {
  cleanCardId,
  VERIFICATION_RULES,
  type VerificationFields,
} from '../../../machines/app/verification/verification.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const verificationForm: SubmissionForm<'submitVerification', VerificationFields, null> = {
  name: 'submitVerification',
  rules: VERIFICATION_RULES,
  request: ({ idType, name, cardId, front, reverse, hand }) => ({
    id_type: idType as IdType,
    name: name.trim(),
    card_id: cleanCardId(cardId),
    front_pic: front,
    reverse_pic: reverse,
    hand_pic: hand,
  }),
};

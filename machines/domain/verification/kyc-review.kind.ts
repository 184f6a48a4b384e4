/** Real-name verifications as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import { KYC_REVIEW_EVENTS, KYC_REVIEW_ROLES } from './kyc-review.events.ts';
import { kycReviewMachine } from './kyc-review.machine.ts';

export const kycReviewKind = defineKind(
  'kyc-review',
  kycReviewMachine,
)({
  bookkeeping: ['rememberSubmission', 'rememberReason'],
  roles: KYC_REVIEW_ROLES,
  events: KYC_REVIEW_EVENTS,
  probes: (context) => {
    const submissionId = context.submissionId ?? NOBODY_ID;
    return {
      'verification.submit': [{ type: 'verification.submit', submissionId: submissionId + 1 }],
      'verification.certify': [{ type: 'verification.certify', submissionId }],
      'verification.refuse': [
        { type: 'verification.refuse', submissionId, reason: 'picture_unclear', reasonText: null },
      ],
    };
  },
  person: ({ userId }, role) => (role === 'person' ? userId : NOBODY_ID),
});

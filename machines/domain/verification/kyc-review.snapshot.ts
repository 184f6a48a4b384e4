/** What may be asked of a snapshot of a real-name verification. */
import type { SnapshotFrom } from 'xstate';
import type { VerificationState } from '../../../contract/verification/verification.ts';
import { kycReviewMachine } from './kyc-review.machine.ts';

export type KycReviewSnapshot = SnapshotFrom<typeof kycReviewMachine>;

/** The snapshot of somebody whose verification is in `state`, with what was handed in where that is known. */
export function kycReviewSnapshot(
  userId: number,
  state: VerificationState,
  submissionId: number | null = null,
): KycReviewSnapshot {
  const context = { userId, submissionId, reason: null };
  return kycReviewMachine.resolveState({
    value: state === 'in_review' ? 'inReview' : state,
    context,
  });
}

/** Whether this person may hand in documents now. */
export function canSubmit(snapshot: KycReviewSnapshot, userId: number): boolean {
  // No submission has this number: it stands for the next one.
  const submissionId = 0;
  return snapshot.can({
    type: 'verification.submit',
    by: { role: 'person', userId },
    submissionId,
  });
}

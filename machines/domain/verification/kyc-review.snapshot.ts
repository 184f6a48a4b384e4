/** Queries on a snapshot of a real-name verification. */
import type { SnapshotFrom } from 'xstate';
import type { VerificationState } from '../../../contract/verification/verification.ts';
import { kycReviewMachine } from './kyc-review.machine.ts';

export type KycReviewSnapshot = SnapshotFrom<typeof kycReviewMachine>;

/**
 * Returns the snapshot of a user whose verification is in `state`, with the submission if it is
 * known.
 */
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

/** Returns whether this user may submit documents now. */
export function canSubmit(snapshot: KycReviewSnapshot, userId: number): boolean {
  // No submission has this number, so it stands for the next one.
  const submissionId = 0;
  return snapshot.can({
    type: 'verification.submit',
    by: { role: 'person', userId },
    submissionId,
  });
}

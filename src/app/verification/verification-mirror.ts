/**
 * The real-name verification as the app sees it: never advanced here, only read. What the server sent
 * becomes a snapshot of the machine that the server runs.
 */
import type { Verification } from '../../../contract/verification/verification.ts';
import {
  canSubmit,
  kycReviewSnapshot,
} from '../../../machines/domain/verification/kyc-review.snapshot.ts';

/** What a screen asks of a verification. */
export interface VerificationLifecycle {
  /** The person may hand documents in now. */
  readonly canSubmit: boolean;
  readonly isInReview: boolean;
  readonly isCertified: boolean;
  /** The last review failed. */
  readonly hasFailed: boolean;
}

/** Calls and channels tell people of their own verification only. */
const ME = 1;

export function verificationLifecycle({
  state,
}: Pick<Verification, 'state'>): VerificationLifecycle {
  const snapshot = kycReviewSnapshot(ME, state);
  return {
    canSubmit: canSubmit(snapshot, ME),
    isInReview: snapshot.matches('inReview'),
    isCertified: snapshot.matches('certified'),
    hasFailed: snapshot.matches('failed'),
  };
}

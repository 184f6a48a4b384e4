/**
 * A read-only view of the real-name verification's lifecycle: builds a snapshot of the server's
 * machine from the wire data.
 */
import type { Verification } from '../../../contract/verification/verification.ts';
import {
  canSubmit,
  kycReviewSnapshot,
} from '../../../machines/domain/verification/kyc-review.snapshot.ts';

/** Queries of screens on a verification. */
export interface VerificationLifecycle {
  /** Whether the user may submit documents now. */
  readonly canSubmit: boolean;
  readonly isInReview: boolean;
  readonly isCertified: boolean;
  /** Whether the last review failed. */
  readonly hasFailed: boolean;
}

/** Calls and channels send users only their own verification. */
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

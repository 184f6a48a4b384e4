/** The lifecycle `kyc-review` on this server: one per user; its id is the user's. */
import { kycReviewKind } from '../../../machines/domain/verification/kyc-review.kind.ts';
import type { LifecycleSpec } from '../../kit/lifecycle/lifecycles.types.ts';

export const KYC_REVIEW: LifecycleSpec<(typeof kycReviewKind)['machine']> = {
  ...kycReviewKind,
  version: 1,
  migrations: {},
};

/** Lifecycles by kind. */
export const VERIFICATION_LIFECYCLES = { 'kyc-review': KYC_REVIEW };

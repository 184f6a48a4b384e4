/** The lifecycle `kyc-review` on this server: one a person, its id is the user's. */
import { kycReviewMachine } from '../../../machines/domain/verification/kyc-review.machine.ts';
import type { LifecycleSpec } from '../../kit/lifecycle/lifecycles.types.ts';

export const KYC_REVIEW: LifecycleSpec<typeof kycReviewMachine> = {
  kind: 'kyc-review',
  machine: kycReviewMachine,
  version: 1,
  migrations: {},
};

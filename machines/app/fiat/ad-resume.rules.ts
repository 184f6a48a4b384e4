/** Checks of the form that shows a suspended sell ad again. */
import type { SubmissionRules } from '../core/submission.machine.ts';
import {
  SELLER_REFUSALS,
  SELLER_SECRETS,
  sellerSecretProblems,
  type SellerSecretFields,
} from './seller-secrets.rules.ts';

export type AdResumeFields = SellerSecretFields & {
  readonly id: string;
  /** Revision of the ad on screen. */
  readonly revision: string;
  /** The confirmed percent above the reference, as text; empty if none must be confirmed. */
  readonly acceptedDeviation: string;
};

export interface AdResumeFacts {
  /** Whether the merchant is known to have an authenticator. */
  readonly isCodeNeeded: boolean;
}

export const AD_RESUME_RULES: SubmissionRules<AdResumeFields, AdResumeFacts> = {
  empty: { id: '', revision: '', acceptedDeviation: '', payPassword: '', googleCode: '' },
  problems: (fields, { isCodeNeeded }) => sellerSecretProblems(fields, isCodeNeeded),
  refusals: SELLER_REFUSALS,
  secrets: SELLER_SECRETS,
};

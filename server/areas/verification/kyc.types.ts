/** Real-name verification, as the calls of a person and the operator console use it. */
import type { Result } from '../../../contract/result.ts';
import type { RequestOf } from '../../../contract/routes.ts';
import type {
  Verification,
  VerificationReason,
} from '../../../contract/verification/verification.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import type { Submission, SubmissionFilter, SubmissionOfPerson } from './kyc.repo.ts';

export type SubmissionFields = RequestOf<'submitVerification'>;

/** rate_limited: too many of this person's documents were registered with somebody else. */
export type SubmitError =
  | 'rate_limited'
  | 'picture_ticket_invalid'
  | 'id_number_invalid'
  | 'id_number_taken'
  | 'verification_in_review'
  | 'already_verified';

/** What a reviewer found. */
export type Finding =
  | { readonly isCertified: true }
  | {
      readonly isCertified: false;
      readonly reason: Exclude<VerificationReason, 'other'>;
      /** For the person to read. */
      readonly reasonText: string | null;
    }
  | { readonly isCertified: false; readonly reason: 'other'; readonly reasonText: string };

export interface Decision {
  /** The one that was looked at. */
  readonly submissionId: number;
  readonly operatorId: number;
  readonly finding: Finding;
  readonly now: EpochMs;
  /** Written down in the transaction of the decision, e.g. its row of the audit log. */
  alsoWrite(tx: Transaction, decided: Submission): Promise<void>;
}

export type DecideError = 'review_not_found' | 'already_decided' | 'id_number_taken';

export interface KycService {
  /** As its owner sees it. */
  find(userId: number): Promise<Verification>;
  /** Hands in documents; the person is told on their open pages. */
  submit(
    userId: number,
    fields: SubmissionFields,
    now: EpochMs,
  ): Promise<Result<Verification, SubmitError>>;
  /** For reviewers: names and numbers in full. */
  list(filter: SubmissionFilter): Promise<readonly SubmissionOfPerson[]>;
  /**
   * Decides on a submission; the person is told by mail and on their open pages, and a certified one
   * may use the gated calls at once. id_number_taken: somebody else was certified by the document
   * meanwhile, so this one can only fail.
   */
  decide(decision: Decision): Promise<Result<Submission, DecideError>>;
}

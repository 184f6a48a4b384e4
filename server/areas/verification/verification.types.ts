/** Real-name verification, as the calls of a user and the operator console use it. */
import type { Result } from '../../../contract/result.ts';
import type { RequestOf } from '../../../contract/routes.ts';
import type {
  Verification,
  VerificationReason,
} from '../../../contract/verification/verification.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import type { Submission, SubmissionFilter, SubmissionOfPerson } from './verification.repo.ts';

export type SubmissionFields = RequestOf<'submitVerification'>;

/** rate_limited: too many of this user's documents were registered with other users. */
export type SubmitError =
  | 'rate_limited'
  | 'picture_ticket_invalid'
  | 'id_number_invalid'
  | 'id_number_taken'
  | 'verification_in_review'
  | 'already_verified';

/** A reviewer's verdict. */
export type Finding =
  | { readonly isCertified: true }
  | {
      readonly isCertified: false;
      readonly reason: Exclude<VerificationReason, 'other'>;
      /** Shown to the user. */
      readonly reasonText: string | null;
    }
  | { readonly isCertified: false; readonly reason: 'other'; readonly reasonText: string };

export interface Decision {
  /** The submission that the reviewer saw. */
  readonly submissionId: number;
  readonly operatorId: number;
  readonly finding: Finding;
  readonly now: EpochMs;
  /** Runs in the transaction of the decision, e.g. to insert its row of the audit log. */
  alsoWrite(tx: Transaction, decided: Submission): Promise<void>;
}

export type DecideError = 'review_not_found' | 'already_decided' | 'id_number_taken';

export interface VerificationService {
  /** Returns the verification as its owner sees it. */
  find(userId: number): Promise<Verification>;
  /** Submits documents, and updates the user's open pages. */
  submit(
    userId: number,
    fields: SubmissionFields,
    now: EpochMs,
  ): Promise<Result<Verification, SubmitError>>;
  /** Lists submissions for reviewers, with names and numbers in full. */
  list(filter: SubmissionFilter): Promise<readonly SubmissionOfPerson[]>;
  /**
   * Decides on a submission. The user is notified by mail and on their open pages, and a certified user
   * may use the gated calls immediately. id_number_taken: another user was certified by the document
   * since the submission, so that this submission can only be rejected.
   */
  decide(decision: Decision): Promise<Result<Submission, DecideError>>;
}

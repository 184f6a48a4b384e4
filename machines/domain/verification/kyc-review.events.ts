/** Events of a user's real-name verification, and the roles that send them. */
import type { VerificationReason } from '../../../contract/verification/verification.ts';
import type { EventTable, Party } from '../party.ts';

/** person: the user to verify. operator: the reviewer. */
export const KYC_REVIEW_ROLES = ['person', 'operator'] as const;
type KycReviewRole = (typeof KYC_REVIEW_ROLES)[number];

interface About {
  readonly by: Party<KycReviewRole>;
  /** The new submission, or the one that was reviewed. */
  readonly submissionId: number;
}

export type KycReviewEvent =
  | ({ readonly type: 'verification.submit' } & About)
  | ({ readonly type: 'verification.certify' } & About)
  | ({
      readonly type: 'verification.refuse';
      readonly reason: VerificationReason;
      /** The reviewer's own text; required for the reason `other`. */
      readonly reasonText: string | null;
    } & About);

/** The only role that may send each event, in any state. */
export const KYC_REVIEW_EVENTS = {
  'verification.submit': {
    role: 'person',
    description: 'The user submits name, document number and photos.',
  },
  'verification.certify': {
    role: 'operator',
    description: 'A reviewer confirms that the document belongs to the user.',
  },
  'verification.refuse': {
    role: 'operator',
    description: 'A reviewer rejects the submission and gives the reason.',
  },
} as const satisfies EventTable<KycReviewEvent['type'], KycReviewRole>;

/** What happens to the real-name verification of a person, and who brings it about. */
import type { VerificationReason } from '../../../contract/verification/verification.ts';
import type { EventTable, Party } from '../party.ts';

/** person: whose name it is. operator: who reviews it. */
export const KYC_REVIEW_ROLES = ['person', 'operator'] as const;
export type KycReviewRole = (typeof KYC_REVIEW_ROLES)[number];

interface About {
  readonly by: Party<KycReviewRole>;
  /** What is handed in, or what the reviewer has looked at. */
  readonly submissionId: number;
}

export type KycReviewEvent =
  | ({ readonly type: 'verification.submit' } & About)
  | ({ readonly type: 'verification.certify' } & About)
  | ({
      readonly type: 'verification.refuse';
      readonly reason: VerificationReason;
      /** The reviewer's own words; never absent for the reason `other`. */
      readonly reasonText: string | null;
    } & About);

/** The only role that may send each event, in whatever state. */
export const KYC_REVIEW_EVENTS = {
  'verification.submit': {
    role: 'person',
    description: 'The person hands in name, document number and photos.',
  },
  'verification.certify': {
    role: 'operator',
    description: 'A reviewer has found the document to be theirs.',
  },
  'verification.refuse': {
    role: 'operator',
    description: 'A reviewer could not certify it, and says why.',
  },
} as const satisfies EventTable<KycReviewEvent['type'], KycReviewRole>;

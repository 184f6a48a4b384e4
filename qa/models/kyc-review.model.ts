/** Alphabet of a real-name verification: the user, reviewers of this and of an earlier submission, strangers. */
import type { VerificationReason } from '../../contract/verification/verification.ts';
import type { KycReviewEvent } from '../../machines/domain/verification/kyc-review.events.ts';
import { kycReviewMachine } from '../../machines/domain/verification/kyc-review.machine.ts';
import type { KycReviewSnapshot } from '../../machines/domain/verification/kyc-review.snapshot.ts';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Case = EventCase<KycReviewEvent, KycReviewSnapshot>;

/** User ids of the model. */
export const VERIFICATION_USERS = { personId: 1, strangerId: 999_999_999, operatorId: 5 } as const;

const PERSON = { role: 'person', userId: VERIFICATION_USERS.personId } as const;
const STRANGER = { role: 'person', userId: VERIFICATION_USERS.strangerId } as const;
const OPERATOR = { role: 'operator', userId: VERIFICATION_USERS.operatorId } as const;

/** Submissions are numbered from 1. */
const lastOf = ({ context }: KycReviewSnapshot): number => context.submissionId ?? 0;

type Which = 'the next' | 'the last' | 'an earlier';
const NUMBER_OF: Readonly<Record<Which, (snapshot: KycReviewSnapshot) => number>> = {
  'the next': (snapshot) => lastOf(snapshot) + 1,
  'the last': lastOf,
  'an earlier': (snapshot) => lastOf(snapshot) - 1,
};

/** An event about a submission whose id depends on the number of submissions. */
function about(
  which: Which,
  by: string,
  label: string,
  eventOf: (submissionId: number) => KycReviewEvent,
): Case {
  return {
    event: eventOf(1),
    eventAt: (snapshot) => eventOf(NUMBER_OF[which](snapshot)),
    by,
    label,
  };
}

const refusal =
  (by: KycReviewEvent['by'], reason: VerificationReason, reasonText: string | null) =>
  (submissionId: number): KycReviewEvent => ({
    type: 'verification.refuse',
    by,
    submissionId,
    reason,
    reasonText,
  });
const certification =
  (by: KycReviewEvent['by']) =>
  (submissionId: number): KycReviewEvent => ({ type: 'verification.certify', by, submissionId });
const submission =
  (by: KycReviewEvent['by']) =>
  (submissionId: number): KycReviewEvent => ({ type: 'verification.submit', by, submissionId });

const WORDS = 'Please hold the document closer.';

export const kycReviewModel: MachineModel = defineModel({
  name: 'kyc-review',
  machine: kycReviewMachine,
  input: { userId: VERIFICATION_USERS.personId },
  cases: [
    about('the next', 'person', 'the person hands in documents', submission(PERSON)),
    about('the last', 'operator', 'a reviewer certifies them', certification(OPERATOR)),
    about(
      'the last',
      'operator',
      'a reviewer finds a photo unclear',
      refusal(OPERATOR, 'picture_unclear', null),
    ),
    about(
      'the last',
      'operator',
      'a reviewer refuses in words of their own',
      refusal(OPERATOR, 'other', WORDS),
    ),
    about(
      'the last',
      'operator',
      'a reviewer refuses for another reason and does not say which',
      refusal(OPERATOR, 'other', null),
    ),
    about(
      'an earlier',
      'operator',
      'a reviewer certifies what was handed in before',
      certification(OPERATOR),
    ),
    about(
      'an earlier',
      'operator',
      'a reviewer refuses what was handed in before',
      refusal(OPERATOR, 'picture_unclear', null),
    ),
    about('the next', 'stranger', 'a stranger hands in for them', submission(STRANGER)),
    about('the next', 'operator', 'a reviewer hands in for them', submission(OPERATOR)),
    about('the last', 'person', 'the person certifies themselves', certification(PERSON)),
    about(
      'the last',
      'person',
      'the person refuses themselves',
      refusal(PERSON, 'picture_unclear', null),
    ),
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.reason, Math.min(2, lastOf(snapshot))),
  stateLabels: {
    none: 'nothing was handed in, and the gates are shut',
    inReview: 'it is in review, and the gates are shut',
    failed: 'it failed, the person knows why and may hand in again',
    certified: 'the person is certified, and the gates are open',
  },
  limit: 100,
});

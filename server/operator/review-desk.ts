/** Real-name verification, as its reviewers work on it. */
import type { Review, ReviewDetail, ReviewState } from '../../contract/operator/schemas/reviews.ts';
import { ok, refuse } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import type { Database } from '../db/database.ts';
import { findSubmission } from '../kyc/kyc.repo.ts';
import type { Submission, SubmissionOfPerson } from '../kyc/kyc.repo.ts';
import type { DecideError, Finding, KycService } from '../kyc/kyc.types.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import { findPeople } from './people.repo.ts';

/** Nobody has handed in documents oftener; older ones are left out. */
const OTHERS_MAX = 50;

export interface ReviewQuery {
  readonly state: ReviewState | undefined;
  readonly userId: number | undefined;
  readonly beyond: number | undefined;
  readonly count: number;
}

export interface ReviewDesk {
  list(query: ReviewQuery): Promise<readonly Review[]>;
  find(id: number): Promise<Result<ReviewDetail, 'review_not_found'>>;
  decide(
    act: OperatorAct,
    submissionId: number,
    finding: Finding,
    reason: string,
  ): Promise<Result<Review, DecideError>>;
}

export function createReviewDesk(database: Database, kyc: KycService): ReviewDesk {
  const reviewOf = async (submission: Submission): Promise<Review> => {
    const personOf = await findPeople(database, [submission.userId]);
    const { uid, account } = personOf(submission.userId);
    return toReview({ submission, uid, account });
  };
  return {
    async list(query) {
      const order = query.state === 'in_review' ? 'oldest first' : 'newest first';
      return (await kyc.list({ ...query, order })).map(toReview);
    },
    async find(id) {
      const submission = await findSubmission(database, id);
      if (submission === undefined) return refuse('review_not_found');
      const all = await kyc.list({
        state: undefined,
        userId: submission.userId,
        order: 'newest first',
        beyond: undefined,
        count: OTHERS_MAX,
      });
      return ok({
        ...(await reviewOf(submission)),
        front_picture_id: submission.frontPictureId,
        reverse_picture_id: submission.reversePictureId,
        hand_picture_id: submission.handPictureId,
        others: all.filter((one) => one.submission.id !== id).map(toReview),
      });
    },
    async decide(act, submissionId, finding, reason) {
      const decided = await kyc.decide({
        submissionId,
        operatorId: act.operatorId,
        finding,
        now: act.now,
        alsoWrite: (tx, { userId }) =>
          writeAudit(tx, act, {
            action: finding.isCertified ? 'review.certify' : 'review.fail',
            subject: ['review', submissionId],
            reason,
            details: {
              user_id: userId,
              ...(!finding.isCertified && { verdict_reason: finding.reason }),
            },
          }),
      });
      return decided.ok ? ok(await reviewOf(decided.value)) : decided;
    },
  };
}

function toReview({ submission, uid, account }: SubmissionOfPerson): Review {
  return {
    id: String(submission.id),
    person: { id: submission.userId, uid, account },
    state: submission.state,
    id_type: submission.idType,
    name: submission.name,
    card_id: submission.cardId,
    submitted_at: submission.submittedAtMs,
    reviewed_at: submission.reviewedAtMs,
    operator_id: submission.operatorId,
    verdict_reason: submission.reason,
    verdict_text: submission.reasonText,
  };
}

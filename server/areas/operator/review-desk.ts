/** Real-name verification, for its reviewers. */
import type {
  Review,
  ReviewDetail,
  ReviewState,
} from '../../../contract/operator/schemas/verification.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Database } from '../../kit/db/database.ts';
import {
  findSubmission,
  type DecideError,
  type Finding,
  type VerificationService,
  type Submission,
  type SubmissionOfPerson,
} from '../verification/verification.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import type { DeskQuery } from './pages.ts';
import { findPeople } from './people.repo.ts';
import { findLastAct, findLastActs } from './revisions.repo.ts';
import type { Acted } from './revisions.repo.ts';

/** The most submissions of a user that are read; no user has had more so far, and older ones are left out. */
const OTHERS_MAX = 50;

/** The verdict on a submission at the revision that the reviewer saw, with the reviewer and the reason. */
interface ReviewVerdict {
  readonly id: number;
  readonly revision: number;
  readonly act: OperatorAct;
  readonly reason: string;
}

export interface ReviewDesk {
  list(query: DeskQuery<ReviewState>): Promise<readonly Review[]>;
  find(id: number): Promise<Result<ReviewDetail, 'review_not_found'>>;
  decide(verdict: ReviewVerdict, finding: Finding): Promise<Result<Review, DecideError>>;
}

export function createReviewDesk(
  database: Database,
  verification: VerificationService,
): ReviewDesk {
  const reviewOf = async (submission: Submission, { revision }: Acted): Promise<Review> => {
    const personOf = await findPeople(database, [submission.userId]);
    const { uid, account } = personOf(submission.userId);
    return toReview({ submission, uid, account }, revision);
  };
  const shown = async (found: readonly SubmissionOfPerson[]): Promise<Review[]> => {
    const ids = found.map(({ submission }) => submission.id);
    const actedOn = await findLastActs(database, 'review', ids);
    return found.map((one) => toReview(one, actedOn(one.submission.id).revision));
  };
  return {
    async list(query) {
      const order = query.state === 'in_review' ? 'oldest first' : 'newest first';
      return shown(await verification.list({ ...query, order }));
    },
    async find(id) {
      const acted = await findLastAct(database, ['review', id]);
      const submission = await findSubmission(database, id);
      if (submission === undefined) return refuse('review_not_found');
      const all = await verification.list({
        state: undefined,
        userId: submission.userId,
        order: 'newest first',
        beyond: undefined,
        count: OTHERS_MAX,
      });
      return ok({
        ...(await reviewOf(submission, acted)),
        front_picture_id: submission.frontPictureId,
        reverse_picture_id: submission.reversePictureId,
        hand_picture_id: submission.handPictureId,
        others: await shown(all.filter((one) => one.submission.id !== id)),
        last_act: acted.act,
      });
    },
    async decide({ id: submissionId, revision, act, reason }, finding) {
      const decided = await verification.decide({
        submissionId,
        operatorId: act.operatorId,
        finding,
        now: act.now,
        alsoWrite: (tx, { userId }) =>
          writeAudit(tx, act, {
            action: finding.isCertified ? 'review.certify' : 'review.fail',
            subject: ['review', submissionId],
            reason,
            seen: revision,
            details: {
              user_id: userId,
              ...(!finding.isCertified && { verdict_reason: finding.reason }),
            },
          }),
      });
      if (!decided.ok) return decided;
      return ok(
        await reviewOf(decided.value, await findLastAct(database, ['review', submissionId])),
      );
    },
  };
}

function toReview({ submission, uid, account }: SubmissionOfPerson, revision: number): Review {
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
    revision,
  };
}

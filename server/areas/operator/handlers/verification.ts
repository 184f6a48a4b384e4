/** Calls about real-name verification, which operators decide. */
import { assert } from '../../../../contract/assert.ts';
import type { OperatorRequestOf } from '../../../../contract/operator/routes.ts';
import { ok } from '../../../../contract/result.ts';
import type { Finding } from '../../verification/verification.area.ts';
import type { ReviewDesk } from '../review-desk.ts';
import { verdictOf } from '../operator-handlers.ts';
import type { OperatorHandlers } from '../operator-handlers.ts';
import { pageOf, spanOf } from '../pages.ts';

type ReviewHandlers = Pick<
  OperatorHandlers,
  'listVerifications' | 'getVerification' | 'decideVerification'
>;

export const createReviewHandlers = (reviews: ReviewDesk): ReviewHandlers => ({
  listVerifications: async (query) => {
    const { state, user_id: userId } = query;
    const rows = await reviews.list({ state, userId, ...spanOf(query) });
    const { shown, next } = pageOf(rows, query);
    return ok({ reviews: shown, next });
  },
  getVerification: ({ id }) => reviews.find(Number(id)),
  decideVerification: (request, context) =>
    reviews.decide(verdictOf(request, context), findingOf(request)),
});

/** The schema has checked that a refusal has a reason, and the reason `other` a text. */
function findingOf({
  verdict,
  verdict_reason: reason,
  verdict_text: text,
}: OperatorRequestOf<'decideVerification'>): Finding {
  if (verdict === 'certify') return { isCertified: true };
  assert(reason !== undefined, 'a refusal has a reason');
  if (reason !== 'other') return { isCertified: false, reason, reasonText: text ?? null };
  assert(text !== undefined, 'the reason "other" comes with a text');
  return { isCertified: false, reason, reasonText: text };
}

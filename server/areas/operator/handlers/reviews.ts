/** Calls about real-name verification and withdrawals, which operators decide. */
import { assert } from '../../../../contract/assert.ts';
import type { OperatorRequestOf } from '../../../../contract/operator/routes.ts';
import { ok } from '../../../../contract/result.ts';
import type { Finding } from '../../verification/verification.area.ts';
import type { ReviewDesk } from '../review-desk.ts';
import type { WithdrawalDesk } from '../withdrawal-desk.ts';
import { actOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';
import { pageOf, spanOf } from '../pages.ts';

type ReviewHandlers = Pick<
  OperatorHandlers,
  | 'listReviews'
  | 'getReview'
  | 'decideReview'
  | 'listWithdrawals'
  | 'listDamagedWithdrawals'
  | 'getWithdrawal'
  | 'approveWithdrawal'
  | 'releaseWithdrawal'
  | 'rejectWithdrawal'
  | 'resolveWithdrawal'
>;

/** Phases in which withdrawals wait for an operator; the longest wait comes first. */
const WAITING: ReadonlySet<string> = new Set(['pending_review', 'manual_review']);

interface ReviewServices {
  readonly reviews: ReviewDesk;
  readonly withdrawals: WithdrawalDesk;
}

export function createReviewHandlers({ reviews, withdrawals }: ReviewServices): ReviewHandlers {
  const verdictOf = (
    {
      id,
      revision,
      reason,
    }: { readonly id: string; readonly revision: number; readonly reason: string },
    context: OperatorContext,
  ) => ({ id: Number(id), revision, act: actOf(context), reason });
  return {
    listReviews: async (query) => {
      const { state, user_id: userId } = query;
      const rows = await reviews.list({ state, userId, ...spanOf(query) });
      const { shown, next } = pageOf(rows, query);
      return ok({ reviews: shown, next });
    },
    getReview: ({ id }) => reviews.find(Number(id)),
    decideReview: (request, context) =>
      reviews.decide(verdictOf(request, context), findingOf(request)),
    listWithdrawals: async (query) => {
      const { phase, currency_id: currencyId, user_id: userId } = query;
      const { beyond: before, count } = spanOf(query);
      const filter = { phases: phase && [phase], currencyId, userId };
      const isOldestFirst = phase !== undefined && WAITING.has(phase);
      const rows = await withdrawals.list({ ...filter, isOldestFirst, before, count });
      const { shown, next } = pageOf(rows, query);
      return ok({ withdrawals: shown, next });
    },
    listDamagedWithdrawals: async () => ok({ withdrawals: await withdrawals.listDamaged() }),
    getWithdrawal: ({ id }) => withdrawals.find(Number(id)),
    approveWithdrawal: (request, context) => withdrawals.approve(verdictOf(request, context)),
    releaseWithdrawal: (request, context) =>
      withdrawals.release(verdictOf(request, context), request.allowance),
    rejectWithdrawal: (request, context) =>
      withdrawals.reject(verdictOf(request, context), request.rejection, request.text ?? null),
    resolveWithdrawal: (request, context) =>
      withdrawals.resolve(verdictOf(request, context), request.resolution, {
        hash: request.transaction_hash ?? '',
        text: request.text ?? null,
      }),
  };
}

/** The schema has checked that a refusal has a reason, and the reason `other` a text. */
function findingOf({
  verdict,
  verdict_reason: reason,
  verdict_text: text,
}: OperatorRequestOf<'decideReview'>): Finding {
  if (verdict === 'certify') return { isCertified: true };
  assert(reason !== undefined, 'a refusal has a reason');
  if (reason !== 'other') return { isCertified: false, reason, reasonText: text ?? null };
  assert(text !== undefined, 'the reason "other" comes with a text');
  return { isCertified: false, reason, reasonText: text };
}

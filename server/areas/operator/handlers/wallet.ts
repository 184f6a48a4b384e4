/** Calls about withdrawals, which operators decide. */
import { ok } from '../../../../contract/result.ts';
import { verdictOf } from '../operator-handlers.ts';
import type { OperatorHandlers } from '../operator-handlers.ts';
import { pageOf, spanOf } from '../pages.ts';
import type { WithdrawalDesk } from '../withdrawal-desk.ts';

type WithdrawalHandlers = Pick<
  OperatorHandlers,
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

export const createWithdrawalDeskHandlers = (withdrawals: WithdrawalDesk): WithdrawalHandlers => ({
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
});

/** Calls about contract markets. */
import { ok } from '../../../../contract/result.ts';
import type { LeverFundDesk } from '../lever-fund-desk.ts';
import type { LeverMarketDesk, LeverMarketOrder } from '../lever-market-desk.ts';
import { actOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';

type LeverDeskHandlers = Pick<
  OperatorHandlers,
  | 'getLeverDesk'
  | 'setLeverMarketStatus'
  | 'saveLeverTerms'
  | 'windDownLeverMarket'
  | 'keepLeverMarket'
  | 'askLeverFunding'
  | 'approveLeverFunding'
  | 'withdrawLeverFunding'
>;

interface Decision {
  readonly id: number;
  readonly revision: number;
  readonly reason: string;
}
const orderOf = (
  { id, revision: seen, reason }: Decision,
  context: OperatorContext,
): LeverMarketOrder => ({ marketId: id, seen, act: actOf(context), reason });

export function createLeverDeskHandlers(
  desk: LeverMarketDesk,
  funds: LeverFundDesk,
): LeverDeskHandlers {
  return {
    getLeverDesk: async (_, { now }) =>
      ok({ ...(await desk.read(now)), funds: await funds.read(now) }),
    setLeverMarketStatus: (request, context) =>
      desk.setStatus(orderOf(request, context), request.status),
    saveLeverTerms: (request, context) => desk.saveTerms(orderOf(request, context), request),
    windDownLeverMarket: (request, context) =>
      desk.windDown(orderOf(request, context), request.notice_hours),
    askLeverFunding: ({ revision: seen, reason, pool, insurance }, context) =>
      funds.ask({ act: actOf(context), seen, reason }, { pool, insurance }),
    approveLeverFunding: ({ id, revision: seen, reason }, context) =>
      funds.approve({ act: actOf(context), seen, reason }, Number(id)),
    withdrawLeverFunding: ({ id, revision: seen, reason }, context) =>
      funds.withdraw({ act: actOf(context), seen, reason }, Number(id)),
    keepLeverMarket: (request, context) => desk.keep(orderOf(request, context)),
  };
}

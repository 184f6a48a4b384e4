/** Calls about contract markets. */
import { ok } from '../../../../contract/result.ts';
import type { LeverFundDesk } from '../lever-fund-desk.ts';
import type { LeverListingDesk } from '../lever-listing-desk.ts';
import type { LeverMarketDesk, LeverMarketOrder } from '../lever-market-desk.ts';
import { actOf, decisionOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';

type LeverDeskHandlers = Pick<
  OperatorHandlers,
  | 'getLeverDesk'
  | 'setLeverMarketStatus'
  | 'saveLeverTerms'
  | 'windDownLeverMarket'
  | 'keepLeverMarket'
  | 'askLeverMarket'
  | 'approveLeverMarket'
  | 'withdrawLeverMarket'
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
  listings: LeverListingDesk,
): LeverDeskHandlers {
  return {
    getLeverDesk: async (_, { now }) =>
      ok({
        ...(await desk.read(now)),
        funds: await funds.read(now),
        listings: await listings.read(),
      }),
    askLeverMarket: (request, context) => listings.ask(decisionOf(request, context), request),
    approveLeverMarket: (request, context) =>
      listings.approve(decisionOf(request, context), Number(request.id)),
    withdrawLeverMarket: (request, context) =>
      listings.withdraw(decisionOf(request, context), Number(request.id)),
    setLeverMarketStatus: (request, context) =>
      desk.setStatus(orderOf(request, context), request.status),
    saveLeverTerms: (request, context) => desk.saveTerms(orderOf(request, context), request),
    windDownLeverMarket: (request, context) =>
      desk.windDown(orderOf(request, context), request.notice_hours),
    askLeverFunding: (request, context) => {
      const { pool, insurance } = request;
      return funds.ask(decisionOf(request, context), { pool, insurance });
    },
    approveLeverFunding: (request, context) =>
      funds.approve(decisionOf(request, context), Number(request.id)),
    withdrawLeverFunding: (request, context) =>
      funds.withdraw(decisionOf(request, context), Number(request.id)),
    keepLeverMarket: (request, context) => desk.keep(orderOf(request, context)),
  };
}

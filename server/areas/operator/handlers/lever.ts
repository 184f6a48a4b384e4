/** Calls about contract markets. */
import { ok } from '../../../../contract/result.ts';
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

export function createLeverDeskHandlers(desk: LeverMarketDesk): LeverDeskHandlers {
  return {
    getLeverDesk: async (_, { now }) => ok(await desk.read(now)),
    setLeverMarketStatus: (request, context) =>
      desk.setStatus(orderOf(request, context), request.status),
    saveLeverTerms: (request, context) => desk.saveTerms(orderOf(request, context), request),
    windDownLeverMarket: (request, context) =>
      desk.windDown(orderOf(request, context), request.notice_hours),
    keepLeverMarket: (request, context) => desk.keep(orderOf(request, context)),
  };
}

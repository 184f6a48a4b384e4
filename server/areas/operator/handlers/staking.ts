/** Calls about savings. */
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { ErrorName } from '../../../../contract/errors/catalog.ts';
import type { OperatorStakingDesk } from '../../../../contract/operator/schemas/staking.ts';
import type { FundDesk } from '../fund-desk.ts';
import { decisionOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';
import { StakingProductDesk } from '../staking-product-desk.ts';
import type { StakingProductDeskParts } from '../staking-product-desk.ts';

type StakingDeskHandlers = Pick<
  OperatorHandlers,
  | 'getStakingDesk'
  | 'setStakingProductState'
  | 'saveStakingTerms'
  | 'addStakingProduct'
  | 'askStakingFunding'
  | 'approveStakingFunding'
  | 'withdrawStakingFunding'
>;

export function createStakingDeskHandlers(
  parts: StakingProductDeskParts,
  funds: FundDesk,
): StakingDeskHandlers {
  const desk = new StakingProductDesk(parts);
  const read = async ({ now }: Pick<OperatorContext, 'now'>) => desk.read(await funds.read(now));
  /** Answers a change with the present desk. */
  const after = async <E extends ErrorName>(
    change: Promise<Result<null, E>>,
    context: OperatorContext,
  ): Promise<Result<OperatorStakingDesk, E>> => {
    const done = await change;
    return done.ok ? ok(await read(context)) : done;
  };
  return {
    getStakingDesk: async (_, context) => ok(await read(context)),
    setStakingProductState: (request, context) =>
      after(desk.setState(decisionOf(request, context), request), context),
    saveStakingTerms: ({ revision, reason, ...terms }, context) =>
      after(desk.saveTerms(decisionOf({ revision, reason }, context), terms), context),
    addStakingProduct: ({ revision, reason, ...product }, context) =>
      after(desk.add(decisionOf({ revision, reason }, context), product), context),
    askStakingFunding: async (request, context) => {
      const { currency_id: currencyId, amount } = request;
      if (parts.currencies.byId(currencyId) === undefined) return refuse('currency_not_found');
      return after(funds.ask(decisionOf(request, context), { currencyId, amount }), context);
    },
    approveStakingFunding: (request, context) =>
      after(funds.approve(decisionOf(request, context), Number(request.id)), context),
    withdrawStakingFunding: (request, context) =>
      after(funds.withdraw(decisionOf(request, context), Number(request.id)), context),
  };
}

/** Calls about token offerings. */
import type { ErrorName } from '../../../../contract/errors/catalog.ts';
import type { OfferingDesk as ShownDesk } from '../../../../contract/operator/schemas/ieo.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { FundDesk } from '../fund-desk.ts';
import { OfferingDesk, type OfferingDeskParts } from '../offering-desk.ts';
import { decisionOf, type OperatorContext, type OperatorHandlers } from '../operator-handlers.ts';

type OfferingDeskHandlers = Pick<
  OperatorHandlers,
  | 'getOfferingDesk'
  | 'saveOffering'
  | 'publishOffering'
  | 'cancelOffering'
  | 'askOfferingFunding'
  | 'approveOfferingFunding'
  | 'withdrawOfferingFunding'
>;

export function createOfferingDeskHandlers(
  parts: OfferingDeskParts,
  { offeringTokens: funds }: { readonly offeringTokens: FundDesk },
): OfferingDeskHandlers {
  const desk = new OfferingDesk(parts);
  const read = async ({ now }: Pick<OperatorContext, 'now'>) => desk.read(await funds.read(now));
  /** Answers a change with the present desk. */
  const after = async <E extends ErrorName>(
    change: Promise<Result<null, E>>,
    context: OperatorContext,
  ): Promise<Result<ShownDesk, E>> => {
    const done = await change;
    return done.ok ? ok(await read(context)) : done;
  };
  return {
    getOfferingDesk: async (_, context) => ok(await read(context)),
    saveOffering: ({ revision, reason, ...sent }, context) =>
      after(desk.save(decisionOf({ revision, reason }, context), sent), context),
    publishOffering: (request, context) =>
      after(desk.publish(decisionOf(request, context), Number(request.id)), context),
    cancelOffering: (request, context) =>
      after(desk.cancel(decisionOf(request, context), Number(request.id)), context),
    askOfferingFunding: async (request, context) => {
      const { currency_id: currencyId, amount } = request;
      if (parts.currencies.byId(currencyId) === undefined) return refuse('currency_not_found');
      return after(funds.ask(decisionOf(request, context), { currencyId, amount }), context);
    },
    approveOfferingFunding: (request, context) =>
      after(funds.approve(decisionOf(request, context), Number(request.id)), context),
    withdrawOfferingFunding: (request, context) =>
      after(funds.withdraw(decisionOf(request, context), Number(request.id)), context),
  };
}

/** Calls about fast contracts. */
import { ok } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { ErrorName } from '../../../../contract/errors/catalog.ts';
import type { OperatorMicroDesk } from '../../../../contract/operator/schemas/micro.ts';
import type { FundDesk } from '../fund-desk.ts';
import { readMicroDesk } from '../micro-desk-view.ts';
import { MicroProductDesk } from '../micro-product-desk.ts';
import type { MicroProductDeskParts } from '../micro-product-desk.ts';
import { decisionOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';
import type { MicroDeskView } from '../../micro/micro.area.ts';

type MicroDeskHandlers = Pick<
  OperatorHandlers,
  | 'getMicroDesk'
  | 'setMicroProductStatus'
  | 'saveMicroTerms'
  | 'addMicroProduct'
  | 'askMicroFunding'
  | 'approveMicroFunding'
  | 'withdrawMicroFunding'
>;

export function createMicroDeskHandlers(
  parts: MicroProductDeskParts & { readonly view: MicroDeskView },
  funds: FundDesk<'service_unavailable'>,
): MicroDeskHandlers {
  const desk = new MicroProductDesk(parts);
  const read = async ({ now }: Pick<OperatorContext, 'now'>) =>
    readMicroDesk(parts, await funds.read(now));
  /** Answers a change with the present desk. */
  const after = async <E extends ErrorName>(
    change: Promise<Result<null, E>>,
    context: OperatorContext,
  ): Promise<Result<OperatorMicroDesk, E>> => {
    const done = await change;
    return done.ok ? ok(await read(context)) : done;
  };
  const { id: currencyId } = parts.settlement;
  return {
    getMicroDesk: async (_, context) => ok(await read(context)),
    setMicroProductStatus: (request, context) =>
      after(desk.setStatus(decisionOf(request, context), request), context),
    saveMicroTerms: ({ revision, reason, ...terms }, context) =>
      after(desk.saveTerms(decisionOf({ revision, reason }, context), terms), context),
    addMicroProduct: ({ revision, reason, ...product }, context) =>
      after(desk.add(decisionOf({ revision, reason }, context), product), context),
    askMicroFunding: (request, context) =>
      after(
        funds.ask(decisionOf(request, context), { currencyId, amount: request.amount }),
        context,
      ),
    approveMicroFunding: (request, context) =>
      after(funds.approve(decisionOf(request, context), Number(request.id)), context),
    withdrawMicroFunding: (request, context) =>
      after(funds.withdraw(decisionOf(request, context), Number(request.id)), context),
  };
}

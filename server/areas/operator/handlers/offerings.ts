/** Calls about token offerings. */
import type { ErrorName } from '../../../../contract/errors/catalogue.ts';
import type { OfferingDesk as ShownDesk } from '../../../../contract/operator/schemas/offerings.ts';
import { ok } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import { OfferingDesk, type OfferingDeskParts } from '../offering-desk.ts';
import { decisionOf, type OperatorHandlers } from '../operator-handlers.ts';

type OfferingDeskHandlers = Pick<
  OperatorHandlers,
  'getOfferingDesk' | 'saveOffering' | 'publishOffering' | 'cancelOffering' | 'fundOfferings'
>;

export function createOfferingDeskHandlers(parts: OfferingDeskParts): OfferingDeskHandlers {
  const desk = new OfferingDesk(parts);
  /** Answers a change with the present desk. */
  const after = async <E extends ErrorName>(
    change: Promise<Result<null, E>>,
  ): Promise<Result<ShownDesk, E>> => {
    const done = await change;
    return done.ok ? ok(await desk.read()) : done;
  };
  return {
    getOfferingDesk: async () => ok(await desk.read()),
    saveOffering: ({ revision, reason, ...sent }, context) =>
      after(desk.save(decisionOf({ revision, reason }, context), sent)),
    publishOffering: (request, context) =>
      after(desk.publish(decisionOf(request, context), Number(request.id))),
    cancelOffering: (request, context) =>
      after(desk.cancel(decisionOf(request, context), Number(request.id))),
    fundOfferings: (request, context) => after(desk.fund(decisionOf(request, context), request)),
  };
}

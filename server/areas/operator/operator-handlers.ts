/** The type of all operator handlers: a missing handler, or one with an unlisted error, does not compile. */
import type {
  OPERATOR_ENDPOINTS,
  OperatorEndpointName,
} from '../../../contract/operator/endpoints.ts';
import type {
  OperatorErrorOf,
  OperatorRequestOf,
  OperatorResponseOf,
} from '../../../contract/operator/routes.ts';
import type { Result } from '../../../contract/result.ts';
import type { OperatorAct, OperatorDecision } from './audit-trail.ts';
import type { SignedInOperator } from './operator-sessions.ts';
import type { CallContext } from '../../kit/http/handlers.ts';

export interface OperatorContext extends CallContext {
  readonly operator: SignedInOperator;
}

type ContextOf<N extends OperatorEndpointName> =
  (typeof OPERATOR_ENDPOINTS)[N]['audience'] extends 'operator' ? OperatorContext : CallContext;

type Answer<N extends OperatorEndpointName> = Result<OperatorResponseOf<N>, OperatorErrorOf<N>>;

export type OperatorHandlers = {
  readonly [N in OperatorEndpointName]: (
    request: OperatorRequestOf<N>,
    context: ContextOf<N>,
  ) => Answer<N> | Promise<Answer<N>>;
};

/** Returns the fields for the audit log. */
export const actOf = ({ operator, requestId, address, now }: OperatorContext): OperatorAct => ({
  operatorId: operator.operatorId,
  requestId,
  address,
  now,
});

/** Returns the decision of a request, with the operator and the revision that they saw. */
export const decisionOf = (
  { revision: seen, reason }: { readonly revision: number; readonly reason: string },
  context: OperatorContext,
): OperatorDecision => ({ act: actOf(context), seen, reason });

/** Returns the verdict of a request on a record, with the revision that the operator saw. */
export const verdictOf = (
  {
    id,
    revision,
    reason,
  }: { readonly id: string; readonly revision: number; readonly reason: string },
  context: OperatorContext,
) => ({ id: Number(id), revision, act: actOf(context), reason });

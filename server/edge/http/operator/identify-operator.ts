/** Identifies the caller of a call of the operator's server. Tokens of users are invalid here. */
import type { FastifyRequest } from 'fastify';
import { UNBIDDEN_HEADER } from '../../../../contract/operator/unbidden.ts';
import type { Result } from '../../../../contract/result.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type {
  OperatorAuthenticateError,
  SignedInOperator,
} from '../../../areas/operator/operator.area.ts';
import { tokenOf } from '../route-table.ts';
import type { Step } from '../route-table.ts';

export type AuthenticateOperator = (
  token: string,
  now: EpochMs,
  isUnbidden: boolean,
) => Promise<Result<SignedInOperator, OperatorAuthenticateError>>;

/** Returns the function for `RouteTable.identify`. */
export function identifyOperator(authenticate: AuthenticateOperator) {
  return async (
    request: FastifyRequest,
    audience: string,
    now: EpochMs,
  ): Promise<Step<{ readonly operator?: SignedInOperator }>> => {
    if (audience === 'anonymous') return { ok: true, value: {} };
    const token = tokenOf(request);
    if (token === undefined) return { ok: false, fault: { error: 'unauthorized' } };
    const isUnbidden = request.headers[UNBIDDEN_HEADER] !== undefined;
    const session = await authenticate(token, now, isUnbidden);
    return session.ok
      ? { ok: true, value: { operator: session.value } }
      : { ok: false, fault: session };
  };
}

/**
 * Identifies the caller of a call in `contract/endpoints.ts`: a visitor, a session, or the holder of a refresh token.
 */
import type { FastifyRequest } from 'fastify';
import type { EpochMs } from '../../../contract/time.ts';
import type { Authenticate, SignedIn } from '../../kit/http/handlers.ts';
import { tokenOf } from './route-table.ts';
import type { Step } from './route-table.ts';

interface Person {
  readonly signedIn?: SignedIn;
  readonly refreshToken?: string;
}

/** Returns the function for `RouteTable.identify`. */
export function identifyUser(authenticate: Authenticate) {
  return async (request: FastifyRequest, audience: string, now: EpochMs): Promise<Step<Person>> => {
    if (audience === 'anonymous') return { ok: true, value: {} };
    const token = tokenOf(request);
    if (token === undefined) return { ok: false, fault: { error: 'unauthorized' } };
    if (audience === 'refresh') return { ok: true, value: { refreshToken: token } };
    const session = await authenticate(token, now);
    return session.ok
      ? { ok: true, value: { signedIn: session.value } }
      : { ok: false, fault: session };
  };
}

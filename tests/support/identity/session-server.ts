/** A stand-in for the server's side of a session: valid tokens and received requests. */
import { LIMITS } from '../../../contract/limits.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';
import {
  TransportFailure,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from '../../../src/app/core/api/transport.ts';

export const tokensNo = (no: number): Tokens => ({
  accessToken: `access ${no}`,
  refreshToken: `refresh ${no}`,
});

export const ANN = {
  id: 7,
  uid: '100007',
  email: 'ann@example.com',
  mobile: null,
  is_user_real: false,
};

export const BOB = { ...ANN, id: 8, uid: '100008', email: 'bob@example.com' };

const success = (data: unknown): TransportReply => ({
  status: 200,
  body: { code: 1, msg: 'ok', data },
});
const refusal = (status: number, code: number, error: string): TransportReply => ({
  status,
  body: { code, msg: `sentence of ${error}`, data: null, error },
});

export class SessionServer {
  /** Makes the pair with this number valid; its refresh token renews it. */
  good = 1;
  isSessionEnded = false;
  hasNetwork = true;
  /** True to reject every access token, even a new one. */
  refusesAll = false;
  user = ANN;
  /** Number of refresh responses to lose; the caller then runs into its timeout. */
  lostAnswers = 0;
  nowMs = 0;
  /** Refreshes wait for this promise. */
  gate: Promise<void> = Promise.resolve();
  /** Rejections of access tokens wait for this promise. */
  #refusals: Promise<void> = Promise.resolve();
  readonly requests: TransportRequest[] = [];
  #rotatedAtMs: number | null = null;

  readonly transport: Transport = async (request) => {
    this.requests.push(request);
    if (request.path.endsWith('/refresh_token')) await this.gate;
    if (!this.hasNetwork) throw new TransportFailure('network');
    const reply = this.#answer(request);
    if (reply.status === 401) await this.#refusals;
    if (!request.path.endsWith('/refresh_token') || this.lostAnswers === 0) return reply;
    this.lostAnswers -= 1;
    this.nowMs += request.timeoutMs;
    throw new TransportFailure('timeout');
  };

  /** Expires the access token; the refresh token returns the next pair. */
  expireAccess(): void {
    this.good += 1;
    this.#rotatedAtMs = null;
  }

  /** Holds back rejections of an access token until it is resolved. */
  holdRefusals(): PromiseWithResolvers<void> {
    const held = Promise.withResolvers<void>();
    this.#refusals = held.promise;
    return held;
  }

  count(path: string): number {
    return this.requests.filter((request) => request.path.endsWith(path)).length;
  }

  #answer({ path, headers }: TransportRequest): TransportReply {
    if (path.includes('/public/') && !path.endsWith('/refresh_token')) return success([]);
    if (this.isSessionEnded) return refusal(402, 1102, 'session_ended');
    if (path.endsWith('/refresh_token')) return this.#refresh();
    const isGood = headers['Authorization'] === tokensNo(this.good).accessToken;
    if (!isGood || this.refusesAll) return refusal(401, 1101, 'unauthorized');
    if (!path.endsWith('/logout')) return success(this.user);
    this.isSessionEnded = true;
    return success(null);
  }

  #refresh(): TransportReply {
    this.#rotatedAtMs ??= this.nowMs;
    const isInGrace = this.nowMs - this.#rotatedAtMs <= LIMITS.refresh_reuse_grace_ms;
    this.isSessionEnded = !isInGrace;
    return isInGrace ? success(tokensNo(this.good)) : refusal(402, 1102, 'session_ended');
  }
}

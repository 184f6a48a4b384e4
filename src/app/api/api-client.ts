import { assert } from '../../../contract/assert.ts';
import { ENDPOINTS, type Endpoint, type TextEndpointName } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { ProblemName } from '../../../machines/app/problem.ts';
import { ClientError } from './client-error.ts';
import {
  createExchange,
  ownError,
  type Exchange,
  type ExchangeDeps,
  type Message,
} from './exchange.ts';
import type { TransportReply } from './transport.ts';

/** An access token that a call may carry, and which of the session's tokens it is. */
export interface Access {
  readonly accessToken: string;
  readonly generation: number;
}

/** What calls ask of the session, and tell it. */
export interface SessionPort {
  /** The current access, once it is known who is signed in; null when nobody is. */
  access(): Promise<Access | null>;
  /** The token of `generation` was refused. Answers the next one, or null when there is none. */
  renewed(generation: number): Promise<Access | null>;
  /** HTTP 402 to a call with the token of `generation`. */
  ended(generation: number): void;
  /** A private call was made while nobody is signed in. */
  missed(): void;
}

export interface ApiClientDeps extends ExchangeDeps {
  readonly session: SessionPort;
  /** The sentence for an error that has none from the server; it may have to be loaded. */
  errorText(name: ProblemName, values: { seconds: number }): Promise<string>;
  /** Shows a sentence for a moment. */
  toast(text: string): void;
}

export interface CallOptions {
  /** The caller shows a refusal itself: no toast. A timeout is said in any case. */
  readonly isQuiet?: boolean;
  readonly signal?: AbortSignal;
  /** Of a call that takes one: the same for every try of one wish, another one for the next wish. */
  readonly idempotencyKey?: string;
}

export interface ApiClient {
  /** Calls an endpoint of the contract. @throws ClientError */
  call<N extends TextEndpointName>(
    name: N,
    request: RequestInput<N>,
    options?: CallOptions,
  ): Promise<ResponseOf<N>>;
  /** The same with a given token instead of the session's. No refresh, no dialogs, no toast. */
  callWithToken<N extends TextEndpointName>(
    name: N,
    request: RequestInput<N>,
    token: string,
    options?: Pick<Message, 'signal' | 'timeoutMs'>,
  ): Promise<ResponseOf<N>>;
}

const TIMEOUT_S = LIMITS.http_timeout_ms / SECOND_MS;

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const exchange = createExchange(deps);
  return {
    async call(name, request, options = {}) {
      const { signal, idempotencyKey } = options;
      const { takesKey }: Endpoint = ENDPOINTS[name];
      assert(
        (takesKey === true) === (idempotencyKey !== undefined),
        `${name}: calls that take an idempotency key, and no others, are given one`,
      );
      const endpoint = ENDPOINTS[name];
      const message: Message = { endpoint, request, token: null, signal, idempotencyKey };
      const isPrivate = endpoint.audience === 'user';
      try {
        const reply = isPrivate
          ? await sendPrivately(exchange, deps.session, message)
          : await exchange.send(message);
        return (await exchange.dataOf(reply)) as ResponseOf<typeof name>;
      } catch (error) {
        if (error instanceof ClientError && isToasted(error, options)) void toastError(error, deps);
        throw error;
      }
    },
    async callWithToken(name, request, token, options) {
      const reply = await exchange.send({ endpoint: ENDPOINTS[name], request, token, ...options });
      return (await exchange.dataOf(reply)) as ResponseOf<typeof name>;
    },
  };
}

/** Sends with the session's token; on 401 once more with the next one (SPEC 4). */
async function sendPrivately(
  exchange: Exchange,
  session: SessionPort,
  message: Message,
): Promise<TransportReply> {
  let access = await session.access();
  if (access === null) {
    session.missed();
    throw ownError('need_login');
  }
  let reply = await exchange.send({ ...message, token: access.accessToken });
  if (reply.status === 401) {
    const next = await session.renewed(access.generation);
    if (next === null) return reply;
    access = next;
    reply = await exchange.send({ ...message, token: access.accessToken });
  }
  if (reply.status === 402) session.ended(access.generation);
  return reply;
}

/** Nothing waits for it: whoever called goes on at once. */
async function toastError(
  { name, msg }: ClientError,
  { errorText, toast }: Pick<ApiClientDeps, 'errorText' | 'toast'>,
): Promise<void> {
  toast(msg === '' ? await errorText(name, { seconds: TIMEOUT_S }) : msg);
}

function isToasted(error: ClientError, options: CallOptions): boolean {
  if (options.signal?.aborted) return false;
  if (error.name === 'request_timeout') return true;
  // These have a dialog of their own.
  if (error.name === 'need_login' || error.name === 'session_ended') return false;
  return options.isQuiet !== true;
}

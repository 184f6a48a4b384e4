import { ENDPOINTS, type EndpointName } from '../../../contract/endpoints.ts';
import type { ClientErrorName } from '../../../contract/errors/catalogue.ts';
import type { Locale } from '../../../contract/languages.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { ClientError } from './client-error.ts';
import { readEnvelope } from './read-envelope.ts';
import { TransportFailure, type Transport, type TransportReply } from './transport.ts';

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

export interface ApiClientDeps {
  readonly transport: Transport;
  readonly session: SessionPort;
  locale(): Locale;
  /** A sentence for an error that has none from the server. */
  errorText(name: ClientErrorName, values: { seconds: number }): Promise<string>;
  /** Shows a sentence for a moment. */
  toast(text: string): void;
}

export interface CallOptions {
  /** The caller shows a refusal itself: no toast. A timeout is said in any case. */
  readonly isQuiet?: boolean;
  readonly signal?: AbortSignal;
}

export interface ApiClient {
  /** Calls an endpoint of the contract. @throws ClientError */
  call<N extends EndpointName>(
    name: N,
    request: RequestInput<N>,
    options?: CallOptions,
  ): Promise<ResponseOf<N>>;
  /** The same with a given token instead of the session's. No refresh, no dialogs, no toast. */
  callWithToken<N extends EndpointName>(
    name: N,
    request: RequestInput<N>,
    token: string,
    signal?: AbortSignal,
  ): Promise<ResponseOf<N>>;
}

const TIMEOUT_S = LIMITS.http_timeout_ms / SECOND_MS;

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const ownError = async (name: ClientErrorName) =>
    new ClientError(name, { code: 0, msg: await deps.errorText(name, { seconds: TIMEOUT_S }) });

  async function send(
    name: EndpointName,
    request: Readonly<Record<string, string | undefined>>,
    token: string | null,
    signal: AbortSignal | undefined,
  ): Promise<TransportReply> {
    const { method, path } = ENDPOINTS[name];
    try {
      return await deps.transport({
        method,
        path,
        fields: definedFields(request),
        headers: {
          Lang: deps.locale(),
          'X-Requested-With': 'XMLHttpRequest',
          ...(token !== null && { Authorization: token }),
        },
        timeoutMs: LIMITS.http_timeout_ms,
        ...(signal && { signal }),
      });
    } catch (failure) {
      const isTimeout = failure instanceof TransportFailure && failure.reason === 'timeout';
      throw await ownError(isTimeout ? 'request_timeout' : 'network_failed');
    }
  }

  /** The data of a reply. @throws ClientError when it is a refusal. */
  async function dataOf(reply: TransportReply): Promise<unknown> {
    const envelope = readEnvelope(reply.body);
    if (envelope === null) throw await ownError('unexpected_reply');
    if (!('error' in envelope)) return envelope.data;
    throw new ClientError(envelope.error, {
      code: envelope.code,
      msg: envelope.msg,
      ...(envelope.fields && { fields: envelope.fields }),
      ...(envelope.retry_after_s !== undefined && { retryAfterS: envelope.retry_after_s }),
    });
  }

  /** Sends with the session's token; on 401 once more with the next one (SPEC 4). */
  async function sendPrivately(
    name: EndpointName,
    request: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal | undefined,
  ): Promise<TransportReply> {
    let access = await deps.session.access();
    if (access === null) {
      deps.session.missed();
      throw await ownError('need_login');
    }
    let reply = await send(name, request, access.accessToken, signal);
    if (reply.status === 401) {
      const next = await deps.session.renewed(access.generation);
      if (next === null) return reply;
      access = next;
      reply = await send(name, request, access.accessToken, signal);
    }
    if (reply.status === 402) deps.session.ended(access.generation);
    return reply;
  }

  return {
    async call(name, request, options = {}) {
      const isPrivate = ENDPOINTS[name].audience === 'user';
      try {
        const reply = isPrivate
          ? await sendPrivately(name, request, options.signal)
          : await send(name, request, null, options.signal);
        return (await dataOf(reply)) as ResponseOf<typeof name>;
      } catch (error) {
        if (error instanceof ClientError && isToasted(error, options)) deps.toast(error.msg);
        throw error;
      }
    },
    async callWithToken(name, request, token, signal) {
      return (await dataOf(await send(name, request, token, signal))) as ResponseOf<typeof name>;
    },
  };
}

function isToasted(error: ClientError, options: CallOptions): boolean {
  if (options.signal?.aborted) return false;
  if (error.name === 'request_timeout') return true;
  // These two have a dialog of their own.
  if (error.name === 'need_login' || error.name === 'session_ended') return false;
  return options.isQuiet !== true;
}

function definedFields(
  request: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(request))
    if (value !== undefined) fields[name] = value;
  return fields;
}

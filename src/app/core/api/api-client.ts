/** Typed calls of the contract, with access token, language, retries, dialogs and toasts. */
import { assert } from '../../../../contract/assert.ts';
import { CLIENT_ERRORS } from '../../../../contract/errors/catalog.ts';
import { ENDPOINTS, type Endpoint, type TextEndpointName } from '../../../../contract/endpoints.ts';
import type { RequestInput, ResponseOf } from '../../../../contract/routes.ts';
import type { PicturePurpose, UploadedPicture } from '../../../../contract/schemas/pictures.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import { ClientError } from './client-error.ts';
import { createHttpCalls, type HttpCalls, type HttpCallsDeps, type Message } from './http-calls.ts';
import type { TransportReply } from './transport.ts';

/** An access token for a call, and its place among the session's tokens. */
interface Access {
  readonly accessToken: string;
  readonly generation: number;
  /** Equal for all tokens of one sign-in, and different from others. */
  readonly signIn: string;
}

/** The session as calls use it. */
export interface SessionPort {
  /** Resolves with the current access when the session is known; null if no user is signed in. */
  access(): Promise<Access | null>;
  /**
   * Called when the token of `refused` was rejected. Resolves with the next token of the same
   * sign-in, or null if there is none.
   */
  renewed(refused: Access): Promise<Access | null>;
  /** HTTP 402 to a call with the token of `generation`. */
  ended(generation: number): void;
  /** A private call was made without a signed-in user. */
  missed(): void;
}

export interface ApiClientDeps extends HttpCallsDeps {
  readonly session: SessionPort;
  /**
   * Shows a sentence for a moment. `isReadOut`: screen readers need it, because nothing else
   * announces it.
   */
  toast(text: string, isReadOut: boolean): void;
}

/**
 * The display of a refusal. `toast`: only a toast. `inline`: the caller shows it in its
 * place, and a silent toast shows the server's sentence as well (SPEC 8). `silent`: not shown,
 * because no user waits for the answer.
 */
export type Reporting = 'toast' | 'inline' | 'silent';

export interface CallOptions {
  /** Default: toast. A timeout is always shown. */
  readonly reporting?: Reporting;
  /** Refusals that lead to the next step of the user, and are no errors. */
  readonly expected?: readonly ProblemName[];
  readonly signal?: AbortSignal;
  /** The idempotency key and the latest time, for a call with a key. */
  readonly command?: Command;
}

/** The idempotency key of every attempt of one intent; the next intent has its own. */
interface Command {
  readonly key: string;
  /** Value of {@link ApiClient.commandExpiry} at the user's tap. */
  readonly expiresAt: EpochMs;
}

export interface ApiClient {
  /** The latest time for a command of now, see {@link HttpCalls.commandExpiry}. */
  readonly commandExpiry: HttpCalls['commandExpiry'];
  /** Calls an endpoint of the contract. @throws ClientError */
  call<N extends TextEndpointName>(
    name: N,
    request: RequestInput<N>,
    options?: CallOptions,
  ): Promise<ResponseOf<N>>;
  /** Calls with the given token instead of the session's. No refresh, no dialogs, no toast. */
  callWithToken<N extends TextEndpointName>(
    name: N,
    request: RequestInput<N>,
    token: string,
    options?: Pick<Message, 'signal' | 'timeoutMs'>,
  ): Promise<ResponseOf<N>>;
  /** Uploads a picture of a form, which shows its errors itself. @throws ClientError */
  uploadPicture(
    purpose: PicturePurpose,
    file: File,
    options: { readonly signal: AbortSignal; readonly onProgress?: (percent: number) => void },
  ): Promise<UploadedPicture>;
  /** Returns a private picture as bytes. @throws ClientError */
  readPicture(id: string, signal: AbortSignal): Promise<Blob>;
}

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const http = createHttpCalls(deps);

  /** Runs the call, and shows its failure as `options` require. */
  async function ask<T>(
    asking: () => Promise<TransportReply>,
    read: (reply: TransportReply) => Promise<T>,
    options: CallOptions,
  ): Promise<T> {
    try {
      return await read(await asking());
    } catch (error) {
      if (error instanceof ClientError && isToasted(error, options))
        deps.toast(error.msg, options.reporting !== 'inline');
      throw error;
    }
  }

  return {
    commandExpiry: http.commandExpiry,
    async call(name, request, options = {}) {
      const { signal, command } = options;
      const { takesKey }: Endpoint = ENDPOINTS[name];
      assert(
        (takesKey === true) === (command !== undefined),
        `${name}: an idempotency key is missing, or given to a call that takes none`,
      );
      const endpoint = ENDPOINTS[name];
      const isPrivate = endpoint.audience === 'user';
      const message: Message = {
        endpoint,
        request,
        token: null,
        signal,
        idempotencyKey: command?.key,
        // Computed now, because the wait for a token is part of the time.
        ...(isPrivate &&
          endpoint.method === 'POST' && {
            expiresAt: command?.expiresAt ?? http.commandExpiry(),
          }),
      };
      const send = () =>
        isPrivate ? sendPrivately(http, deps.session, message) : http.send(message);
      return (await ask(send, http.dataOf, options)) as ResponseOf<typeof name>;
    },
    async callWithToken(name, request, token, options) {
      const reply = await http.send({ endpoint: ENDPOINTS[name], request, token, ...options });
      return (await http.dataOf(reply)) as ResponseOf<typeof name>;
    },
    async uploadPicture(type, file, options) {
      const endpoint = ENDPOINTS.uploadPicture;
      const message: Message = { endpoint, request: { type, file }, token: null, ...options };
      const shown = { ...options, reporting: 'inline' } as const;
      const data = await ask(() => http.send(message), http.dataOf, shown);
      return data as UploadedPicture;
    },
    readPicture(id, signal) {
      const endpoint = ENDPOINTS.readPicture;
      const message: Message = { endpoint, request: { id }, token: null, signal };
      const send = () => sendPrivately(http, deps.session, message);
      return ask(send, (reply) => pictureIn(http, reply), { signal });
    },
  };
}

/** Returns the picture of a reply. @throws ClientError when it has none */
export async function pictureIn(http: HttpCalls, reply: TransportReply): Promise<Blob> {
  if (reply.body instanceof Blob) return reply.body;
  await http.dataOf(reply);
  throw http.ownError('unexpected_reply');
}

/**
 * Sends with the session's token; on 401 once more with the next one (SPEC 4), with the same latest
 * time.
 */
async function sendPrivately(
  http: HttpCalls,
  session: SessionPort,
  message: Message,
): Promise<TransportReply> {
  let access = await session.access();
  if (access === null) {
    session.missed();
    throw http.ownError('need_login');
  }
  let reply = await http.send({ ...message, token: access.accessToken });
  if (reply.status === 401) {
    const next = await session.renewed(access);
    if (next === null) return reply;
    access = next;
    reply = await http.send({ ...message, token: access.accessToken });
  }
  if (reply.status === 402) session.ended(access.generation);
  return reply;
}

function isToasted(
  { name }: ClientError,
  { signal, reporting = 'toast', expected = [] }: CallOptions,
): boolean {
  if (signal?.aborted === true || expected.includes(name)) return false;
  if (name === 'request_timeout') return true;
  // These errors have a dialog of their own.
  if (name === 'need_login' || name === 'session_ended') return false;
  if (reporting !== 'inline') return reporting === 'toast';
  // Only errors of the server are refusals; a session that is over leads to the sign-in.
  return name !== 'unauthorized' && !Object.hasOwn(CLIENT_ERRORS, name);
}

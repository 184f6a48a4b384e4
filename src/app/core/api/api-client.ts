/** Typed calls of the contract, with access token, language, retries, dialogs and toasts. */
import { assert } from '../../../../contract/assert.ts';
import { CLIENT_ERRORS } from '../../../../contract/errors/catalogue.ts';
import { ENDPOINTS, type Endpoint, type TextEndpointName } from '../../../../contract/endpoints.ts';
import type { RequestInput, ResponseOf } from '../../../../contract/routes.ts';
import type { PicturePurpose, UploadedPicture } from '../../../../contract/schemas/pictures.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import { ClientError } from './client-error.ts';
import { createExchange, type Exchange, type ExchangeDeps, type Message } from './exchange.ts';
import type { TransportReply } from './transport.ts';

/** An access token that a call may carry, and which of the session's tokens it is. */
export interface Access {
  readonly accessToken: string;
  readonly generation: number;
  /** The same for all tokens of one sign-in, and no other. */
  readonly signIn: string;
}

/** What calls ask of the session, and tell it. */
export interface SessionPort {
  /** The current access, once it is known who is signed in; null when nobody is. */
  access(): Promise<Access | null>;
  /** The token of `refused` was refused. Answers the next one of the same sign-in, or null when there is none. */
  renewed(refused: Access): Promise<Access | null>;
  /** HTTP 402 to a call with the token of `generation`. */
  ended(generation: number): void;
  /** A private call was made while nobody is signed in. */
  missed(): void;
}

export interface ApiClientDeps extends ExchangeDeps {
  readonly session: SessionPort;
  /** Shows a sentence for a moment. `isReadOut`: nothing else says it to users of screen readers. */
  toast(text: string, isReadOut: boolean): void;
}

/**
 * Who shows a refusal to the user. toast: nothing else does. "beside": the caller shows it where it belongs, and a
 * toast says the server's sentence besides, for the eyes alone (SPEC 8). nobody: no person waits for the answer.
 */
export type Telling = 'toast' | 'beside' | 'nobody';

export interface CallOptions {
  /** Default: toast. A timeout is said in any case. */
  readonly telling?: Telling;
  readonly signal?: AbortSignal;
  /** Of a call that takes a key: whose wish it is, and until when. */
  readonly command?: Command;
}

/** The idempotency key of every try of one intent; the next intent has its own. */
export interface Command {
  readonly key: string;
  /** As {@link ApiClient.commandExpiry} said when the person asked for it. */
  readonly expiresAt: EpochMs;
}

export interface ApiClient {
  /** The latest time for what the person asks for now, see {@link Exchange.commandExpiry}. */
  readonly commandExpiry: Exchange['commandExpiry'];
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
  /** Sends a picture of a form, which shows what goes wrong. @throws ClientError */
  uploadPicture(
    purpose: PicturePurpose,
    file: File,
    options: { readonly signal: AbortSignal; readonly onProgress?: (percent: number) => void },
  ): Promise<UploadedPicture>;
  /** A private picture as bytes. @throws ClientError */
  readPicture(id: string, signal: AbortSignal): Promise<Blob>;
}

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const exchange = createExchange(deps);

  /** Asks, and says what went wrong as `options` have it. */
  async function ask<T>(
    asking: () => Promise<TransportReply>,
    read: (reply: TransportReply) => Promise<T>,
    { signal, telling = 'toast' }: Pick<CallOptions, 'signal' | 'telling'>,
  ): Promise<T> {
    try {
      return await read(await asking());
    } catch (error) {
      if (error instanceof ClientError && signal?.aborted !== true && isToasted(error, telling))
        deps.toast(error.msg, telling !== 'beside');
      throw error;
    }
  }

  return {
    commandExpiry: exchange.commandExpiry,
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
        // Of now: the wait for a token is a part of the time.
        ...(isPrivate &&
          endpoint.method === 'POST' && {
            expiresAt: command?.expiresAt ?? exchange.commandExpiry(),
          }),
      };
      const send = () =>
        isPrivate ? sendPrivately(exchange, deps.session, message) : exchange.send(message);
      return (await ask(send, exchange.dataOf, options)) as ResponseOf<typeof name>;
    },
    async callWithToken(name, request, token, options) {
      const reply = await exchange.send({ endpoint: ENDPOINTS[name], request, token, ...options });
      return (await exchange.dataOf(reply)) as ResponseOf<typeof name>;
    },
    async uploadPicture(type, file, options) {
      const endpoint = ENDPOINTS.uploadPicture;
      const message: Message = { endpoint, request: { type, file }, token: null, ...options };
      const shown = { ...options, telling: 'beside' } as const;
      const data = await ask(() => exchange.send(message), exchange.dataOf, shown);
      return data as UploadedPicture;
    },
    readPicture(id, signal) {
      const endpoint = ENDPOINTS.readPicture;
      const message: Message = { endpoint, request: { id }, token: null, signal };
      const send = () => sendPrivately(exchange, deps.session, message);
      return ask(send, (reply) => pictureIn(exchange, reply), { signal });
    },
  };
}

/** The picture of a reply. @throws ClientError when it brings none */
export async function pictureIn(exchange: Exchange, reply: TransportReply): Promise<Blob> {
  if (reply.body instanceof Blob) return reply.body;
  await exchange.dataOf(reply);
  throw exchange.ownError('unexpected_reply');
}

/** Sends with the session's token; on 401 once more with the next one (SPEC 4), until the same time. */
async function sendPrivately(
  exchange: Exchange,
  session: SessionPort,
  message: Message,
): Promise<TransportReply> {
  let access = await session.access();
  if (access === null) {
    session.missed();
    throw exchange.ownError('need_login');
  }
  let reply = await exchange.send({ ...message, token: access.accessToken });
  if (reply.status === 401) {
    const next = await session.renewed(access);
    if (next === null) return reply;
    access = next;
    reply = await exchange.send({ ...message, token: access.accessToken });
  }
  if (reply.status === 402) session.ended(access.generation);
  return reply;
}

function isToasted({ name }: ClientError, telling: Telling): boolean {
  if (name === 'request_timeout') return true;
  // These have a dialog of their own.
  if (name === 'need_login' || name === 'session_ended') return false;
  if (telling !== 'beside') return telling === 'toast';
  // What the server has not said is no refusal of its; a session that is over leads to the sign-in.
  return name !== 'unauthorized' && !Object.hasOwn(CLIENT_ERRORS, name);
}

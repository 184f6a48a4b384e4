/** One request and its response: headers, timeouts, and the envelope as a value or an error. */
import { COMMAND_EXPIRY_HEADER } from '../../../../contract/command-headers.ts';
import {
  CLIENT_ERRORS,
  saidBy,
  type ClientErrorName,
} from '../../../../contract/errors/catalog.ts';
import type { Language } from '../../../../contract/languages.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { SECOND_MS, type EpochMs } from '../../../../contract/time.ts';
import { ClientError } from './client-error.ts';
import { readEnvelope } from './read-envelope.ts';
import { createServerTime } from './server-time.ts';
import { TransportFailure, type Transport, type TransportReply } from './transport.ts';

export interface HttpCallsDeps {
  readonly transport: Transport;
  /** Language of the page; its `header` is sent to the server. */
  language(): Pick<Language, 'header'>;
  /** Returns the sentence of a client error synchronously, as there may be no network. */
  failureText(name: ClientErrorName, values: { readonly seconds: number }): string;
  /** Milliseconds since a fixed moment, monotonic. Default: `performance.now()`. */
  elapsedMs?(): number;
}

export interface Message {
  readonly endpoint: { readonly method: 'GET' | 'POST'; readonly path: string };
  readonly request: Readonly<Record<string, string | File | undefined>>;
  /** Null: no token is sent. */
  readonly token: string | null;
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The latest time of the server's clock for any change; not sent if undefined. */
  readonly expiresAt?: EpochMs | undefined;
  /** Headers in addition to those of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the timeout of all calls. */
  readonly timeoutMs?: number;
  /** Called with the sent part, 0 to 100. */
  readonly onProgress?: (percent: number) => void;
}

/** Sends one request and reads its reply, without any policy about sessions or toasts. */
export interface HttpCalls {
  /** @throws ClientError `request_timeout` or `network_failed` */
  send(message: Message): Promise<TransportReply>;
  /** Returns the data of a reply. @throws ClientError when it is a refusal, or no envelope. */
  dataOf(reply: TransportReply): Promise<unknown>;
  /**
   * Returns the latest time of the server's clock for a command of now. Until an answer has had the
   * server's time, it is a time in the past: the command is refused, and the refusal has the time.
   */
  commandExpiry(): EpochMs;
  /** Returns an error that the client itself raises. */
  ownError(name: ClientErrorName, timeoutMs?: number): ClientError;
}

/**
 * From this status on, an answer without a known error name may come from a proxy instead of the
 * server.
 */
const SERVER_FAULT_STATUS = 500;

export function createHttpCalls({
  transport,
  language,
  failureText,
  elapsedMs = () => performance.now(),
}: HttpCallsDeps): HttpCalls {
  const serverTime = createServerTime(elapsedMs);

  function ownError(
    name: ClientErrorName,
    timeoutMs: number = LIMITS.http_timeout_ms,
  ): ClientError {
    const msg = failureText(name, { seconds: timeoutMs / SECOND_MS });
    return new ClientError(name, { code: CLIENT_ERRORS[name], msg });
  }
  return {
    ownError,
    commandExpiry: () => serverTime.reached() + LIMITS.command_valid_ms,
    async send(message) {
      const { endpoint, request, token, idempotencyKey, expiresAt, timeoutMs } = message;
      const { signal, onProgress } = message;
      const { method, path } = endpoint;
      const sentAtMs = elapsedMs();
      try {
        const reply = await transport({
          method,
          path,
          fields: defined(request),
          headers: defined({
            Lang: language().header,
            'X-Requested-With': 'XMLHttpRequest',
            ...message.headers,
            Authorization: token ?? undefined,
            'Idempotency-Key': idempotencyKey,
            [COMMAND_EXPIRY_HEADER]: expiresAt?.toString(),
          }),
          timeoutMs: timeoutMs ?? LIMITS.http_timeout_ms,
          signal,
          onProgress,
        });
        // Public lists may come from the service worker's cache, with an old server time.
        if (token !== null) serverTime.heard(reply.serverTime, sentAtMs);
        return reply;
      } catch (failure) {
        const isTimeout = failure instanceof TransportFailure && failure.reason === 'timeout';
        throw ownError(isTimeout ? 'request_timeout' : 'network_failed', timeoutMs);
      }
    },
    async dataOf({ status, body }) {
      const envelope = readEnvelope(body);
      if (envelope === null) throw ownError('unexpected_reply');
      if (!('error' in envelope)) return envelope.data;
      if (status >= SERVER_FAULT_STATUS && saidBy(envelope.error) !== undefined)
        throw ownError('unexpected_reply');
      throw new ClientError(envelope.error, {
        code: envelope.code,
        msg: envelope.msg,
        fields: envelope.fields,
        retryAfterS: envelope.retry_after_s,
        signed: envelope.signed,
      });
    },
  };
}

/** Returns the fields without undefined ones. */
const defined = <T>(fields: Readonly<Record<string, T | undefined>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, T] => field[1] !== undefined),
  );

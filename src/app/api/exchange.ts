import { CLIENT_ERRORS, saidBy, type ClientErrorName } from '../../../contract/errors/catalogue.ts';
import type { Language } from '../../../contract/languages.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { ClientError } from './client-error.ts';
import { readEnvelope } from './read-envelope.ts';
import { TransportFailure, type Transport, type TransportReply } from './transport.ts';

export interface ExchangeDeps {
  readonly transport: Transport;
  /** That of the page: its `header` is what the server is told. */
  language(): Pick<Language, 'header'>;
  /** The sentence for an error that has none from the server: at once, as there may be no network. */
  failureText(name: ClientErrorName, values: { readonly seconds: number }): string;
}

export interface Message {
  readonly endpoint: { readonly method: 'GET' | 'POST'; readonly path: string };
  readonly request: Readonly<Record<string, string | File | undefined>>;
  /** Null: none is sent. */
  readonly token: string | null;
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Beside those of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: that of all calls. */
  readonly timeoutMs?: number;
  /** Told how much has been sent, 0 to 100. */
  readonly onProgress?: (percent: number) => void;
}

/** One request and what its reply means, without any policy about sessions or toasts. */
export interface Exchange {
  /** @throws ClientError `request_timeout` or `network_failed` */
  send(message: Message): Promise<TransportReply>;
  /** The data of a reply. @throws ClientError when it is a refusal, or no envelope. */
  dataOf(reply: TransportReply): Promise<unknown>;
  /** An error that the server did not answer. */
  ownError(name: ClientErrorName, timeoutMs?: number): ClientError;
}

/** From here on an answer that names no rule of ours is none of the exchange: it may be a proxy's. */
const SERVER_FAULT_STATUS = 500;

export function createExchange({ transport, language, failureText }: ExchangeDeps): Exchange {
  function ownError(
    name: ClientErrorName,
    timeoutMs: number = LIMITS.http_timeout_ms,
  ): ClientError {
    const msg = failureText(name, { seconds: timeoutMs / SECOND_MS });
    return new ClientError(name, { code: CLIENT_ERRORS[name], msg });
  }
  return {
    ownError,
    async send(message) {
      const { endpoint, request, token, signal, idempotencyKey, headers } = message;
      const { timeoutMs, onProgress } = message;
      const { method, path } = endpoint;
      try {
        return await transport({
          method,
          path,
          fields: definedFields(request),
          headers: {
            Lang: language().header,
            'X-Requested-With': 'XMLHttpRequest',
            ...headers,
            ...(token !== null && { Authorization: token }),
            ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
          },
          timeoutMs: timeoutMs ?? LIMITS.http_timeout_ms,
          ...(signal && { signal }),
          ...(onProgress && { onProgress }),
        });
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
        ...(envelope.fields && { fields: envelope.fields }),
        ...(envelope.retry_after_s !== undefined && { retryAfterS: envelope.retry_after_s }),
      });
    },
  };
}

function definedFields(request: Message['request']): Record<string, string | File> {
  const fields: Record<string, string | File> = {};
  for (const [name, value] of Object.entries(request))
    if (value !== undefined) fields[name] = value;
  return fields;
}

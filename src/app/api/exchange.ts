import type { ClientErrorName } from '../../../contract/errors/catalogue.ts';
import type { Locale } from '../../../contract/languages.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ClientError } from './client-error.ts';
import { readEnvelope } from './read-envelope.ts';
import { TransportFailure, type Transport, type TransportReply } from './transport.ts';

export interface ExchangeDeps {
  readonly transport: Transport;
  locale(): Locale;
}

export interface Message {
  readonly endpoint: { readonly method: 'GET' | 'POST'; readonly path: string };
  readonly request: Readonly<Record<string, string | undefined>>;
  /** Null: none is sent. */
  readonly token: string | null;
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Default: that of all calls. */
  readonly timeoutMs?: number;
}

/** One request and what its reply means, without any policy about sessions or toasts. */
export interface Exchange {
  /** @throws ClientError `request_timeout` or `network_failed` */
  send(message: Message): Promise<TransportReply>;
  /** The data of a reply. @throws ClientError when it is a refusal, or no envelope. */
  dataOf(reply: TransportReply): Promise<unknown>;
}

/** An error that the server did not answer. Its sentence would have to be loaded, over the same network. */
export const ownError = (name: ClientErrorName) => new ClientError(name, { code: 0, msg: '' });

export function createExchange({ transport, locale }: ExchangeDeps): Exchange {
  return {
    async send({ endpoint: { method, path }, request, token, signal, idempotencyKey, timeoutMs }) {
      try {
        return await transport({
          method,
          path,
          fields: definedFields(request),
          headers: {
            Lang: locale(),
            'X-Requested-With': 'XMLHttpRequest',
            ...(token !== null && { Authorization: token }),
            ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
          },
          timeoutMs: timeoutMs ?? LIMITS.http_timeout_ms,
          ...(signal && { signal }),
        });
      } catch (failure) {
        const isTimeout = failure instanceof TransportFailure && failure.reason === 'timeout';
        throw ownError(isTimeout ? 'request_timeout' : 'network_failed');
      }
    },
    async dataOf({ body }) {
      const envelope = readEnvelope(body);
      if (envelope === null) throw ownError('unexpected_reply');
      if (!('error' in envelope)) return envelope.data;
      throw new ClientError(envelope.error, {
        code: envelope.code,
        msg: envelope.msg,
        ...(envelope.fields && { fields: envelope.fields }),
        ...(envelope.retry_after_s !== undefined && { retryAfterS: envelope.retry_after_s }),
      });
    },
  };
}

function definedFields(request: Message['request']): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(request))
    if (value !== undefined) fields[name] = value;
  return fields;
}

import { TransportFailure, type Transport } from './transport.ts';

/**
 * A transport by the browser's own `fetch`, for reading calls above all: the first screens read before
 * they write, and their script budget has no room for more.
 */
export function createFetchTransport(baseUrl = ''): Transport {
  return async ({ method, path, fields, headers, timeoutMs, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const form = new URLSearchParams(fields);
    const query = method === 'GET' && form.size > 0 ? `?${form.toString()}` : '';
    try {
      const reply = await fetch(`${baseUrl}${path}${query}`, {
        method,
        headers,
        ...(method === 'POST' && { body: form }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return { status: reply.status, body: parse(await reply.text()) };
    } catch (cause) {
      throw new TransportFailure(timeout.aborted ? 'timeout' : 'network', { cause });
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import { TransportFailure, type Transport } from './transport.ts';

/**
 * A transport for reading calls by the browser's own `fetch`: the first screens read before they
 * write, and their script budget has no room for more.
 */
export function createFetchTransport(baseUrl = ''): Transport {
  return async ({ path, fields, headers, timeoutMs, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const query = new URLSearchParams(fields).toString();
    try {
      const reply = await fetch(`${baseUrl}${path}${query === '' ? '' : `?${query}`}`, {
        headers,
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

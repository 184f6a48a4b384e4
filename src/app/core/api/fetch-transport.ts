/** The `fetch` transport of GET calls, small enough for the first screens. */
import { SERVER_TIME_HEADER } from '../../../../contract/command-headers.ts';
import { TransportFailure, type Transport, type TransportRequest } from './transport.ts';

/**
 * Creates a transport by the browser's own `fetch`, mostly for reading calls: the first screens
 * read before they write, and their script budget has no room for more.
 */
export function createFetchTransport(baseUrl = ''): Transport {
  return async ({ method, path, fields, headers, timeoutMs, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const query = method === 'GET' ? queryOf(fields) : '';
    try {
      const reply = await fetch(`${baseUrl}${path}${query}`, {
        method,
        headers,
        ...(method === 'POST' && { body: formOf(fields) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const isPicture = reply.headers.get('content-type')?.startsWith('image/') ?? false;
      const body = isPicture ? await reply.blob() : parse(await reply.text());
      return { status: reply.status, body, serverTime: reply.headers.get(SERVER_TIME_HEADER) };
    } catch (cause) {
      throw new TransportFailure(timeout.aborted ? 'timeout' : 'network', { cause });
    }
  };
}

type Fields = TransportRequest['fields'];

/** Text fields are sent URL-encoded; a file needs a multipart form. */
function formOf(fields: Fields): FormData | URLSearchParams {
  const entries = Object.entries(fields);
  const hasFile = entries.some(([, value]) => typeof value !== 'string');
  const form = hasFile ? new FormData() : new URLSearchParams();
  for (const [name, value] of entries) form.append(name, value as string);
  return form;
}

function queryOf(fields: Fields): string {
  const query = String(formOf(fields));
  return query === '' ? '' : `?${query}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One call over HTTP as it is written on the wire, for tables of calls of any audience. */
import type { ErrorName } from '../../../../contract/errors/catalog.ts';
import { newClientAddress } from '../../../support/servers/client-address.ts';
import { newKey } from '../../../support/idempotency-key.ts';
import type { Fields } from './access-table.ts';
import { quickFetch } from '../../../support/servers/quick-fetch.ts';

export interface AskedCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly takesKey?: true;
}

interface Answer {
  readonly status: number;
  readonly cacheControl: string | null;
  readonly text: string;
  /** The error name; undefined for a success. */
  readonly error: ErrorName | undefined;
}

/**
 * Sends each request from its own address, so that no limit per address hides a response; the server is
 * started with `TRUST_PROXY=loopback`.
 * @param authorization undefined sends none.
 */
export async function ask(
  origin: string,
  { method, path, takesKey }: AskedCall,
  fields: Fields,
  authorization: string | undefined,
): Promise<Answer> {
  const form = new URLSearchParams(fields);
  const query = method === 'GET' && form.size > 0 ? `?${form.toString()}` : '';
  const response = await quickFetch(`${origin}${path}${query}`, {
    method,
    headers: {
      ...newClientAddress(),
      lang: 'en-US',
      ...(authorization !== undefined && { authorization }),
      ...(takesKey && { 'idempotency-key': newKey() }),
    },
    ...(method === 'POST' && { body: form }),
  });
  const { text } = response;
  const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as { error?: ErrorName };
  const cacheControl = response.header('cache-control');
  return { status: response.status, cacheControl, text, error };
}

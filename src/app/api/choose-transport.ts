import { createFetchTransport } from './fetch-transport.ts';
import type { Transport } from './transport.ts';

const loadAxios = () => import('./axios-transport.ts');

/**
 * Reads by `fetch`, writes by axios, whose script is loaded with the first write. Browsers may remember
 * for as long as a page is open that a script did not come: meanwhile writes go by `fetch` too, so that a
 * network that is back is enough to try again.
 */
export function createTransport(load = loadAxios, baseUrl = ''): Transport {
  const simple = createFetchTransport(baseUrl);
  let writing: Promise<Transport> | undefined;

  async function begin(): Promise<Transport> {
    try {
      return (await load()).createAxiosTransport(baseUrl);
    } catch {
      writing = undefined;
      return simple;
    }
  }

  return async (request) =>
    request.method === 'GET' ? simple(request) : (await (writing ??= begin()))(request);
}

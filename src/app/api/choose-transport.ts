import { createFetchTransport } from './fetch-transport.ts';
import type { Transport } from './transport.ts';

/** Reads by `fetch`, writes by axios, whose script is loaded with the first write. */
export function createTransport(): Transport {
  const read = createFetchTransport();
  let loading: Promise<Transport> | undefined;

  async function load(): Promise<Transport> {
    try {
      return (await import('./axios-transport.ts')).createAxiosTransport();
    } catch (error) {
      // No network: the next write tries again.
      loading = undefined;
      throw error;
    }
  }

  return async (request) =>
    request.method === 'GET' ? read(request) : (await (loading ??= load()))(request);
}

/** Chooses the transport: `fetch` for GET calls, axios for POST calls, loaded with the first one. */
import { LIMITS } from '../../../../contract/limits.ts';
import { createFetchTransport } from './fetch-transport.ts';
import { TransportFailure, type Transport } from './transport.ts';

const loadAxios = () => import('./axios-transport.ts');

/**
 * Reads by `fetch`, writes by axios, whose script is loaded with the first write. Browsers may
 * cache a failed script load while a page is open. Until axios is loaded, POST calls use `fetch`
 * too, so that a retry works as soon as the network is back. A write whose script loads too slowly
 * is not sent, because only the user knows whether it is still wanted.
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
    request.method === 'GET' ? simple(request) : (await inTime((writing ??= begin())))(request);
}

/** @throws TransportFailure when it takes longer than a command may wait */
async function inTime(writing: Promise<Transport>): Promise<Transport> {
  const begunAtMs = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LIMITS.command_valid_ms);
  });
  const transport = await Promise.race([writing, late]);
  clearTimeout(timer);
  // Reads the clock as well, because timers do not run in a frozen page.
  if (transport === undefined || Date.now() - begunAtMs > LIMITS.command_valid_ms)
    throw new TransportFailure('timeout');
  return transport;
}

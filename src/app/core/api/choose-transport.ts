/** Chooses the transport: `fetch` for GET calls, axios for POST calls, loaded with the first one. */
import { LIMITS } from '../../../../contract/limits.ts';
import { createFetchTransport } from './fetch-transport.ts';
import { TransportFailure, type Transport } from './transport.ts';

const loadAxios = () => import('./axios-transport.ts');

/**
 * Reads by `fetch`, writes by axios, whose script is loaded with the first write. Browsers may remember
 * for as long as a page is open that a script did not come: until then POST calls use `fetch` too, so that a
 * network that is back is enough to try again. A write whose script is long in coming is not sent when it
 * comes: by then only the person knows whether it is still wanted.
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
  // The clock tells also where timers stood still, as in a page that was frozen.
  if (transport === undefined || Date.now() - begunAtMs > LIMITS.command_valid_ms)
    throw new TransportFailure('timeout');
  return transport;
}

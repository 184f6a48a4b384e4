/** Both transports against a real HTTP server. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { createAxiosTransport } from '../../../src/app/core/api/axios-transport.ts';
import { createTransport } from '../../../src/app/core/api/choose-transport.ts';
import { createFetchTransport } from '../../../src/app/core/api/fetch-transport.ts';
import type { Transport, TransportRequest } from '../../../src/app/core/api/transport.ts';

let server: Server;
let origin = '';

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Echoes the request; `/silent` never answers, `/page` answers with HTML and 502. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.url?.startsWith('/silent')) return;
    if (request.url?.startsWith('/page')) return response.writeHead(502).end('<html>');
    const { method, url, headers } = request;
    const body = await bodyOf(request);
    return response
      .writeHead(401, { 'content-type': 'application/json', 'server-time': '1800000000000' })
      .end(
        JSON.stringify({ method, url, lang: headers['lang'], kind: headers['content-type'], body }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const request = (method: 'GET' | 'POST', path: string, timeoutMs = 10_000): TransportRequest => ({
  method,
  path,
  fields: { account: 'a+b@ü.de', empty: '' },
  headers: { Lang: 'de-DE' },
  timeoutMs,
});

const transports: readonly (readonly ['GET' | 'POST', string, (origin: string) => Transport])[] = [
  ['GET', 'fetch', createFetchTransport],
  ['POST', 'axios', createAxiosTransport],
  ['POST', 'fetch', createFetchTransport],
];

describe.each(transports)('%s by %s', (method, _, create) => {
  test('returns status, body and the server time of any reply', async () => {
    const { status, body, serverTime } = await create(origin)(request(method, '/x'));

    expect(status).toBe(401);
    expect(serverTime).toBe('1800000000000');
    expect(body).toMatchObject({ method, lang: 'de-DE' });
  });

  test('returns the text of a reply that is no JSON', async () => {
    expect(await create(origin)(request(method, '/page'))).toMatchObject({
      status: 502,
      body: '<html>',
    });
  });

  test('gives up in time', async () => {
    await expect(create(origin)(request(method, '/silent', 20))).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  test('reports a missing network', async () => {
    await expect(create('http://127.0.0.1:1')(request(method, '/x'))).rejects.toMatchObject({
      reason: 'network',
    });
  });

  test('can be aborted', async () => {
    const signal = AbortSignal.abort();

    await expect(create(origin)({ ...request(method, '/x'), signal })).rejects.toMatchObject({
      reason: 'network',
    });
  });
});

test('sends fields of a GET in the query', async () => {
  const { body } = await createFetchTransport(origin)(request('GET', '/x'));

  expect(body).toMatchObject({ url: '/x?account=a%2Bb%40%C3%BC.de&empty=' });
});

test('sends fields of a POST as form data', async () => {
  const { body } = await createAxiosTransport(origin)(request('POST', '/x'));

  expect(body).toMatchObject({
    url: '/x',
    kind: expect.stringContaining('multipart/form-data'),
    body: expect.stringMatching(/name="account"\s+a\+b@ü\.de/),
  });
});

describe('a write whose axios script', () => {
  const axios = { createAxiosTransport };
  const kindOf = async (transport: Transport) => {
    const { body } = await transport(request('POST', '/x'));
    return (body as { readonly kind: string }).kind.split(';')[0];
  };

  test('has loaded goes through axios, which is loaded once', async () => {
    const load = vi.fn(() => Promise.resolve(axios));
    const transport = createTransport(load, origin);
    await transport(request('GET', '/x'));
    expect(load).not.toHaveBeenCalled();

    expect([await kindOf(transport), await kindOf(transport)]).toEqual([
      'multipart/form-data',
      'multipart/form-data',
    ]);
    expect(load).toHaveBeenCalledOnce();
  });

  test('did not load goes through fetch until it loads', async () => {
    let isThere = false;
    const load = () => (isThere ? Promise.resolve(axios) : Promise.reject(new Error('no script')));
    const transport = createTransport(load, origin);

    expect(await kindOf(transport)).toBe('application/x-www-form-urlencoded');
    isThere = true;
    expect(await kindOf(transport)).toBe('multipart/form-data');
  });

  test('loads slowly is given up, and is not sent once the script loads', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      const script = Promise.withResolvers<{ createAxiosTransport: () => Transport }>();
      const sent = vi.fn<Transport>(async () => ({ status: 200, body: null }));
      const transport = createTransport(() => script.promise, origin);
      const answer = transport(request('POST', '/x')).catch((failure: unknown) => failure);
      await vi.advanceTimersByTimeAsync(LIMITS.command_valid_ms + 1);
      script.resolve({ createAxiosTransport: () => sent });
      expect(await answer).toMatchObject({ reason: 'timeout' });
      expect(sent).not.toHaveBeenCalled();

      await transport(request('POST', '/y'));
      expect(sent).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});

/** Long responses are compressed if the caller accepts it. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => giveBack(server));

/** Returns the bytes as sent, because `fetch` would unpack them. */
async function read(path: string, acceptEncoding: string, method = 'GET') {
  const headers = { 'accept-encoding': acceptEncoding };
  const sent = request(`${server.origin}${path}`, { headers, method }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { headers: response.headers, body: Buffer.concat(chunks) };
}

const long = ENDPOINTS.listAreas.path;

test.each(['gzip', 'br;q=0.5, GZIP', 'deflate, gzip;q=0.3'])(
  'answers are compressed for %j',
  async (accepted) => {
    const plain = await read(long, 'identity');
    const packed = await read(long, accepted);
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.body.length * 3).toBeLessThan(plain.body.length);
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect((await read(long, accepted, 'HEAD')).body).toHaveLength(0);
  },
);

test.each(['', 'identity', 'gzip;q=0', 'gzip;q=0.0', 'br', 'xgzip'])(
  'answers are not compressed for %j',
  async (accepted) => {
    const { headers, body } = await read(long, accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body.toString())).toMatchObject({ code: 1 });
  },
);

test('short answers are not compressed', async () => {
  const { headers } = await read(`${ENDPOINTS.getSetting.path}?key=service_url`, 'gzip');
  expect(headers['content-encoding']).toBeUndefined();
});

describe.each(['/openapi.json', '/limits.json', '/errors.json', '/state-machines.json'])(
  'the document %s',
  (path) => {
    test('is compressed in the best format that the client accepts', async () => {
      const plain = await read(path, 'identity');
      const [br, zipped] = [await read(path, 'gzip, br'), await read(path, 'gzip, br;q=0')];

      expect(br.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(br.body)).toEqual(plain.body);
      expect(zipped.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(zipped.body)).toEqual(plain.body);
      expect(br.headers).toMatchObject({ vary: 'accept-encoding', etag: plain.headers.etag });
    });

    test('is not sent again to a client that has it', async () => {
      const etag = (await fetch(`${server.origin}${path}`)).headers.get('etag') ?? '';
      const ask = (kept: string) =>
        fetch(`${server.origin}${path}`, { headers: { 'if-none-match': kept } });

      expect((await ask(etag)).status).toBe(304);
      expect(await (await ask(`"other", ${etag.replace('W/', '')}`)).text()).toBe('');
      expect((await ask('"other"')).status).toBe(200);
    });
  },
);

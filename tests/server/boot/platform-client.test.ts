/** The built app as browsers get it: cached files, revalidated files, and every page of the app. */
import type { FastifyInstance } from 'fastify';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../../server/boot/roles/app.ts';
import type { Handlers } from '../../../server/kit/http/handlers.ts';
import { CallGuard } from '../../../server/edge/http/call-guard.ts';
import { loadMessages } from '../../../server/edge/http/messages.ts';
import { createLog } from '../../../server/kit/log.ts';
import { OpenPort } from '../../../server/kit/net/open-port.ts';
import { ROUTES } from '../../../src/app/router/routes.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const PAGE = '<!doctype html><title>Meridian</title>';
const SCRIPT = `export const words = '${'word '.repeat(400)}';`;
const folders = temporaryFolders();
const html = { accept: 'text/html,application/xhtml+xml' };

/** The application over `clientFolder`; the tests call no API, so no call has a handler. */
function appOver(clientFolder: string): Promise<FastifyInstance> {
  return buildApp({
    handlers: {} as Handlers,
    authenticate: () => Promise.reject(new Error('not asked here')),
    clock: { now: () => 0 },
    say: loadMessages(),
    guard: new CallGuard(),
    gateway: { handleUpgrade: (_request, socket) => void socket.destroy() },
    mailbox: undefined,
    log: createLog('silent'),
    port: new OpenPort(() => undefined),
    clientFolder,
    publicOrigins: [],
    trustProxy: false,
    passwordProfile: 'spec',
    ledgerHead: () => ({ id: 0, hash: '', closedAtMs: 0 }),
    indexKey: undefined,
  });
}

let app: FastifyInstance;
beforeAll(async () => {
  const folder = folders.make();
  mkdirSync(path.join(folder, 'assets'));
  mkdirSync(path.join(folder, '.vite'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  writeFileSync(path.join(folder, 'sw.js'), 'self.skipWaiting();');
  writeFileSync(path.join(folder, 'logo.svg'), '<svg/>');
  writeFileSync(path.join(folder, '.vite', 'manifest.json'), '{}');
  writeFileSync(path.join(folder, 'assets', 'main-4f2a.js'), SCRIPT);
  writeFileSync(path.join(folder, 'assets', 'main-4f2a.js.br'), brotliCompressSync(SCRIPT));
  app = await appOver(folder);
});
afterAll(async () => {
  await app.close();
  folders.removeAll();
});

test.each([
  '/',
  '/coinKline?id=1&symbol=BTC',
  '/a/deep/unknown/page',
  ...ROUTES.map((route) => route.path),
])('a browser that opens %s gets the app, revalidated on each load', async (url) => {
  const response = await app.inject({ url, headers: html });
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe(PAGE);
  expect(response.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  });
});

test('a hashed file is cached for a year, and sent compressed to clients that accept it', async () => {
  const url = '/assets/main-4f2a.js';
  const plain = await app.inject({ url });
  const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(plain.body).toBe(SCRIPT);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': plain.headers['content-type'],
    vary: expect.stringContaining('accept-encoding') as string,
  });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(SCRIPT);
});

test('the service worker is revalidated on each load, a picture once a day', async () => {
  const worker = await app.inject({ url: '/sw.js' });
  const picture = await app.inject({ url: '/logo.svg' });
  expect(worker.headers['cache-control']).toBe('no-cache');
  expect(worker.headers['content-type']).toMatch(/javascript/);
  expect(picture.headers['cache-control']).toBe('public, max-age=86400');
});

test('a question about a file alone gets its headers and no bytes', async () => {
  const { statusCode, headers, body } = await app.inject({
    method: 'HEAD',
    url: '/assets/main-4f2a.js',
  });
  expect([statusCode, headers['content-length'], body]).toEqual([200, String(SCRIPT.length), '']);
});

test('an unchanged file is not sent again', async () => {
  const first = await app.inject({ url: '/sw.js' });
  const again = await app.inject({
    url: '/sw.js',
    headers: { 'if-none-match': String(first.headers['etag']) },
  });
  expect(again.statusCode).toBe(304);
});

test.each([{ accept: '*/*' }, {}, { accept: 'text/*;q=0.5' }])(
  'a program that opens a page with %j gets the page',
  async (headers) => {
    for (const url of ['/login', '/register?invite=1', '/home']) {
      const response = await app.inject({ url, headers });
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe(PAGE);
    }
  },
);

test('well-known root paths are served as files', () => {
  const read = (name: string) => readFileSync(path.join('public', name));
  expect(read('favicon.ico').subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
  expect(read('robots.txt').toString()).toContain('Disallow: /api/');
});

describe('there is no page for', () => {
  test.each([
    ['/assets/gone-1a2b.js', html],
    ['/pictures/none.png', html],
    ['/market', { accept: 'application/json' }],
    ['/market', { accept: 'application/json, text/plain, */*' }],
    ['/api/public/nothing', { accept: '*/*' }],
    ['/wp-login.php', { accept: '*/*' }],
    ['/.vite/manifest.json', {}],
    ['/assets/', {}],
    ['/../package.json', {}],
    ['/..%2f..%2fpackage.json', {}],
    ['/assets/..%2f..%2f..%2fetc%2fpasswd', {}],
  ])('%s with %j', async (url, headers) => {
    const response = await app.inject({ url, headers });
    expect(response.json()).toMatchObject({ error: 'route_not_found', data: null });
    expect(response.statusCode).toBe(404);
  });

  test('a POST', async () => {
    const response = await app.inject({ method: 'POST', url: '/home', headers: html });
    expect(response.json()).toMatchObject({ error: 'route_not_found' });
  });
});

test('a missing page of the build is logged, and the server keeps running', async () => {
  const empty = await appOver(folders.make());
  const response = await empty.inject({ url: '/home', headers: html });
  expect(response.statusCode).toBe(503);
  expect(response.json()).toMatchObject({ error: 'service_unavailable' });
  await empty.close();
});

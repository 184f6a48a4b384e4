/** The upload call itself: its form, its limits, and the end of unused pictures. */
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { ERRORS } from '../../../contract/errors/catalog.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../../contract/time.ts';
import { dataOf, errorOf, signUp } from '../../support/users/accounts.ts';
import { readPicture, somePicture, upload } from '../../support/pictures.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SEED: 'none', TRUST_PROXY: 'loopback' } });
});
afterAll(() => server.stop());

const { path: UPLOAD } = ENDPOINTS.uploadPicture;
const picture = await somePicture();
let addresses = 0;
const newAddress = (): Record<string, string> => ({ 'x-forwarded-for': `10.3.0.${++addresses}` });

async function post(
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<{ status: number; error?: ErrorName; fields?: string[] }> {
  const response = await fetch(`${server.origin}${UPLOAD}`, {
    method: 'POST',
    headers: { ...newAddress(), ...headers },
    body,
  });
  const { error, fields } = (await response.json()) as { error?: ErrorName; fields?: string[] };
  return { status: response.status, ...(error && { error }), ...(fields && { fields }) };
}

const part = (name: string, content: string | Uint8Array, head = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from('--b--\r\n');
const TYPE = part('type', 'real_name');
const FILE = part('file', picture, '; filename="a.jpg"\r\nContent-Type: image/jpeg');
const multipart = (...parts: readonly Buffer[]) =>
  post(new Uint8Array(Buffer.concat(parts)), { 'content-type': 'multipart/form-data; boundary=b' });
const invalid = (...fields: string[]) => ({ status: 400, error: 'invalid_request', fields });

describe('the form', () => {
  test('may have its parts in any order, and a name in any spelling', async () => {
    expect(await multipart(TYPE, FILE, END)).toEqual({ status: 200 });
    expect(await multipart(FILE, TYPE, END)).toEqual({ status: 200 });
    const named = part('file', picture, `; filename*=UTF-8''%F0%9F%90%B1.jpg`);
    expect(await multipart(TYPE, named, END)).toEqual({ status: 200 });
    const quoted = { 'content-type': 'multipart/form-data; boundary="b"' };
    expect(await post(new Uint8Array(Buffer.concat([TYPE, FILE, END])), quoted)).toEqual({
      status: 200,
    });
  });

  test.each([
    ['no file', [TYPE, END], ['file']],
    ['no purpose', [FILE, END], ['type']],
    ['a purpose that does not exist', [part('type', 'passport'), FILE, END], ['type']],
    ['the file as text', [TYPE, part('file', 'text'), END], ['file']],
    ['two files', [TYPE, FILE, FILE, END], ['file']],
    ['the purpose as a file', [part('type', 'real_name', '; filename="a"'), FILE, END], ['type']],
    ['another file', [TYPE, FILE, part('more', 'x', '; filename="a"'), END], ['more']],
    ['an unknown field', [TYPE, FILE, part('is_admin', '1'), END], ['is_admin']],
    [
      'a field named like a property of objects',
      [TYPE, FILE, part('__proto__', '1'), END],
      ['__proto__'],
    ],
    ['bytes that are not UTF-8', [part('type', Buffer.from([0xff, 0xfe])), FILE, END], ['type']],
    ['no end', [TYPE, FILE], []],
    ['an end in the middle of a part', [TYPE, FILE.subarray(0, 120)], []],
    ['nothing', [], []],
    ['an end alone', [END], ['type', 'file']],
    ['something before it', [Buffer.from('preamble\r\n'), TYPE, FILE, END], []],
    ['a part without a name', [Buffer.from('--b\r\nX: y\r\n\r\nz\r\n'), TYPE, FILE, END], []],
    ['a part with long headers', [part('type', 'x', `"${'y'.repeat(4_000)}`), FILE, END], []],
    ['many parts', [...Array.from({ length: 1_000 }, (_, at) => part(`f${at}`, '')), END], []],
  ])('with %s is refused', async (_name, parts, fields) => {
    expect(await multipart(...parts)).toEqual(invalid(...fields));
  });

  test('without a boundary, of another type, or in the query is refused', async () => {
    const body = new Uint8Array(Buffer.concat([TYPE, FILE, END]));
    expect(await post(body, { 'content-type': 'multipart/form-data' })).toEqual(invalid());
    expect(await post('{}', { 'content-type': 'application/json' })).toMatchObject({
      error: 'unsupported_media_type',
    });
    expect(await post(body, { 'content-type': 'image/jpeg' })).toMatchObject({
      error: 'unsupported_media_type',
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post('type=real_name&file=x', form)).toEqual(invalid('file'));
    expect(await post(`type=real_name&file=${'x'.repeat(100_000)}`, form)).toMatchObject({
      error: 'payload_too_large',
    });
  });

  test('is read in linear time, whatever its content', async () => {
    const long = '\r\n--'.repeat(1_500_000);
    const started = performance.now();
    await multipart(TYPE, part('file', long, '; filename="a"'), END);
    await multipart(Buffer.from(`--b\r\n${'x-a: b\r\n'.repeat(800_000)}`), END);
    // A reader that scans the same bytes repeatedly takes minutes.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('a picture that is too large', () => {
  test.each([
    ['by a byte', LIMITS.picture_bytes_max + 1],
    ['with its form', LIMITS.picture_bytes_max + LIMITS.body_bytes_max],
    ['by far', 3 * LIMITS.picture_bytes_max],
  ])('%s is refused, and the sender gets the reason', async (_name, byteCount) => {
    const answer = await multipart(
      TYPE,
      part('file', new Uint8Array(byteCount), '; filename="a"'),
      END,
    );
    expect(answer).toEqual({ status: ERRORS.file_too_large.httpStatus, error: 'file_too_large' });
  });

  test('is refused without a declared length', async () => {
    const chunks = [
      TYPE,
      part('file', new Uint8Array(LIMITS.picture_bytes_max + 1), '; filename="a"'),
    ];
    const response = await fetch(`${server.origin}${UPLOAD}`, {
      method: 'POST',
      headers: { ...newAddress(), 'content-type': 'multipart/form-data; boundary=b' },
      body: Readable.toWeb(Readable.from([...chunks, END])),
      duplex: 'half',
    } as RequestInit);
    expect(await response.json()).toMatchObject({ error: 'file_too_large' });
  });

  test('of exactly the limit is not refused for its size', async () => {
    const bytes = new Uint8Array(LIMITS.picture_bytes_max);
    expect(await multipart(TYPE, part('file', bytes, '; filename="a"'), END)).toMatchObject({
      error: 'unsupported_file_format',
    });
  });
});

test('a picture that does not exist is answered with an envelope', async () => {
  const { accessToken } = await signUp(server, 'pictures@example.com');
  const response = await readPicture(server, randomUUID(), accessToken);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toMatchObject({ error: 'picture_not_found' });
});

describe('limits', () => {
  test('so many uploads an hour are accepted from one address, whatever their outcome', async () => {
    const from = newAddress();
    const form = { ...from, 'content-type': 'application/x-www-form-urlencoded' };
    for (let sent = 0; sent < LIMITS.picture_uploads_per_address_per_hour; sent++)
      expect(await post('type=x', form)).toMatchObject({ error: 'invalid_request' });
    expect(await post('type=x', form)).toMatchObject({ status: 429, error: 'rate_limited' });
    expect(errorOf(await upload(server, picture, 'chat', { headers: from }))).toBe('rate_limited');
    expect(
      errorOf(await upload(server, picture, 'chat', { headers: newAddress() })),
    ).toBeUndefined();
  });

  test('one slow address does not block others', async () => {
    const from = newAddress();
    const slow = await Promise.all(Array.from({ length: 6 }, () => beginUpload(from)));
    const send = (headers: Record<string, string>) => upload(server, picture, 'chat', { headers });
    expect(errorOf(await send(from))).toBe('service_unavailable');
    expect(errorOf(await send(newAddress()))).toBeUndefined();
    for (const socket of slow) socket.destroy();
    await eventually(async () => expect(errorOf(await send(from))).toBeUndefined());
  });
});

/** A connection with half a request that the server has read. */
async function beginUpload(headers: Record<string, string>): Promise<Socket> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  const lines = [
    `POST ${UPLOAD} HTTP/1.1`,
    'Host: x',
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 100000',
    'Expect: 100-continue',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

describe('an unused picture', () => {
  const folder = () => path.join(server.dataDir, 'pictures');
  const files = () =>
    existsSync(folder())
      ? readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((one) =>
          one.isFile(),
        )
      : [];

  test('is deleted when its ticket ends, and so is a file that a crash left without a row', async () => {
    const { expires_at: expiresAt } = dataOf(
      await upload(server, picture, 'chat', { headers: newAddress() }),
    );
    const orphan = randomUUID();
    const shard = path.join(folder(), orphan.slice(0, 2));
    mkdirSync(shard, { recursive: true });
    writeFileSync(path.join(shard, orphan), 'left by a crash');
    utimesSync(path.join(shard, orphan), expiresAt / SECOND_MS, expiresAt / SECOND_MS);
    expect(files().length).toBeGreaterThan(1);
    await server.controlAdvance(LIMITS.picture_ticket_valid_ms);
    await eventually(() => expect(files().map(({ name }) => name)).toEqual([orphan]));
    await server.controlAdvance(2 * HOUR_MS);
    await eventually(() => expect(files()).toEqual([]));
  });
});

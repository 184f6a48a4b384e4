/** Every call of the route table with every possible fault of a request. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { ERRORS } from '../../../contract/errors/catalog.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ROUTES } from '../../../contract/routes.ts';
import { signUp } from '../../support/users/accounts.ts';
import { VALID } from '../../support/servers/valid-requests.ts';
import type { TextCallName } from '../../support/servers/valid-requests.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let token = '';
let refreshToken = '';

beforeAll(async () => {
  server = await borrowServer();
  ({ accessToken: token, refreshToken } = await signUp(server, 'edge@example.com'));
});
afterAll(() => giveBack(server));

const names = Object.keys(VALID) as TextCallName[];
/** Required fields in which an empty text is a value. */
const CLEARED_BY_EMPTY: Partial<Record<TextCallName, readonly string[]>> = {
  amendLeverTargets: ['take_profit', 'stop_loss'],
};
const posts = names.filter((name) => ENDPOINTS[name].method === 'POST');
const closed = names.filter((name) => ENDPOINTS[name].audience !== 'anonymous');

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { code: number; msg: string; data: unknown; error?: ErrorName; fields?: string[] };
}

/** Sends `text` as query or urlencoded body, with the token that the call requires. */
async function send(name: EndpointName, text: string, init: RequestInit = {}): Promise<Answer> {
  const { method, path, audience } = ENDPOINTS[name];
  const headers = new Headers(init.headers);
  if (audience !== 'anonymous' && !headers.has('authorization'))
    headers.set('authorization', audience === 'user' ? token : refreshToken);
  if (method === 'POST' && !headers.has('content-type') && init.body === undefined)
    headers.set('content-type', 'application/x-www-form-urlencoded');
  return ask(method === 'GET' && text !== '' ? `${path}?${text}` : path, {
    method,
    ...(method === 'POST' && { body: text }),
    ...init,
    headers,
  });
}

let asked = 0;
/** Sends each request from its own address, so that no limit per address hides a response. */
async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  asked += 1;
  const headers = new Headers(init.headers);
  headers.set('x-forwarded-for', `10.1.${asked >> 8}.${asked & 255}`);
  const response = await fetch(`${server.origin}${path}`, { ...init, headers });
  const text = await response.text();
  expect(text).not.toMatch(/\bat .*\.(?:ts|js|mjs):\d|node_modules|\bselect .* from\b/i);
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(text) as Answer['body'],
  };
}

/** Expects the envelope of exactly this refusal. */
function expectRefusal({ status, headers, body }: Answer, error: ErrorName): void {
  const { code, httpStatus } = ERRORS[error];
  expect(body).toMatchObject({ code, error, data: null });
  expect(body.msg).not.toBe('');
  expect(status).toBe(httpStatus);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('cache-control')).toBe('no-store');
}

const formOf = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

/** Requests under way at once. */
const AT_ONCE = 8;

/** Runs `calls` concurrently and reports the failures of all together. */
async function eachOf(
  calls: readonly TextCallName[],
  attempt: (name: TextCallName) => Promise<void>,
): Promise<void> {
  expect(calls.length).toBeGreaterThan(0);
  const waiting = [...calls];
  const failures: string[] = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      try {
        await attempt(name);
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(failures).toEqual([]);
}

/** The valid request of a call, followed by `extra`. */
const joined = (name: TextCallName, extra: string): string =>
  [formOf(VALID[name]), extra].filter((text) => text !== '').join('&');
const fieldsOf = (name: TextCallName): readonly string[] => Object.keys(VALID[name]);

async function expectFieldRefused(answer: Promise<Answer>, field: string): Promise<void> {
  const refused = await answer;
  expectRefusal(refused, 'invalid_request');
  expect(refused.body.fields).toEqual([field]);
}

describe('every call refuses', () => {
  test.each(['is_admin', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'the unknown field %s, by its name',
    (field) =>
      eachOf(names, (name) => expectFieldRefused(send(name, joined(name, `${field}=1`)), field)),
  );

  test('a nested name', () =>
    eachOf(names, async (name) =>
      expectRefusal(await send(name, joined(name, 'a[b][c]=1')), 'invalid_request'),
    ));

  test.each(['a=%', 'a=%zz', 'a=%ff%fe', '%c3%28=1'])(
    'broken percent signs and bytes that are not UTF-8: %s',
    (text) =>
      eachOf(names, async (name) => expectRefusal(await send(name, text), 'invalid_request')),
  );

  test('each field twice', () =>
    eachOf(names, async (name) => {
      for (const field of fieldsOf(name))
        await expectFieldRefused(send(name, joined(name, `${field}=${VALID[name][field]}`)), field);
    }));

  test('each field missing, empty, or with a zero character', () =>
    eachOf(names, async (name) => {
      for (const field of fieldsOf(name)) {
        const { [field]: _, ...rest } = VALID[name];
        await expectFieldRefused(send(name, formOf(rest)), field);
        if (CLEARED_BY_EMPTY[name]?.includes(field) !== true)
          await expectFieldRefused(send(name, formOf({ ...rest, [field]: '' })), field);
        await expectFieldRefused(send(name, formOf({ ...rest, [field]: 'a\0b' })), field);
      }
    }));

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'the method %s on calls of the other method, and names the right one',
    (other) =>
      eachOf(
        names.filter((name) => ENDPOINTS[name].method !== other),
        async (name) => {
          const { method, path } = ENDPOINTS[name];
          const answer = await ask(path, { method: other });
          expectRefusal(answer, 'method_not_allowed');
          expect(answer.headers.get('allow')).toContain(method);
        },
      ),
  );
});

describe('every call survives', () => {
  test.each([
    '-1',
    '0',
    '+1',
    '01',
    '1.0',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '9'.repeat(40),
    ' 1',
    '١',
    'null',
    '[]',
    '{"$gt":""}',
    "' or 1=1 --",
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '\u202E\u200D\u{1F600}',
    'x'.repeat(10_000),
  ])('%j in each field', (value) =>
    eachOf(names, async (name) => {
      for (const field of fieldsOf(name)) {
        const { status, body } = await send(name, formOf({ ...VALID[name], [field]: value }));
        expect(status).toBeLessThan(500);
        expect(status).not.toBe(429);
        expect(typeof body.code).toBe('number');
      }
    }),
  );

  test.each(['', 'xx', '../../etc', 'en-US,en;q=0.9', 'zh-TW', `${'a-'.repeat(3_000)}a`])(
    'Lang %j',
    (lang) =>
      eachOf(names, async (name) =>
        expectRefusal(await send(name, 'unknown=1', { headers: { lang } }), 'invalid_request'),
      ),
  );
});

describe('every POST refuses', () => {
  test.each([
    'text/json',
    'text/plain',
    'application/xml',
    'application/octet-stream',
    'application/x-www-form-urlencoded; charset=gbk',
  ])('a body of %s', (type) =>
    eachOf(posts, async (name) => {
      const body = type.includes('form') ? formOf(VALID[name]) : JSON.stringify(VALID[name]);
      const answer = await send(name, '', { body, headers: { 'content-type': type } });
      expectRefusal(answer, 'unsupported_media_type');
    }),
  );

  test('a body over 64 KiB, declared or not', () =>
    eachOf(posts, async (name) => {
      const text = `a=${'x'.repeat(LIMITS.body_bytes_max)}`;
      expectRefusal(await send(name, text), 'payload_too_large');
      const form = new FormData();
      form.append('a', text);
      expectRefusal(await send(name, '', { body: form }), 'payload_too_large');
    }));

  test('a file', () =>
    eachOf(posts, async (name) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(VALID[name])) form.append(field, value);
      form.append('extra', new Blob(['hello']), 'hello.txt');
      await expectFieldRefused(send(name, '', { body: form }), 'extra');
    }));

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['a boundary that never comes', 'multipart/form-data; boundary=x', 'hello'],
    ['a cut part', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; na'],
    ['no name', 'multipart/form-data; boundary=x', '--x\r\nA: b\r\n\r\nv\r\n--x--\r\n'],
  ])('multipart with %s', (_, type, body) =>
    eachOf(posts, async (name) =>
      expectRefusal(
        await send(name, '', { body, headers: { 'content-type': type } }),
        'invalid_request',
      ),
    ),
  );

  test('fields in the query', () =>
    eachOf(posts, async (name) => {
      const { path, method } = ENDPOINTS[name];
      const headers = { authorization: token };
      await expectFieldRefused(ask(`${path}?password=1`, { method, headers }), 'password');
    }));
});

test.each(['', 'Bearer', 'Bearer ', 'short', 'x'.repeat(600), 'Basic dXNlcjpwYXNz', 'a b c'])(
  'every private call refuses Authorization %j',
  (authorization) =>
    eachOf(closed, async (name) =>
      expectRefusal(await send(name, '', { headers: { authorization } }), 'unauthorized'),
    ),
);

test('a form and a multipart body are equivalent', async () => {
  const fields = { account: 'form@example.com', password: 'Saffron 47+&=é' };
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const multipart = await send('signIn', '', { body: form });
  const urlencoded = await send('signIn', formOf(fields));
  expect(multipart.body).toEqual(urlencoded.body);
  expect(multipart.body.error).toBe('credentials_incorrect');
});

test('an address that sends too many requests has to wait, and others do not', async () => {
  const path = ENDPOINTS.listAreas.path;
  const flood = { 'x-forwarded-for': '192.0.2.7' };
  let refused: Response | undefined;
  for (let i = 0; i <= LIMITS.requests_per_minute_per_address && !refused; i += 100) {
    const batch = await Promise.all(
      Array.from({ length: 100 }, () => fetch(`${server.origin}${path}`, { headers: flood })),
    );
    refused = batch.find(({ status }) => status === 429);
  }
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ error: 'rate_limited', data: null });
  expect((await ask(path)).status).toBe(200);
});

test('an access token is accepted with and without Bearer', async () => {
  for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`]) {
    const { body } = await send('getUserInfo', '', { headers: { authorization } });
    expect(body).toMatchObject({ code: 1, data: { email: 'edge@example.com' } });
  }
});

test('a refusal uses the language of the Lang header, and Chinese otherwise', async () => {
  const english = await send('getNews', '', { headers: { lang: 'en-US' } });
  const german = await send('getNews', '', { headers: { lang: 'de' } });
  const other = await send('getNews', '', { headers: { lang: 'tlh' } });
  expect(english.body.msg).toMatch(/^Some details are missing/);
  expect(new Set([english, german, other].map(({ body }) => body.msg)).size).toBe(3);
  expect(other.body.msg).toMatch(/[\u4E00-\u9FFF]/);
});

test('an answer has no fields beyond its schema', async () => {
  const { body } = await send('getUserInfo', '');
  expect(Object.keys(body.data as object).toSorted()).toEqual(
    Object.keys(ROUTES.getUserInfo.response.shape).toSorted(),
  );
});

test('a HEAD answers like the GET, without a body', async () => {
  const response = await fetch(`${server.origin}${ENDPOINTS.listAreas.path}`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
});

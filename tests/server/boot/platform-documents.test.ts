/** The published documents of the server, and the headers of every response. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { ERRORS } from '../../../contract/errors/catalog.ts';
import { CHAIN_LIMITS, CONTRACT_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { ROUTES } from '../../../contract/routes.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { SEED: 'none', PUBLIC_ORIGIN: 'https://exchange.example', LOG_LEVEL: 'debug' },
  });
});
afterAll(() => server.stop());

const get = async (path: string): Promise<Response> => fetch(`${server.origin}${path}`);

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly $ref?: string;
    readonly name?: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Record<string, { readonly schema: BodySchema & { readonly $ref?: string } }>;
  };
  readonly security?: readonly unknown[];
  readonly responses: Record<
    string,
    { readonly description: string; readonly headers: Record<string, unknown> }
  >;
}
interface BodySchema {
  readonly properties: Record<string, unknown>;
  readonly required?: readonly string[];
  readonly additionalProperties: boolean;
}
interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, BodySchema> };
}

/** The schema of a request body, with a reference resolved. */
function bodyOf(document: OpenApi, operation: Operation | undefined): BodySchema | undefined {
  const schema = operation?.requestBody?.content['multipart/form-data']?.schema;
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : document.components.schemas[name];
}

const takesKey = (name: string): boolean => 'takesKey' in ENDPOINTS[name as keyof typeof ENDPOINTS];

describe('openapi.json', () => {
  test.each(Object.entries(ENDPOINTS))('describes %s', async (name, { path, method, audience }) => {
    const document = (await (await get('/openapi.json')).json()) as OpenApi;
    const operation = document.paths[path]?.[method.toLowerCase()];
    const fields = Object.keys(ROUTES[name as keyof typeof ROUTES].request.shape);
    const inQuery = operation?.parameters.flatMap(({ name: field }) => field ?? []);
    const body = bodyOf(document, operation);
    expect(operation?.operationId).toBe(name);
    expect(method === 'GET' ? inQuery : Object.keys(body?.properties ?? {})).toEqual(fields);
    expect(body?.additionalProperties ?? false).toBe(false);
    expect(operation?.requestBody?.required ?? false).toBe((body?.required ?? []).length > 0);
    const scheme = audience === 'refresh' ? 'refreshToken' : 'accessToken';
    expect(operation?.security).toEqual(audience === 'anonymous' ? [] : [{ [scheme]: [] }]);
    const keyed = { $ref: '#/components/parameters/IdempotencyKey' };
    expect(operation?.parameters.some(({ $ref }) => $ref === keyed.$ref)).toBe(takesKey(name));
    const timed = { $ref: '#/components/parameters/CommandExpiresAt' };
    const isPost = method === 'POST';
    expect(operation?.parameters.some(({ $ref }) => $ref === timed.$ref)).toBe(isPost);
    expect(/\bcommand_expired\b/.test(operation?.responses['200']?.description ?? '')).toBe(isPost);
    for (const { headers } of Object.values(operation?.responses ?? {}))
      expect(headers['Server-Time']).toEqual({ $ref: '#/components/headers/ServerTime' });
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '405', '429', '500']),
    );
  });

  test('documents that a picture is uploaded as bytes, and read as bytes or refused', async () => {
    const document = (await (await get('/openapi.json')).json()) as OpenApi;
    const upload = document.paths[ENDPOINTS.uploadPicture.path]?.post?.requestBody?.content;
    const bytes = { type: 'string', format: 'binary' };
    expect(Object.keys(upload ?? {})).toEqual(['multipart/form-data']);
    expect(upload?.['multipart/form-data']?.schema.properties['file']).toEqual(bytes);
    const read = document.paths[ENDPOINTS.readPicture.path]?.get?.responses['200'];
    expect(read).toMatchObject({ content: { 'image/jpeg': { schema: bytes } } });
    expect(read).toHaveProperty(['content', 'application/json']);
  });

  test('gives the bounds of whole numbers', async () => {
    const document = (await (await get('/openapi.json')).json()) as OpenApi;
    const parameters = document.paths[ENDPOINTS.listNews.path]?.get?.parameters;
    expect(parameters).toContainEqual({
      name: 'category_id',
      in: 'query',
      required: true,
      schema: { type: 'integer', minimum: 1, maximum: 99 },
    });
  });

  test('gives choices of numbers as numbers', async () => {
    const document = (await (await get('/openapi.json')).json()) as OpenApi;
    const body = document.components.schemas['PostFiatAdBody'];
    expect(body?.properties['payment_window_min']).toMatchObject({
      type: 'integer',
      enum: [15, 30, 45, 60],
    });
  });

  test('describes no other calls', async () => {
    const document = (await (await get('/openapi.json')).json()) as OpenApi;
    const paths = Object.values(ENDPOINTS).map(({ path }) => path);
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(document.paths).toSorted()).toEqual(paths.toSorted());
  });
});

test('errors.json lists the catalog', async () => {
  const document: unknown = await (await get('/errors.json')).json();
  const errors = Object.fromEntries(
    Object.entries(ERRORS).map(([name, { code, httpStatus, retryable }]) => [
      name,
      { code, http_status: httpStatus, retryable },
    ]),
  );
  expect(document).toMatchObject({ success_code: 1, errors });
});

test('limits.json holds the limits that the server enforces, and its rule for passwords', async () => {
  const limits: unknown = await (await get('/limits.json')).json();
  const all = { ...LIMITS, ...CHAIN_LIMITS, ...CONTRACT_LIMITS };
  expect(limits).toEqual({ ...all, password_profile: 'spec' });
});

describe.each(['/api/nothing', '/openapi.json', '/nothing-here', '/ws'])(
  'an answer of %s',
  (path) => {
    test('allows a page only the capabilities that it needs', async () => {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("connect-src 'self' wss://exchange.example");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    });
  },
);

test('a response of a call is not executed, not framed and not sniffed', async () => {
  const { headers } = await get('/api/public/default/area_list');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
});

test('an unknown call is answered with an envelope, even to a browser', async () => {
  for (const path of ['/api', '/api/', '/api/public/nothing', '/api/private/user/../../x']) {
    const response = await fetch(`${server.origin}${path}`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 1001, error: 'route_not_found' });
  }
});

test('a path that cannot be decoded is answered with an envelope', async () => {
  const response = await get('/api/%zz');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: 'invalid_request', data: null });
});

test.each([
  ['no request at all', 'hello\r\n\r\n', 400, 'invalid_request'],
  [
    'headers beyond 16 KiB',
    `GET / HTTP/1.1\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`,
    413,
    'payload_too_large',
  ],
])('%s is answered with an envelope and disconnected', async (_, bytes, status, error) => {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += String(chunk);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error, data: null });
});

test('secrets and codes of requests are not logged', async () => {
  await server.call('signIn', { account: 'ada@example.com', password: 'a-secret-password' });
  await fetch(`${server.origin}/api/public/default/setting?key=a_secret_key`);
  await server.waitForLog(/"path":"\/api\/public\/default\/setting"/);
  expect(server.logs.join('\n')).not.toMatch(/a-secret-password|a_secret_key/);
});

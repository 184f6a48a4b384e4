/** JSON bodies are read like the equivalent forms, and as strictly; blank fields count as absent. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { dataOf, signUp } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { VALID } from '../../support/servers/valid-requests.ts';
import type { TextCallName } from '../../support/servers/valid-requests.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let token = '';
let refreshToken = '';
beforeAll(async () => {
  server = await borrowServer();
  ({ accessToken: token, refreshToken } = await signUp(server, 'json@example.com'));
});
afterAll(() => giveBack(server));

interface Answer {
  readonly status: number;
  readonly code: number;
  readonly error?: string;
  readonly fields?: readonly string[];
}

async function send(name: EndpointName, body: string, type = 'application/json'): Promise<Answer> {
  const { path, method, audience } = ENDPOINTS[name];
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: {
      ...newClientAddress(),
      'content-type': type,
      'idempotency-key': newKey(),
      ...(audience !== 'anonymous' && {
        authorization: audience === 'user' ? token : refreshToken,
      }),
    },
    body,
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

const posts = (Object.keys(VALID) as TextCallName[]).filter(
  (name) => ENDPOINTS[name].method === 'POST',
);
const withField = (name: TextCallName, field: string): string => {
  const valid = JSON.stringify(VALID[name]).slice(1, -1);
  return `{${[valid, field].filter((part) => part !== '').join(',')}}`;
};

describe.each(posts)('%s as JSON', (name) => {
  test('is refused for the same reasons as the form', async () => {
    expect(await send(name, withField(name, '"is_admin":"1"'))).toMatchObject({
      status: 400,
      error: 'invalid_request',
      fields: ['is_admin'],
    });
    const [field = 'other'] = Object.keys(VALID[name]);
    const twice = withField(name, `"${field}":"1","${field}":"1"`);
    expect(await send(name, twice)).toMatchObject({ error: 'invalid_request', fields: [field] });
    const nested = withField(name, '"a":{"b":"c"},"d":["e"]');
    expect(await send(name, nested)).toMatchObject({
      error: 'invalid_request',
      fields: ['a', 'd'],
    });
    const half = withField(name, String.raw`"x":"\ud800"`);
    expect(await send(name, half)).toMatchObject({ error: 'invalid_request', fields: ['x'] });
    for (const proto of ['__proto__', 'constructor'])
      expect(await send(name, withField(name, `"${proto}":"1"`))).toMatchObject({
        fields: [proto],
      });
  });

  test.each(['{', '[]', '"a"', '1', 'null', 'a=1', '{"a":1}}'])('is no %s', async (body) => {
    expect(await send(name, body)).toMatchObject({ status: 400, error: 'invalid_request' });
  });

  test('has the same length limit as a form', async () => {
    const body = JSON.stringify({ a: 'x'.repeat(LIMITS.body_bytes_max) });
    expect(await send(name, body)).toMatchObject({ status: 413, error: 'payload_too_large' });
  });
});

/** Calls that cannot run twice, because the first run changes the second. */
const ONCE = new Set<string>([
  'signOut',
  'endOtherSessions',
  'amendPassword',
  'amendPayPassword',
  'sendEmailCode',
  'sendSmsCode',
  'sendOwnCode',
]);

test.each(posts.filter((name) => !ONCE.has(name)))('%s is read like a form', async (name) => {
  const form = new URLSearchParams(VALID[name]).toString();
  const asForm = await send(name, form, 'application/x-www-form-urlencoded');
  const asJson = await send(name, JSON.stringify(VALID[name]));
  expect(asJson.error).toBe(asForm.error);
  expect(asJson.status).toBe(asForm.status);
});

describe('a value of JSON', () => {
  const order = { side: 'buy', type: 'limit', price: '97000', quantity: '0.001' };
  const place = (fields: object) => send('placeOrder', JSON.stringify({ ...order, ...fields }));

  test('may be a number when the field is one', async () => {
    expect((await place({ currency_match_id: 1 })).error).not.toBe('invalid_request');
  });

  test.each([1.5, -1, 1e21, true])(
    'is refused as %j when a whole number is expected',
    async (id) => {
      expect(await place({ currency_match_id: id })).toMatchObject({
        error: 'invalid_request',
        fields: ['currency_match_id'],
      });
    },
  );

  test('must be text for money, which no JSON number can express exactly', async () => {
    expect(await place({ currency_match_id: 1, price: 97_000 })).toMatchObject({
      error: 'invalid_request',
      fields: ['price'],
    });
  });

  test('counts as absent when it is null or blank, and as missing when it is required', async () => {
    const found = await place({ currency_match_id: 1, price: null });
    expect(found).toMatchObject({ error: 'invalid_request', fields: ['price'] });
    const signIn = { account: 'json@example.com', password: 'wrong-one' };
    for (const none of [null, ''])
      expect(
        await send('signIn', JSON.stringify({ ...signIn, area_id: none, sms_code: none })),
      ).toMatchObject({ error: 'credentials_incorrect' });
  });
});

describe('a blank field', () => {
  test('that is optional counts as left out, in forms and queries', async () => {
    const form = 'application/x-www-form-urlencoded';
    const text = 'account=json@example.com&password=wrong-one&area_id=&sms_code=';
    expect(await send('signIn', text, form)).toMatchObject({ error: 'credentials_incorrect' });
    const query = { before: '', size: '', currency_match_id: '' };
    expect(dataOf(await server.call('listOrderHistory', query, { token }))).toBeDefined();
  });

  test('counts once like any other, and is refused when it is required', async () => {
    const form = 'application/x-www-form-urlencoded';
    const twice = 'account=json@example.com&password=wrong-one&area_id=&area_id=';
    expect(await send('signIn', twice, form)).toMatchObject({ fields: ['area_id'] });
    expect(await send('signIn', 'account=json@example.com&password=', form)).toMatchObject({
      error: 'invalid_request',
      fields: ['password'],
    });
  });
});

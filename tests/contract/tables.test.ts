/** The tables of the contract agree with each other and with the calls and codes of the specification. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CHANNELS, clientMessage } from '../../contract/channels.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { ERRORS, SOCKET_ERRORS, SUCCESS_CODE } from '../../contract/errors/catalog.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ROUTES } from '../../contract/routes.ts';

const endpoints = Object.entries(ENDPOINTS);
const routes = Object.entries(ROUTES);
const errors = Object.entries(ERRORS);

/** JSON has no type for bytes; any other type that JSON cannot express is a fault. */
const BYTES_ARE_ANYTHING: Parameters<typeof z.toJSONSchema>[1] = {
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }) => {
    const isSaid = Object.keys(jsonSchema).length > 0;
    const isBytes = zodSchema instanceof z.ZodCustom;
    if (!isSaid && !isBytes) throw new Error('JSON has no word for this');
  },
};

describe('endpoints and routes', () => {
  test('are tables of the same names', () => {
    expect(Object.keys(ROUTES).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
  });

  test('no two endpoints share a path', () => {
    expect(new Set(endpoints.map(([, { path }]) => path)).size).toBe(endpoints.length);
  });

  test.each(endpoints)(
    '%s: the path says public or private, as its audience requires',
    (_name, endpoint) => {
      expect(endpoint.path.startsWith('/api/private/')).toBe(endpoint.audience === 'user');
      expect(endpoint.path).toMatch(/^\/api\/(?:public|private)\/[a-z_]+\/[a-z_]+$/);
    },
  );

  test.each(routes)(
    '%s: refuses with errors of the catalog, each named once',
    (_name, { errors: given }) => {
      expect(new Set(given).size).toBe(given.length);
      for (const name of given) expect(Object.keys(ERRORS)).toContain(name);
    },
  );

  test.each(routes)('%s: has a request of named fields in snake_case', (_name, { request }) => {
    expect(Object.keys(request.shape).filter((field) => !/^[a-z][a-z0-9_]*$/.test(field))).toEqual(
      [],
    );
  });

  test.each(routes)('%s: can be published as JSON schema', (_name, { request, response }) => {
    for (const [schema, io] of [
      [request, 'input'],
      [response, 'output'],
    ] as const)
      expect(() => z.toJSONSchema(schema, { io, ...BYTES_ARE_ANYTHING })).not.toThrow();
  });
});

describe('the calls of the specification', () => {
  test.each([
    ['GET', '/api/public/default/area_list'],
    ['POST', '/api/public/user/login'],
    ['POST', '/api/public/user/register'],
    ['POST', '/api/public/notify/send_email'],
    ['POST', '/api/public/notify/send_sms'],
    ['POST', '/api/public/user/forget_password'],
    ['GET', '/api/private/user/info'],
    ['GET', '/api/private/account/detail'],
    ['GET', '/api/public/user/refresh_token'],
    ['GET', '/api/private/user_real/center'],
    ['POST', '/api/private/user/amend_password'],
    ['POST', '/api/private/user/amend_pay_password'],
    ['GET', '/api/private/user/authorization_code'],
    ['POST', '/api/private/user_real/real_name'],
    ['POST', '/api/public/common/image_upload'],
    ['GET', '/api/public/default/setting'],
    ['GET', '/api/private/account/list'],
    ['GET', '/api/public/market/currency_matches'],
    ['GET', '/api/public/news/list'],
    ['GET', '/api/public/news/info'],
    ['GET', '/api/public/market/deal'],
    ['GET', '/api/public/market/kline'],
    ['GET', '/api/public/forex/tickers'],
    ['GET', '/api/public/forex/ticker'],
    ['GET', '/api/public/forex/kline'],
  ])('%s %s exists exactly as written', (method, path) => {
    expect(endpoints.map(([, endpoint]) => endpoint)).toContainEqual(
      expect.objectContaining({ method, path }),
    );
  });
});

describe('errors', () => {
  test('every code is unique and never that of success', () => {
    const codes = errors.map(([, { code }]) => code);

    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).not.toContain(SUCCESS_CODE);
  });

  test.each(errors)(
    '%s: is snake_case and its status is one that the specification knows',
    (name, spec) => {
      expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
      expect([200, 400, 401, 402, 404, 405, 413, 415, 429, 500, 503]).toContain(spec.httpStatus);
    },
  );

  test('a socket error named like an envelope error means the same: missing sign-in', () => {
    const shared = SOCKET_ERRORS.filter((name) => name in ERRORS);
    expect(shared).toEqual(['unauthorized', 'session_ended']);
  });
});

describe('channels', () => {
  test.each(Object.keys(CHANNELS))('%s can be subscribed to and left', (channel) => {
    const market = { currency_match_id: 1, period: '1min', symbol: 'EURUSD' };
    const part = { side: 'buy', currency_id: 1, fiat_code: 'CNY' };
    const fields = { ...market, ...part, instrument: 'BTC/USDT' };
    const shape = Object.keys(CHANNELS[channel as keyof typeof CHANNELS].shape);
    const wanted = Object.entries(fields).filter(([name]) => shape.includes(name));
    for (const type of ['sub', 'unsub'])
      expect(
        clientMessage.safeParse({ type, params: channel, ...Object.fromEntries(wanted) }).success,
      ).toBe(true);
  });

  test('the subscription of the specification is accepted as it stands', () => {
    expect(clientMessage.parse({ type: 'sub', params: 'DAY_MARKET' })).toEqual({
      type: 'sub',
      params: 'DAY_MARKET',
    });
  });
});

describe('limits', () => {
  test.each(Object.entries(LIMITS))('%s is a positive whole number', (_name, value) => {
    expect(Number.isSafeInteger(value) && value > 0).toBe(true);
  });

  test('agree with each other and with the specification', () => {
    expect(LIMITS.http_timeout_ms).toBe(60_000);
    expect(LIMITS.toast_ms).toBe(2_000);
    expect(LIMITS.socket_connect_tries_max * LIMITS.socket_retry_ms).toBe(30_000);
    expect(LIMITS.socket_heartbeat_ms).toBeLessThan(LIMITS.socket_idle_close_ms);
    expect(LIMITS.access_token_valid_ms).toBeLessThan(LIMITS.refresh_token_idle_ms);
    expect(LIMITS.refresh_token_idle_ms).toBeLessThan(LIMITS.refresh_token_absolute_ms);
    expect(LIMITS.quote_interval_ms_min).toBeLessThanOrEqual(LIMITS.quote_interval_ms_default);
    expect(LIMITS.quote_interval_ms_default).toBeLessThanOrEqual(LIMITS.quote_interval_ms_max);
  });
});

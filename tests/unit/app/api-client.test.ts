/** The API client over a fake transport: headers, fields, refusals, timeouts, keys and latest times of commands. */
import { describe, expect, test, vi } from 'vitest';
import { callAnswer } from '../../../src/app/core/api/call-answer.ts';
import {
  createApiClient,
  type ApiClientDeps,
  type SessionPort,
} from '../../../src/app/core/api/api-client.ts';
import { ClientError } from '../../../src/app/core/api/client-error.ts';
import { saidBy } from '../../../contract/errors/catalog.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { eventually } from '../../support/eventually.ts';
import {
  TransportFailure,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from '../../../src/app/core/api/transport.ts';

const SIGNED_IN: SessionPort = {
  access: async () => ({ accessToken: 'secret', generation: 1, signIn: 'ann' }),
  renewed: async () => null,
  ended: () => undefined,
  missed: () => undefined,
};
const refusal = (error: string, rest: object = {}): TransportReply => ({
  status: 200,
  body: { code: 2013, msg: 'Das stimmt nicht.', data: null, error, ...rest },
});

function setUp(reply: TransportReply | TransportFailure, session: SessionPort = SIGNED_IN) {
  const requests: TransportRequest[] = [];
  const transport: Transport = async (request) => {
    requests.push(request);
    if (reply instanceof TransportFailure) throw reply;
    return reply;
  };
  const toast = vi.fn<ApiClientDeps['toast']>();
  const failureText = vi.fn<ApiClientDeps['failureText']>(
    (name, { seconds }) => `${name}, ${seconds} s`,
  );
  const api = createApiClient({
    transport,
    session,
    language: () => ({ header: 'de-DE' }),
    failureText,
    toast,
  });
  return { api, requests, toast };
}

const success = (data: unknown): TransportReply => ({
  status: 200,
  body: { code: 1, msg: 'ok', data },
});

describe('a request', () => {
  test('of a public call sends language and kind, and no token', async () => {
    const { api, requests } = setUp(success([]));

    expect(await api.call('listNews', { category_id: '2' })).toEqual([]);

    expect(requests).toEqual([
      {
        method: 'GET',
        path: '/api/public/news/list',
        fields: { category_id: '2' },
        headers: { Lang: 'de-DE', 'X-Requested-With': 'XMLHttpRequest' },
        timeoutMs: 60_000,
      },
    ]);
  });

  test('of a private call carries the access token', async () => {
    const { api, requests } = setUp(success(null));

    await api.call('getUserInfo', {});

    expect(requests[0]?.headers['Authorization']).toBe('secret');
  });

  test('leaves out fields without a value', async () => {
    const { api, requests } = setUp(success(null));

    await api.call('signIn', { account: 'a@b.de', password: 'x', sms_code: undefined });

    expect(requests[0]?.fields).toEqual({ account: 'a@b.de', password: 'x' });
  });
});

describe('a refusal', () => {
  test('is an error with name, code, fields and wait, and its message ends with the code in brackets', async () => {
    const { api } = setUp(refusal('sign_in_locked', { fields: ['account'], retry_after_s: 30 }));

    const error: unknown = await api.call('listAreas', {}).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      name: 'sign_in_locked',
      code: 2013,
      msg: 'Das stimmt nicht.',
      message: 'Das stimmt nicht. [2013]',
      fields: ['account'],
      retryAfterS: 30,
    });
  });

  test.each([
    ['toast', [['Das stimmt nicht.', true]]],
    ['inline', [['Das stimmt nicht.', false]]],
    ['silent', []],
    ['expected', []],
  ] as const)('marked as %s is toasted in the words of the server: %j', async (mark, toasts) => {
    const { api, toast } = setUp(refusal('credentials_incorrect'));
    const expected = ['credentials_incorrect'] as const;
    const options = mark === 'expected' ? { expected } : { reporting: mark };

    await api.call('listAreas', {}, options).catch(() => undefined);

    expect(toast.mock.calls).toEqual(toasts);
  });

  test('that sends to the sign-in has no toast in addition to the one of the caller', async () => {
    const { api, toast } = setUp(refusal('unauthorized'));

    await api.call('listAreas', {}, { reporting: 'inline' }).catch(() => undefined);

    expect(toast).not.toHaveBeenCalled();
  });

  test.each([
    ['a page instead of an envelope', { status: 502, body: '<html>' }],
    ['an empty body', { status: 204, body: '' }],
    ['an unknown refusal of a failing server', { ...refusal('weather_bad'), status: 502 }],
    ['an unknown error without a message', { status: 200, body: { code: 9, msg: '', error: 'x' } }],
    ['a code that is no number', { status: 200, body: { code: '1', msg: '', data: 1 } }],
  ])('%s is an unexpected reply', async (_, reply) => {
    const { api } = setUp(reply);

    await expect(api.call('listAreas', {})).rejects.toMatchObject({ name: 'unexpected_reply' });
  });
});

test.each([
  ['an error that this release does not know', refusal('weather_bad')],
  [
    'no name of an error, as in the specification',
    { status: 200, body: { code: 7, msg: 'Das stimmt nicht.', data: null } },
  ],
])('a refusal with %s is toasted in the words of the server', async (_, reply) => {
  const { api, toast } = setUp(reply);
  const answer = await callAnswer(api.call('listAreas', {}));

  expect(answer).toMatchObject({ ok: false });
  expect(answer.ok ? '' : saidBy(answer.error)).toBe('Das stimmt nicht.');
  expect(toast).toHaveBeenCalledExactlyOnceWith('Das stimmt nicht.', true);
});

describe('a private picture', () => {
  const reading = new AbortController().signal;

  test('is requested in the language of the page, and returned as bytes', async () => {
    const picture = new Blob(['x'], { type: 'image/webp' });
    const { api, requests } = setUp({ status: 200, body: picture });

    expect(await api.readPicture('7', reading)).toBe(picture);
    expect(requests).toMatchObject([
      {
        path: '/api/private/common/picture',
        fields: { id: '7' },
        headers: { Lang: 'de-DE', 'X-Requested-With': 'XMLHttpRequest', Authorization: 'secret' },
      },
    ]);
  });

  test('that times out is reported with the seconds, a refused one in the words of the server', async () => {
    const late = setUp(new TransportFailure('timeout'));
    const refused = setUp(refusal('picture_not_found'));

    await expect(late.api.readPicture('7', reading)).rejects.toBeInstanceOf(ClientError);
    await expect(refused.api.readPicture('7', reading)).rejects.toBeInstanceOf(ClientError);
    expect(late.toast).toHaveBeenCalledExactlyOnceWith('request_timeout, 60 s', true);
    expect(refused.toast).toHaveBeenCalledExactlyOnceWith('Das stimmt nicht.', true);
  });
});

test('an upload that times out is reported with the seconds', async () => {
  const { api, requests, toast } = setUp(new TransportFailure('timeout'));
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  const upload = api.uploadPicture('real_name', file, { signal: new AbortController().signal });

  await expect(upload).rejects.toMatchObject({ name: 'request_timeout' });
  expect(requests).toMatchObject([
    { fields: { type: 'real_name', file }, headers: { Lang: 'de-DE' } },
  ]);
  expect(toast).toHaveBeenCalledExactlyOnceWith('request_timeout, 60 s', false);
});

describe('no reply', () => {
  test('in time is toasted with the seconds, even to a caller that shows refusals itself', async () => {
    const { api, toast } = setUp(new TransportFailure('timeout'));

    const call = api.call('listAreas', {}, { reporting: 'silent' });

    await expect(call).rejects.toMatchObject({
      name: 'request_timeout',
      message: 'request_timeout, 60 s [9002]',
    });
    await eventually(() =>
      expect(toast).toHaveBeenCalledExactlyOnceWith('request_timeout, 60 s', true),
    );
  });

  test('at all is a network failure', async () => {
    const { api, toast } = setUp(new TransportFailure('network'));

    await expect(api.call('listAreas', {})).rejects.toMatchObject({ name: 'network_failed' });
    await eventually(() =>
      expect(toast).toHaveBeenCalledExactlyOnceWith('network_failed, 60 s', true),
    );
  });

  test('has a message with a code in brackets, like a private call without a session', async () => {
    const { api } = setUp(new TransportFailure('network'), {
      ...SIGNED_IN,
      access: async () => null,
    });

    await expect(api.call('listAreas', {})).rejects.toMatchObject({
      message: 'network_failed, 60 s [9003]',
    });
    await expect(api.call('getUserInfo', {})).rejects.toMatchObject({
      message: 'need_login, 60 s [9001]',
    });
  });

  test('to an aborted call is not toasted', async () => {
    const { api, toast } = setUp(new TransportFailure('network'));

    await expect(api.call('listAreas', {}, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(
      ClientError,
    );
    expect(toast).not.toHaveBeenCalled();
  });
});

test('a private call without a session is not sent: the session opens its dialog', async () => {
  const missed = vi.fn<() => void>();
  const nobody = { ...SIGNED_IN, access: async () => null, missed };
  const { api, requests, toast } = setUp(success(null), nobody);

  await expect(api.call('getUserInfo', {})).rejects.toMatchObject({ name: 'need_login' });

  expect(missed).toHaveBeenCalledOnce();
  expect(requests).toEqual([]);
  expect(toast).not.toHaveBeenCalled();
});

describe('HTTP 402', () => {
  test('notifies the session which of its tokens was refused, and has no toast because a dialog shows it', async () => {
    const ended = vi.fn<(generation: number) => void>();
    const reply = {
      status: 402,
      body: { code: 1102, msg: 'Ende', data: null, error: 'session_ended' },
    };
    const { api, toast } = setUp(reply, { ...SIGNED_IN, ended });

    await expect(api.call('getUserInfo', {})).rejects.toMatchObject({ name: 'session_ended' });

    expect(ended).toHaveBeenCalledExactlyOnceWith(1);
    expect(toast).not.toHaveBeenCalled();
  });
});

describe('callAnswer', () => {
  test('returns a refusal as a value, but throws a programming mistake', async () => {
    const refused = new ClientError('code_sent_recently', { code: 2008, msg: '', retryAfterS: 5 });

    expect(await callAnswer(Promise.resolve(1))).toEqual({ ok: true, value: 1 });
    expect(await callAnswer(Promise.reject(refused))).toEqual({
      ok: false,
      error: 'code_sent_recently',
      retryAfterS: 5,
    });
    await expect(callAnswer(Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
  });
});

describe('a call that moves money', () => {
  const order = {
    currency_match_id: '1',
    side: 'sell',
    type: 'market',
    quantity: '1',
  } as const;
  const COMMAND = { key: 'sixteen-characters', expiresAt: 7_000 };

  test('carries its key, and the same one after a renewed token', async () => {
    const requests: TransportRequest[] = [];
    const api = createApiClient({
      transport: async (request) => {
        requests.push(request);
        return requests.length === 1 ? { ...refusal('unauthorized'), status: 401 } : success(null);
      },
      session: { ...SIGNED_IN, renewed: async (refused) => ({ ...refused, accessToken: 'newer' }) },
      language: () => ({ header: 'de-DE' }),
      failureText: (name) => name,
      toast: () => undefined,
    });
    await api.call('placeOrder', order, { command: COMMAND });

    expect(requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual([
      'sixteen-characters',
      'sixteen-characters',
    ]);
    expect(requests.map(({ headers }) => headers['command-expires-at'])).toEqual(['7000', '7000']);
    expect(requests.map(({ headers }) => headers['Authorization'])).toEqual(['secret', 'newer']);
  });

  test('is not sent without a key, and no other call is sent with one', async () => {
    const { api, requests } = setUp(success(null));
    await expect(api.call('placeOrder', order)).rejects.toThrow('idempotency key');
    await expect(api.call('cancelOrder', { id: '1' }, { command: COMMAND })).rejects.toThrow(
      'idempotency key',
    );
    expect(requests).toEqual([]);
  });
});

/** A device whose own clock is meaningless: ten seconds after its start, unless `pass` is called. */
function setUpDevice(serverTimes: readonly (string | null)[]) {
  const requests: TransportRequest[] = [];
  const left = [...serverTimes];
  let elapsedMs = 10_000;
  const api = createApiClient({
    transport: async (request) => {
      requests.push(request);
      elapsedMs += 200;
      return { ...success(null), serverTime: left.shift() };
    },
    session: {
      ...SIGNED_IN,
      access: async () => {
        await Promise.resolve();
        return SIGNED_IN.access();
      },
    },
    language: () => ({ header: 'de-DE' }),
    failureText: (name) => name,
    toast: () => undefined,
    elapsedMs: () => elapsedMs,
  });
  const expiries = () => requests.map(({ headers }) => headers['command-expires-at']);
  return { api, expiries, pass: (ms: number) => (elapsedMs += ms) };
}

describe('the latest time of a command', () => {
  const SERVER_MS = 1_800_000_000_000;

  test('is counted from the tap in server time, whatever the device clock shows, and never later', async () => {
    const { api, pass } = setUpDevice([String(SERVER_MS)]);
    await api.call('getUserInfo', {});
    expect(api.commandExpiry()).toBe(SERVER_MS + LIMITS.command_valid_ms);
    pass(5_000);
    expect(api.commandExpiry()).toBe(SERVER_MS + 5_000 + LIMITS.command_valid_ms);
  });

  test('is passed while the server time is unknown', async () => {
    const { api, expiries } = setUpDevice([null, 'soon', String(SERVER_MS)]);
    expect(api.commandExpiry()).toBeLessThan(SERVER_MS);
    for (let time = 0; time < 3; time += 1) await api.call('cancelOrder', { id: '1' });
    for (const expiry of expiries()) expect(Number(expiry)).toBeLessThan(SERVER_MS);
    expect(api.commandExpiry()).toBe(SERVER_MS + LIMITS.command_valid_ms);
  });

  test('is not taken from public lists, which may come from an old cache', async () => {
    const { api } = setUpDevice([String(SERVER_MS), String(SERVER_MS - 86_400_000)]);
    await api.call('getUserInfo', {});
    await api.call('listNews', { category_id: '2' });
    expect(api.commandExpiry()).toBe(SERVER_MS + 200 + LIMITS.command_valid_ms);
  });

  test('is sent with every private call that changes something, and with no other', async () => {
    const { api, expiries, pass } = setUpDevice([String(SERVER_MS)]);
    await api.call('getUserInfo', {});
    await api.call('signIn', { account: 'a', password: 'b', login_type: '2' });
    const calling = api.call('cancelAllOrders', { currency_match_id: '1' });
    // The wait for a token counts into its timeout.
    pass(3_000);
    await calling;
    expect(expiries()).toEqual([
      undefined,
      undefined,
      String(SERVER_MS + 200 + LIMITS.command_valid_ms),
    ]);
  });
});

/** Push messages: their encryption, and their permitted targets. */
import { describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../server/kit/db/database.ts';
import type { CallContext, SignedIn } from '../../../server/kit/http/handlers.ts';
import { createPushHandlers } from '../../../server/areas/people/push/push-handlers.ts';
import { arePushKeys, encryptPush } from '../../../server/kit/push/push-encryption.ts';
import {
  isPublicAddress,
  isPushEndpoint,
  lookupPublic,
} from '../../../server/kit/push/push-hosts.ts';
import { LEVER_PUSH_TEXTS } from '../../../server/areas/lever/lever-push-texts.ts';
import { ORDER_PUSH_TEXTS } from '../../../server/areas/fiat/orders/order-push-texts.ts';
import { eventually } from '../../support/eventually.ts';

/** The example of RFC 8291, section 5. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  chance: {
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  },
  body: [
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg',
    'Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVB',
    'St2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ].join(''),
};

test('a message is encrypted like the example of the standard', () => {
  const { text, keys, chance, body } = EXAMPLE;

  expect(encryptPush(text, keys, chance).toString('base64url')).toBe(body);
});

test('keys that no browser can have are refused', () => {
  const { keys } = EXAMPLE;
  const offTheCurve = `${keys.p256dh.slice(0, -4)}AAAA`;

  expect(arePushKeys(keys)).toBe(true);
  expect(arePushKeys({ ...keys, p256dh: offTheCurve })).toBe(false);
});

describe('messages go to hosts of the open internet alone', () => {
  test.each([
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://web.push.apple.com/QGuQyavXutnMH',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA',
  ])('%s', (endpoint) => {
    expect(isPushEndpoint(endpoint, false)).toBe(true);
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://somebody@fcm.googleapis.com/fcm/send/abc',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://10.0.0.8/x',
    'https://8.8.8.8/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://redis/x',
    'https://db.internal/x',
    'https://printer.local/x',
    'http://127.0.0.1:4000/x',
    'file:///etc/passwd',
    'not an address',
  ])('not %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, false)).toBe(false);
  });

  test('a push service of this machine is legal for tests', () => {
    expect(isPushEndpoint('http://127.0.0.1:4000/x', true)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.2:4000/x', true)).toBe(false);
  });

  test.each([
    ['8.8.8.8', true],
    ['2a00:1450:4001:82a::200a', true],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::a00:1', false],
    ['2002:7f00:1::', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['ff02::1', false],
    ['localhost', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  test('a name that resolves to this machine is not connected to', async () => {
    const answer = vi.fn();
    lookupPublic('localhost', { all: true }, answer);
    await eventually(() => expect(answer).toHaveBeenCalledOnce());

    expect(answer.mock.calls[0]?.[0]).toMatchObject({
      message: 'localhost is no host of the open internet',
    });
  });
});

test('an installation that sends none says so', async () => {
  const handlers = createPushHandlers({
    database: {} as Database,
    publicKey: null,
    allowsLoopback: false,
  });
  const context = {} as CallContext & { readonly signedIn: SignedIn };
  const { endpoint } = { endpoint: 'https://fcm.googleapis.com/fcm/send/abc' };

  expect(await handlers.getPushKey({}, context)).toEqual({
    ok: true,
    value: { public_key: null, endpoint: null },
  });
  expect(await handlers.subscribePush({ endpoint, ...EXAMPLE.keys }, context)).toEqual({
    ok: false,
    error: 'push_unavailable',
  });
});

test('a notice has no field for a name, an amount or an account', () => {
  const texts = [...Object.values(ORDER_PUSH_TEXTS), ...Object.values(LEVER_PUSH_TEXTS)]
    .flatMap((language) => Object.values(language))
    .map((text) => text.replaceAll('P2P', ''));

  expect(texts.filter((text) => /[{}\d]/.test(text.replaceAll('P2P', '')))).toEqual([]);
});

/** A server with `PASSWORD_PROFILE=strict`: its published rules and its refusals. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf } from '../../support/users/accounts.ts';
import { amendPassword, amendPayPassword } from '../../support/users/pay-password.ts';
import { newUser } from '../../support/users/test-user.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off', PASSWORD_PROFILE: 'strict' } });
});
afterAll(async () => {
  await server.stop();
});

test('the setting password_profile and limits.json name the password rules', async () => {
  const setting = await server.call('getSetting', { key: 'password_profile' });
  expect(setting).toMatchObject({ code: 1, data: 'strict' });
  const limits: unknown = await (await fetch(`${server.origin}/limits.json`)).json();
  expect(limits).toMatchObject({
    password_profile: 'strict',
    strict_password_length_min: 8,
    strict_password_length_max: 64,
  });
});

test.each([
  ['a sentence of thirty characters', 'my cat sleeps on the keyboard!', 'code_incorrect'],
  ['seven characters', 'seven 7', 'password_length_invalid'],
])('with %s a registration ends with %s', async (_, password, error) => {
  const answer = await server.call('register', {
    account: 'strict@meridian.test',
    password,
    re_password: password,
    invite_code: '',
    area_id: '1',
    sms_code: '000000',
    type: 'email',
  });
  expect(answer).toMatchObject({ error });
});

test.each([
  ['my cat sleeps on the keyboard!', undefined],
  ['seven 7', 'password_length_invalid'],
  ['password1', 'password_too_simple'],
])(
  'in the security center %j ends with %s, as login and as pay password',
  async (chosen, error) => {
    const { token } = await newUser(server);
    expect(errorOf(await amendPassword(server, token, chosen))).toBe(error);
    const other = await newUser(server);
    expect(errorOf(await amendPayPassword(server, other.token, chosen))).toBe(error);
  },
);

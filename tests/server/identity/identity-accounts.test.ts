/** Signing up and signing in over HTTP, by email and by mobile number, with the rows that they leave. */
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { AREAS } from '../../../server/kit/phone-areas.ts';
import {
  accessError,
  codeByMail,
  codeIn,
  dataOf,
  errorOf,
  messagesTo,
  newAddress,
  OTHER_PASSWORD,
  PASSWORD,
  refresh,
  registration,
  signIn,
  signUp,
} from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const GERMANY = String(AREAS.find(({ iso }) => iso === 'DE')?.id);
const AUSTRIA = String(AREAS.find(({ iso }) => iso === 'AT')?.id);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SEED: 'none', PASSWORD_COST: 'full' } });
});
afterAll(() => server.stop());

const infoOf = async (accessToken: string) =>
  dataOf(await server.call('getUserInfo', {}, { token: accessToken }));

interface StoredUser {
  readonly id: number;
  readonly password_hash: string;
  readonly invite_code: string;
  readonly invited_by: number | null;
}

const storedUser = async (email: string): Promise<StoredUser> => {
  const rows = await queryServer<StoredUser>(server, 'select * from users where email = $1', [
    email,
  ]);
  return ensure(rows[0], email);
};

// Disabled in the database, because no call of this server does it.
const disable = (email: string) =>
  queryServer(server, 'update users set disabled_at_ms = 1 where email = $1', [email]);

describe('signing up', () => {
  test('with the code from the mailbox creates an account and signs in', async () => {
    const email = newAddress();
    const tokens = await signUp(server, email);
    const info = await infoOf(tokens.accessToken);
    expect(info).toMatchObject({ email, mobile: null, is_user_real: false });
    expect(info.uid).toMatch(/^[1-9]\d{7}$/);
  });

  test('by mobile takes the code from a text message', async () => {
    const area_id = GERMANY;
    const mobile = '015112345678';
    dataOf(await server.call('sendSmsCode', { mobile, area_id, scene: 'register' }));
    const [message] = await messagesTo(server, '+4915112345678');
    expect(message?.channel).toBe('sms');
    const fields = { ...registration(mobile, codeIn(message)), area_id, type: 'mobile' } as const;
    const tokens = dataOf(await server.call('register', fields));
    expect(await infoOf(tokens.accessToken)).toMatchObject({
      email: null,
      mobile: '+49 15112345678',
    });
    const body = { password: PASSWORD, login_type: '1' } as const;
    const spelt = { ...body, account: '15112345678', area_id };
    expect(errorOf(await server.call('signIn', spelt))).toBeUndefined();
    const elsewhere = { ...body, account: '06641234567', area_id: AUSTRIA };
    expect(errorOf(await server.call('signIn', elsewhere))).toBe('credentials_incorrect');
  });

  test('stores the password as argon2id with 19 MiB and two passes', async () => {
    const email = newAddress();
    await signUp(server, email);
    const { password_hash } = await storedUser(email);
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('with an invite code stores the inviter, and returns an own code', async () => {
    const [host, email] = [newAddress('host'), newAddress('guest')];
    await signUp(server, host);
    const inviter = await storedUser(host);
    const code = await codeByMail(server, email);
    const fields = { ...registration(email, code), invite_code: inviter.invite_code };
    dataOf(await server.call('register', fields));
    const invited = await storedUser(email);
    expect(invited.invited_by).toBe(inviter.id);
    expect(invited.invite_code).toMatch(/^[2-9A-Z]{8}$/);
  });

  test('with an unknown invite code is refused and keeps the code usable', async () => {
    const email = newAddress();
    const fields = registration(email, await codeByMail(server, email));
    const refused = await server.call('register', { ...fields, invite_code: 'NOSUCHCODE' });
    expect(errorOf(refused)).toBe('invite_code_unknown');
    const corrected = await server.call('register', { ...fields, invite_code: '' });
    expect(errorOf(corrected)).toBeUndefined();
  });

  test.each([
    [{ re_password: OTHER_PASSWORD }, 'passwords_do_not_match'],
    [{ password: 'abc123', re_password: 'abc123' }, 'password_too_simple'],
    [{ password: 'a1', re_password: 'a1' }, 'password_format_invalid'],
    [{ account: 'no-address' }, 'account_format_invalid'],
    [{ type: 'mobile', account: '15112345678', area_id: '9999' }, 'area_unknown'],
  ] as const)('with %j is refused', async (fault, expected) => {
    const fields = { ...registration(newAddress(), '000000'), ...fault };
    expect(errorOf(await server.call('register', fields))).toBe(expected);
  });

  test('twice at once with one code creates one account', async () => {
    const email = newAddress();
    const fields = registration(email, await codeByMail(server, email));
    const answers = await Promise.all([1, 2, 3].map(() => server.call('register', fields)));
    expect(answers.map(errorOf).filter((error) => error === undefined)).toHaveLength(1);
  });
});

describe('signing in', () => {
  test('accepts the address in any case, and an sms_code that it does not check', async () => {
    const email = newAddress();
    await signUp(server, email);
    const account = ` ${email.toUpperCase()}`;
    const fields = { account, password: PASSWORD, sms_code: '123456', area_id: '1' };
    const tokens = dataOf(await server.call('signIn', fields));
    expect((await infoOf(tokens.accessToken)).email).toBe(email);
  });

  test('with a wrong password is refused in the language of the caller', async () => {
    const email = newAddress();
    await signUp(server, email);
    const fields = { account: email, password: OTHER_PASSWORD };
    const answer = await server.call('signIn', fields, { lang: 'de-DE' });
    expect(errorOf(answer)).toBe('credentials_incorrect');
    expect(answer.msg).toMatch(/Passwort/);
  });

  test('replaces a hash of weaker parameters', async () => {
    const email = newAddress();
    await signUp(server, email);
    const weaker = await hash(PASSWORD, { memoryCost: 4_096, timeCost: 1 });
    const statement = 'update users set password_hash = $2 where email = $1';
    await queryServer(server, statement, [email, weaker]);
    dataOf(await signIn(server, email));
    expect((await storedUser(email)).password_hash).toContain('m=19456,t=2,p=1');
    expect(errorOf(await signIn(server, email))).toBeUndefined();
  });
});

describe('a disabled user', () => {
  test('is refused with status 402 on every way to sign in', async () => {
    const email = newAddress();
    const tokens = await signUp(server, email);
    await disable(email);
    expect(errorOf(await signIn(server, email))).toBe('user_disabled');
    expect(await accessError(server, tokens)).toBe('user_disabled');
    expect(errorOf(await refresh(server, tokens))).toBe('user_disabled');
    const reply = await fetch(`${server.origin}/api/private/user/info`, {
      headers: { authorization: tokens.accessToken },
    });
    expect(reply.status).toBe(402);
  });

  test('with a wrong password gets no hint of it', async () => {
    const email = newAddress();
    await signUp(server, email);
    await disable(email);
    expect(errorOf(await signIn(server, email, OTHER_PASSWORD))).toBe('credentials_incorrect');
  });
});

describe('a forgotten password', () => {
  const resetOf = async (email: string, earlier: number) => ({
    account: email,
    new_password: OTHER_PASSWORD,
    secondary_password: OTHER_PASSWORD,
    auth_code: await codeByMail(server, email, 'forget_password', earlier),
  });

  test('is replaced with a code; every session ends and the owner is notified', async () => {
    const email = newAddress();
    const first = await signUp(server, email);
    const second = dataOf(await signIn(server, email));
    dataOf(await server.call('resetPassword', await resetOf(email, 1)));
    for (const tokens of [first, second]) {
      expect(await accessError(server, tokens)).toBe('session_ended');
      expect(errorOf(await refresh(server, tokens))).toBe('session_ended');
    }
    expect(errorOf(await signIn(server, email))).toBe('credentials_incorrect');
    expect(errorOf(await signIn(server, email, OTHER_PASSWORD))).toBeUndefined();
    const [notice] = await messagesTo(server, email, 3);
    expect(notice?.body).toContain('was reset');
  });

  test.each([
    [{ secondary_password: PASSWORD }, 'passwords_do_not_match'],
    [{ new_password: 'Password1', secondary_password: 'Password1' }, 'password_too_simple'],
    [{ new_password: 'letters', secondary_password: 'letters' }, 'password_format_invalid'],
  ] as const)('with %j stays', async (fault, expected) => {
    const email = newAddress();
    await signUp(server, email);
    const fields = { ...(await resetOf(email, 1)), ...fault };
    expect(errorOf(await server.call('resetPassword', fields))).toBe(expected);
    expect(errorOf(await signIn(server, email))).toBeUndefined();
  });

  test('of a locked account unlocks it', async () => {
    const email = newAddress();
    await signUp(server, email);
    for (let failure = 0; failure < 5; failure++) await signIn(server, email, OTHER_PASSWORD);
    expect(errorOf(await signIn(server, email))).toBe('sign_in_locked');
    dataOf(await server.call('resetPassword', await resetOf(email, 2)));
    expect(errorOf(await signIn(server, email, OTHER_PASSWORD))).toBeUndefined();
  });
});

test('the areas are listed with China first', async () => {
  const areas = dataOf(await server.call('listAreas', {}));
  expect(areas).toHaveLength(245);
  expect(areas[0]).toEqual({ id: 1, name: 'China', iso: 'CN', code: '86' });
});

test('a sign-in that races a password reset leaves no session of the old password', async () => {
  for (let round = 0; round < 5; round++) {
    const email = newAddress();
    await signUp(server, email);
    const auth_code = await codeByMail(server, email, 'forget_password', 1);
    const reset = { new_password: OTHER_PASSWORD, secondary_password: OTHER_PASSWORD, auth_code };
    const [, ...signIns] = await Promise.all([
      server.call('resetPassword', { account: email, ...reset }),
      signIn(server, email),
      signIn(server, email),
      signIn(server, email),
    ]);
    for (const answer of signIns)
      if (answer.code === 1)
        expect(await accessError(server, dataOf(answer))).toBe('session_ended');
  }
});

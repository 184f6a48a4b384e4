/** The security center: new passwords and their consequences, sessions, codes to the user. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { ServerTime } from '../../support/identity/authenticator.ts';
import {
  accessError,
  codeByMail,
  codeIn,
  dataOf,
  errorOf,
  messagesTo,
  OTHER_PASSWORD,
  PASSWORD,
  refresh,
  signIn,
} from '../../support/users/accounts.ts';
import {
  amendPassword,
  amendPayPassword,
  OTHER_PAY_PASSWORD,
  PAY_PASSWORD,
  tryPayPassword,
} from '../../support/users/pay-password.ts';
import { newPayer, newUser } from '../../support/users/test-user.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let time: ServerTime;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  time = new ServerTime(server);
});
afterAll(() => giveBack(server));
// These tests do not concern limits per address and hour.
beforeEach(() => time.advance(HOUR_MS));

const securityOf = async (token: string) => dataOf(await server.call('getSecurity', {}, { token }));
const NO_HOLD = { withdrawal_hold_until: null, withdrawal_hold_reason: null };

/** Expects a hold that began just now. */
async function expectHold(token: string, reason: string): Promise<void> {
  const security = await securityOf(token);
  expect(security.withdrawal_hold_reason).toBe(reason);
  const left = (security.withdrawal_hold_until ?? 0) - time.now();
  expect(left).toBeGreaterThan(LIMITS.security_hold_ms - 60_000);
  expect(left).toBeLessThanOrEqual(LIMITS.security_hold_ms);
}

test('a new user has no secrets apart from the login password', async () => {
  const { token } = await newUser(server);
  expect(await securityOf(token)).toEqual({
    has_pay_password: false,
    is_google_bound: false,
    ...NO_HOLD,
  });
});

describe('a new login password', () => {
  test('replaces the old one, ends all other sessions, holds withdrawals and notifies the owner', async () => {
    const { email, token } = await newUser(server);
    const tablet = dataOf(await signIn(server, email));
    expect(await accessError(server, tablet)).toBeUndefined();
    dataOf(await amendPassword(server, token, OTHER_PASSWORD));
    expect(await accessError(server, tablet)).toBe('session_ended');
    expect(errorOf(await refresh(server, tablet))).toBe('session_ended');
    await expectHold(token, 'password_changed');
    expect(errorOf(await signIn(server, email))).toBe('credentials_incorrect');
    expect(errorOf(await signIn(server, email, OTHER_PASSWORD))).toBeUndefined();
    const [notice] = await messagesTo(server, email, 2);
    expect(notice?.subject).toBe('Your Meridian login password was changed');
    expect(notice?.body).toMatch(/24 hours/);
  });

  test('holds withdrawals for 24 hours, and not longer', async () => {
    const { token, email } = await newUser(server);
    dataOf(await amendPassword(server, token, OTHER_PASSWORD));
    await time.advance(LIMITS.security_hold_ms - 60_000);
    const later = dataOf(await signIn(server, email, OTHER_PASSWORD)).accessToken;
    expect((await securityOf(later)).withdrawal_hold_reason).toBe('password_changed');
    await time.advance(60_000);
    expect(await securityOf(later)).toMatchObject(NO_HOLD);
  });

  test('leaves a hold that ends later as it is', async () => {
    const { token, email } = await newUser(server);
    const later = time.now() + 2 * LIMITS.security_hold_ms;
    await queryServer(
      server,
      `insert into user_security (user_id, withdrawal_hold_until_ms, withdrawal_hold_reason)
       select id, $2, 'google_changed' from users where email = $1`,
      [email, later],
    );
    dataOf(await amendPassword(server, token, OTHER_PASSWORD));
    expect(await securityOf(token)).toMatchObject({
      withdrawal_hold_until: later,
      withdrawal_hold_reason: 'password_changed',
    });
  });

  test.each([
    ['password1', 'password_too_simple'],
    ['nodigits', 'password_format_invalid'],
    ['a1', 'password_format_invalid'],
  ])('%s is refused as %s before any request', async (password, error) => {
    const { token } = await newUser(server);
    const answer = await amendPassword(server, token, password, { old_password: 'Wrong99x' });
    expect(errorOf(answer)).toBe(error);
    expect(await securityOf(token)).toMatchObject(NO_HOLD);
  });

  test('with two different entries, or with a wrong old one, changes nothing', async () => {
    const { email, token } = await newUser(server);
    const differing = await server.call(
      'amendPassword',
      { old_password: PASSWORD, password: OTHER_PASSWORD, re_password: 'Walrus99k' },
      { token },
    );
    expect(errorOf(differing)).toBe('passwords_do_not_match');
    const wrong = await amendPassword(server, token, OTHER_PASSWORD, { old_password: 'Wrong99x' });
    expect(errorOf(wrong)).toBe('password_incorrect');
    expect(errorOf(await signIn(server, email))).toBeUndefined();
    expect(await securityOf(token)).toMatchObject(NO_HOLD);
  });

  test('may not be the pay password; trying it counts as a guess of that', async () => {
    const { token } = await newPayer(server);
    const answer = await amendPassword(server, token, PAY_PASSWORD);
    expect(errorOf(answer)).toBe('pay_password_same_as_login');
    let current = PASSWORD;
    for (let change = 0; change < LIMITS.secret_failures_max; change++) {
      const next = `Walrus${10 + change}k`;
      dataOf(await amendPassword(server, token, next, { old_password: current }));
      current = next;
    }
    const guess = await amendPassword(server, token, PAY_PASSWORD, { old_password: current });
    expect(errorOf(guess)).toBe('secret_tries_exhausted');
  });

  test('chosen on two devices at once is set by one, and the other device is signed out', async () => {
    const { email, token } = await newUser(server);
    const other = dataOf(await signIn(server, email)).accessToken;
    const answers = await Promise.all([
      amendPassword(server, token, 'Walrus11k'),
      amendPassword(server, other, 'Walrus22k'),
    ]);
    const errors = answers.map(errorOf);
    expect(errors.filter((error) => error === undefined)).toHaveLength(1);
    const fits = await Promise.all(
      ['Walrus11k', 'Walrus22k'].map((password) => signIn(server, email, password)),
    );
    expect(fits.map((answer) => errorOf(answer) === undefined)).toEqual(
      errors.map((error) => error === undefined),
    );
  });
});

describe('the pay password', () => {
  test('is set for the first time without a hold, and other devices are signed out', async () => {
    const { email, token } = await newUser(server);
    const tablet = dataOf(await signIn(server, email));
    expect(errorOf(await tryPayPassword(server, token, PAY_PASSWORD))).toBe('pay_password_not_set');
    dataOf(await amendPayPassword(server, token));
    expect(await securityOf(token)).toEqual({
      has_pay_password: true,
      is_google_bound: false,
      ...NO_HOLD,
    });
    expect(await accessError(server, tablet)).toBe('session_ended');
    const [notice] = await messagesTo(server, email, 2);
    expect(notice?.subject).toBe('Your Meridian transaction password was set');
  });

  test('is accepted from then on, and the previous one no more', async () => {
    const { email, token } = await newPayer(server);
    const right = 'collection_method_not_found';
    expect(errorOf(await tryPayPassword(server, token, PAY_PASSWORD))).toBe(right);
    expect(errorOf(await tryPayPassword(server, token, PAY_PASSWORD))).toBe(right);
    dataOf(await amendPayPassword(server, token, OTHER_PAY_PASSWORD));
    await expectHold(token, 'pay_password_changed');
    expect(errorOf(await tryPayPassword(server, token, PAY_PASSWORD))).toBe(
      'pay_password_incorrect',
    );
    expect(errorOf(await tryPayPassword(server, token, OTHER_PAY_PASSWORD))).toBe(right);
    const [notice] = await messagesTo(server, email, 3);
    expect(notice?.subject).toBe('Your Meridian transaction password was changed');
  });

  test('may not be the login password', async () => {
    const { token } = await newUser(server);
    expect(errorOf(await amendPayPassword(server, token, PASSWORD))).toBe(
      'pay_password_same_as_login',
    );
    expect((await securityOf(token)).has_pay_password).toBe(false);
  });

  test('needs the login password', async () => {
    const { token } = await newUser(server);
    const answer = await amendPayPassword(server, token, PAY_PASSWORD, {
      login_password: OTHER_PASSWORD,
    });
    expect(errorOf(answer)).toBe('password_incorrect');
    expect((await securityOf(token)).has_pay_password).toBe(false);
  });
});

test('a session that another server has just ended changes nothing, even while it is still cached', async () => {
  const { email, token } = await newUser(server);
  expect((await securityOf(token)).has_pay_password).toBe(false);
  await queryServer(
    server,
    `update sessions set ended_at_ms = 1, ended_reason = 'signed_out'
     where user_id = (select id from users where email = $1)`,
    [email],
  );
  expect(errorOf(await amendPayPassword(server, token))).toBe('session_ended');
  const { accessToken } = dataOf(await signIn(server, email));
  expect((await securityOf(accessToken)).has_pay_password).toBe(false);
});

test('a password that was forgotten and reset holds withdrawals too', async () => {
  const { email } = await newUser(server);
  const code = await codeByMail(server, email, 'forget_password', 1);
  const reset = {
    account: email,
    new_password: OTHER_PASSWORD,
    secondary_password: OTHER_PASSWORD,
    auth_code: code,
  };
  dataOf(await server.call('resetPassword', reset));
  const { accessToken } = dataOf(await signIn(server, email, OTHER_PASSWORD));
  await expectHold(accessToken, 'password_reset');
});

describe('the sessions of a user', () => {
  test('are listed with the present one first, without those of other users', async () => {
    await newUser(server);
    const { email, token } = await newUser(server);
    const asked = await server.call(
      'signIn',
      { account: email, password: PASSWORD },
      { headers: { 'user-agent': 'Tablet/7', 'x-forwarded-for': '203.0.113.7' } },
    );
    const tablet = dataOf(asked);
    const listed = dataOf(await server.call('listSessions', {}, { token }));
    expect(listed.map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(listed[1]).toMatchObject({ user_agent: 'Tablet/7', address: '203.0.113.7' });
    expect(Math.abs((listed[1]?.active_at ?? 0) - time.now())).toBeLessThan(60_000);
    const there = { token: tablet.accessToken };
    const listedThere = dataOf(await server.call('listSessions', {}, there));
    expect(listedThere[0]?.id).toBe(listed[1]?.id);
  });

  test('other than the present one end together, at once', async () => {
    const { email, token } = await newUser(server);
    const others = [dataOf(await signIn(server, email)), dataOf(await signIn(server, email))];
    expect(dataOf(await server.call('endOtherSessions', {}, { token }))).toEqual({ ended: 2 });
    for (const other of others) expect(await accessError(server, other)).toBe('session_ended');
    expect(dataOf(await server.call('listSessions', {}, { token }))).toHaveLength(1);
    expect(dataOf(await server.call('endOtherSessions', {}, { token }))).toEqual({ ended: 0 });
  });
});

describe('a code to the own account', () => {
  const ask = (token: string, channel?: 'email' | 'mobile') =>
    server.call(
      'sendOwnCode',
      { scene: 'bind_address', ...(channel && { channel }) },
      { token, lang: 'en-US' },
    );

  test('comes by mail, once a minute', async () => {
    const { email, token } = await newUser(server);
    expect(dataOf(await ask(token))).toEqual({ resend_after_s: 60, expires_in_s: 600 });
    const [message] = await messagesTo(server, email, 2);
    expect(message?.subject).toBe('Your Meridian withdrawal address code');
    expect(codeIn(message)).toMatch(/^\d{6}$/);
    expect(errorOf(await ask(token))).toBe('code_sent_recently');
    await time.advance(LIMITS.verification_code_resend_ms);
    expect(errorOf(await ask(token, 'email'))).toBeUndefined();
  });

  test('is refused for an address that is not the user’s', async () => {
    const { token } = await newUser(server);
    expect(errorOf(await ask(token, 'mobile'))).toBe('account_format_invalid');
  });

  test('comes by SMS to users who request it, or have nothing else', async () => {
    const { email, token } = await newUser(server);
    const mobile = '+4915112345678';
    await queryServer(server, 'update users set mobile = $2 where email = $1', [email, mobile]);
    dataOf(await ask(token, 'mobile'));
    const [first] = await messagesTo(server, mobile);
    expect(first).toMatchObject({ channel: 'sms' });
    expect(codeIn(first)).toMatch(/^\d{6}$/);
    await queryServer(server, 'update users set email = null where email = $1', [email]);
    await time.advance(LIMITS.verification_code_resend_ms);
    dataOf(await ask(token));
    expect(await messagesTo(server, mobile, 2)).toHaveLength(2);
  });

  test('is different from the codes that the same address gets without signing in', async () => {
    const { email, token } = await newUser(server);
    dataOf(await ask(token));
    const [message] = await messagesTo(server, email, 2);
    const reset = {
      account: email,
      new_password: OTHER_PASSWORD,
      secondary_password: OTHER_PASSWORD,
      auth_code: codeIn(message),
    };
    expect(errorOf(await server.call('resetPassword', reset))).toBe('code_incorrect');
  });
});

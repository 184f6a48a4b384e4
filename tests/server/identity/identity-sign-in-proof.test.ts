/** The second proof of a sign-in: authenticator codes, and codes for new devices (RULES). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { bindAuthenticator, googleCode, ServerTime } from '../../support/identity/authenticator.ts';
import {
  accessError,
  codeIn,
  dataOf,
  errorOf,
  messagesTo,
  newAddress,
  OTHER_PASSWORD,
  PASSWORD,
  registration,
  codeByMail,
  signIn,
} from '../../support/users/accounts.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { newUser } from '../../support/users/test-user.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const [PHONE, LAPTOP] = ['0123456789abcdef'.repeat(2), 'fedcba9876543210'.repeat(2)];

describe('a bound authenticator', () => {
  let server: TestServer;
  let time: ServerTime;
  beforeAll(async () => {
    server = await borrowServer({}, { movesClock: true });
    time = new ServerTime(server);
  });
  afterAll(() => giveBack(server));

  /** A user with an authenticator, at the start of an unused time step. */
  async function newBound() {
    const person = await newUser(server);
    await time.nextStep();
    const key = await bindAuthenticator(server, time, person.token);
    await time.nextStep();
    const attempt = (code?: string, password = PASSWORD) =>
      server.call('signIn', {
        account: person.email,
        password,
        ...(code !== undefined && { sms_code: code }),
      });
    return { ...person, attempt, codeAt: (stepsOff = 0) => googleCode(key, time.now(), stepsOff) };
  }

  test('is asked for after the right password only', async () => {
    const { attempt, codeAt } = await newBound();
    expect(errorOf(await attempt(undefined, OTHER_PASSWORD))).toBe('credentials_incorrect');
    expect(errorOf(await attempt(codeAt(), OTHER_PASSWORD))).toBe('credentials_incorrect');
    expect(errorOf(await attempt())).toBe('google_code_required');
    expect(errorOf(await attempt(''))).toBe('google_code_required');
    const tokens = dataOf(await attempt(codeAt()));
    expect(await accessError(server, tokens)).toBeUndefined();
  });

  test('accepts each code once, for one of several sign-ins at the same time', async () => {
    const { attempt, codeAt } = await newBound();
    const code = codeAt();
    const answers = await Promise.all([1, 2, 3].map(() => attempt(code)));
    expect(answers.map(errorOf).toSorted()).toEqual([
      'google_code_incorrect',
      'google_code_incorrect',
      undefined,
    ]);
  });

  test('locks the sign-in after five wrong codes, also for the right code, and notifies the owner', async () => {
    const { email, attempt, codeAt } = await newBound();
    const wrong = codeAt(20);
    for (let tries = 0; tries < LIMITS.sign_in_failures_max; tries += 1)
      expect(errorOf(await attempt(wrong))).toBe('google_code_incorrect');
    expect(errorOf(await attempt(codeAt()))).toBe('sign_in_locked');
    const mails = await messagesTo(server, email, 3);
    expect(mails.map(({ subject }) => subject)).toContain('Meridian sign-in paused');
  });

  test('is not counted when it is missing, and not for a repeated right code', async () => {
    const { attempt, codeAt } = await newBound();
    for (let tries = 0; tries <= LIMITS.sign_in_failures_max; tries += 1)
      expect(errorOf(await attempt())).toBe('google_code_required');
    const code = codeAt();
    dataOf(await attempt(code));
    for (let tries = 0; tries <= LIMITS.sign_in_failures_max; tries += 1)
      expect(errorOf(await attempt(code))).toBe('google_code_incorrect');
    await time.nextStep();
    dataOf(await attempt(codeAt()));
  });

  test('is needed by a sign-in that had passed its check before the binding', async () => {
    const { email, token } = await newUser(server);
    await time.nextStep();
    const { secret } = dataOf(await server.call('createGoogleKey', {}, { token }));
    const binding = { password: PASSWORD, google_code: googleCode(secret, time.now()) };
    const [bound, ...signIns] = await Promise.all([
      server.call('bindGoogle', binding, { token }),
      ...[1, 2, 3, 4].map(() => signIn(server, email)),
    ]);
    expect(errorOf(bound)).toBeUndefined();
    for (const answer of signIns)
      if (errorOf(answer) === undefined)
        expect(await accessError(server, dataOf(answer))).toBe('session_ended');
      else expect(errorOf(answer)).toBe('google_code_required');
  });
});

describe('a lost authenticator', () => {
  let server: TestServer;
  let operator: TestOperator;
  beforeAll(async () => {
    server = await borrowServer();
    operator = await signInOperator(server);
  });
  afterAll(() => giveBack(server));

  test('is removed by an operator, with a hold of withdrawals and a mail, and all devices are signed out', async () => {
    const { email, token } = await newUser(server);
    await bindAuthenticator(server, new ServerTime(server), token);
    expect(errorOf(await signIn(server, email))).toBe('google_code_required');
    const { users } = await operator.ask('searchUsers', { text: email });
    const id = String(users[0]?.id);
    expect(await operator.ask('getUser', { id })).toMatchObject({ has_authenticator: true });
    await operator.ask('removeAuthenticator', { id, reason: 'a test' });
    expect(await operator.ask('getUser', { id })).toMatchObject({ has_authenticator: false });
    expect(errorOf(await server.call('getUserInfo', {}, { token }))).toBe('session_ended');
    const { accessToken } = dataOf(await signIn(server, email));
    const security = dataOf(await server.call('getSecurity', {}, { token: accessToken }));
    expect(security).toMatchObject({
      is_google_bound: false,
      withdrawal_hold_reason: 'google_changed',
    });
    const mails = await messagesTo(server, email, 3);
    expect(mails.map(({ subject }) => subject)).toContain(
      'Authenticator app removed from your Meridian account',
    );
  });
});

describe('a new device', () => {
  let server: TestServer;
  let time: ServerTime;
  beforeAll(async () => {
    server = await borrowServer({ NEW_DEVICE_CODE: 'on' }, { movesClock: true });
    time = new ServerTime(server);
  });
  afterAll(() => giveBack(server));

  /** A user who has registered with the phone, or with a client that sent no id. */
  async function newOwner({ hasId = true } = {}) {
    const email = newAddress();
    const fields = {
      ...registration(email, await codeByMail(server, email)),
      ...(hasId && { device_id: PHONE }),
    };
    dataOf(await server.call('register', fields, { lang: 'en-US' }));
    const attempt = (device?: string, code?: string, password = PASSWORD) =>
      server.call(
        'signIn',
        {
          account: email,
          password,
          ...(device !== undefined && { device_id: device }),
          ...(code !== undefined && { sms_code: code }),
        },
        { lang: 'en-US' },
      );
    /** The code of the latest of `count` mails. */
    const mailedCode = async (count: number) => codeIn((await messagesTo(server, email, count))[0]);
    return { email, attempt, mailedCode };
  }

  test('needs the mailed code once, and the owner is notified; the first device needs none', async () => {
    const { email, attempt, mailedCode } = await newOwner();
    dataOf(await attempt(PHONE));
    const refused = await attempt(LAPTOP);
    expect(errorOf(refused)).toBe('device_code_required');
    expect(errorOf(await attempt(LAPTOP, undefined, OTHER_PASSWORD))).toBe('credentials_incorrect');
    const code = await mailedCode(2);
    const tokens = dataOf(await attempt(LAPTOP, code));
    expect(await accessError(server, tokens)).toBeUndefined();
    const [notice] = await messagesTo(server, email, 3);
    expect(notice?.subject).toBe('A new device signed in to Meridian');
    expect(notice?.body).toMatch(/on \d{4}-\d\d-\d\d \d\d:\d\d UTC from the IP address \S+\./);
    dataOf(await attempt(LAPTOP));
    expect(errorOf(await attempt('a'.repeat(32), code))).toBe('code_incorrect');
  });

  test('is any client without an id, which also gets no session from the code of another user', async () => {
    const { attempt } = await newOwner();
    const other = await newOwner();
    expect(errorOf(await attempt())).toBe('device_code_required');
    expect(errorOf(await other.attempt())).toBe('device_code_required');
    expect(errorOf(await attempt(undefined, await other.mailedCode(2)))).toBe('code_incorrect');
    // The name of the client, with which the user has registered, replaces no code.
    const nameless = await newOwner({ hasId: false });
    expect(errorOf(await nameless.attempt())).toBe('device_code_required');
    // The device of another user is not known.
    const third = await newOwner();
    expect(errorOf(await third.attempt(LAPTOP))).toBe('device_code_required');
  });

  test('gets no second mail within a minute, and one afterwards', async () => {
    const { email, attempt, mailedCode } = await newOwner();
    await attempt(LAPTOP);
    const first = await mailedCode(2);
    const again = await attempt(LAPTOP);
    expect(errorOf(again)).toBe('device_code_required');
    expect(again).toMatchObject({ retry_after_s: expect.closeTo(58, -1) });
    await time.advance(LIMITS.verification_code_resend_ms);
    expect(errorOf(await attempt(LAPTOP))).toBe('device_code_required');
    const second = await mailedCode(3);
    expect(await messagesTo(server, email, 3)).toHaveLength(3);
    if (first !== second) expect(errorOf(await attempt(LAPTOP, first))).toBe('code_incorrect');
    dataOf(await attempt(LAPTOP, second));
  });

  test('locks the sign-in of all devices after five guesses', async () => {
    const { attempt, mailedCode } = await newOwner();
    await attempt(LAPTOP);
    const right = await mailedCode(2);
    const wrong = right === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < LIMITS.sign_in_failures_max; tries += 1)
      expect(errorOf(await attempt(LAPTOP, wrong))).toBe('code_incorrect');
    expect(errorOf(await attempt(LAPTOP, right))).toBe('sign_in_locked');
    expect(errorOf(await attempt(PHONE))).toBe('sign_in_locked');
  });

  test('is new again 90 days after its last sign-in', async () => {
    const { attempt } = await newOwner();
    await time.advance(LIMITS.device_known_ms - 60_000);
    dataOf(await attempt(PHONE));
    await time.advance(LIMITS.device_known_ms);
    expect(errorOf(await attempt(PHONE))).toBe('device_code_required');
  });
});

/** Guessing the secrets of a user whose session is in other hands. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts';
import { hashPassword } from '../../../server/areas/identity/password-hasher.ts';
import { bindAuthenticator, googleCode, ServerTime } from '../../support/identity/authenticator.ts';
import {
  dataOf,
  errorOf,
  messagesTo,
  OTHER_PASSWORD,
  PASSWORD,
  signIn,
} from '../../support/users/accounts.ts';
import {
  amendPassword,
  amendPayPassword,
  OTHER_PAY_PASSWORD,
  PAY_PASSWORD,
  tryPayPassword,
} from '../../support/users/pay-password.ts';
import { newPayer } from '../../support/users/test-user.ts';
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
beforeEach(() => time.advance(HOUR_MS));

const FAILURES_MAX = LIMITS.secret_failures_max;
const WINDOW_MS = LIMITS.secret_failure_window_ms;
/** The error after a correct pay password in this call. */
const RIGHT = 'collection_method_not_found';

const guess = async (token: string, from = 1) =>
  errorOf(
    await tryPayPassword(server, token, OTHER_PAY_PASSWORD, {
      'x-forwarded-for': `198.51.100.${from}`,
    }),
  );
const tryRight = async (token: string) =>
  errorOf(await tryPayPassword(server, token, PAY_PASSWORD));

describe('guessing the pay password', () => {
  test('ends after five tries for 15 minutes, even for the right one, and the owner is notified once', async () => {
    const { email, token } = await newPayer(server);
    expect(await tryRight(token)).toBe(RIGHT);
    for (let tries = 0; tries < FAILURES_MAX; tries++)
      expect(await guess(token, tries)).toBe('pay_password_incorrect');
    const locked = await tryPayPassword(server, token, PAY_PASSWORD);
    expect(errorOf(locked)).toBe('secret_tries_exhausted');
    const waitS = 'retry_after_s' in locked ? (locked.retry_after_s ?? 0) : 0;
    expect(waitS).toBeGreaterThan(WINDOW_MS / 1_000 - 60);
    expect(waitS).toBeLessThanOrEqual(WINDOW_MS / 1_000);
    expect(await guess(token)).toBe('secret_tries_exhausted');
    // The mail about the new password is on its way, too, and may arrive later.
    const subjects = (await messagesTo(server, email, 3)).map(({ subject }) => subject);
    expect(subjects).toContain('Some actions are paused on your Meridian account');
    await time.advance(WINDOW_MS);
    const { accessToken } = dataOf(await signIn(server, email));
    expect(await tryRight(accessToken)).toBe(RIGHT);
    expect(await messagesTo(server, email, 3)).toHaveLength(3);
  });

  test('at once from many addresses and sessions is checked five times, even with a right one among them', async () => {
    const { email, token } = await newPayer(server);
    expect(await tryRight(token)).toBe(RIGHT);
    const other = dataOf(await signIn(server, email)).accessToken;
    const wrong = Array.from({ length: 60 }, (_, index) =>
      guess(index % 2 === 0 ? token : other, index),
    );
    // Sent among the last: after the fifth attempt nothing is compared any more.
    const right = tryRight(other);
    const answers = await Promise.all(wrong);
    const checked = answers.filter((error) => error === 'pay_password_incorrect');
    expect(checked).toHaveLength(FAILURES_MAX);
    expect(await right).toBe('secret_tries_exhausted');
    expect(await tryRight(token)).toBe('secret_tries_exhausted');
  });

  test('stops after 30 failures in a day', async () => {
    const { email } = await newPayer(server);
    for (let failed = 0; failed < LIMITS.secret_failures_per_day_max; failed += FAILURES_MAX) {
      const { accessToken } = dataOf(await signIn(server, email));
      for (let tries = 0; tries < FAILURES_MAX; tries++)
        expect(await guess(accessToken)).toBe('pay_password_incorrect');
      await time.advance(WINDOW_MS);
    }
    const { accessToken } = dataOf(await signIn(server, email));
    const locked = await tryPayPassword(server, accessToken, PAY_PASSWORD);
    expect(errorOf(locked)).toBe('secret_tries_exhausted');
    expect('retry_after_s' in locked && locked.retry_after_s).toBeGreaterThan(WINDOW_MS / 1_000);
    await time.advance(DAY_MS);
    const later = dataOf(await signIn(server, email)).accessToken;
    expect(await tryRight(later)).toBe(RIGHT);
  });

  test('is not made easier by right ones in between', async () => {
    const { token } = await newPayer(server);
    for (let tries = 0; tries < FAILURES_MAX; tries++) {
      expect(await tryRight(token)).toBe(RIGHT);
      expect(await guess(token)).toBe('pay_password_incorrect');
    }
    expect(await tryRight(token)).toBe('secret_tries_exhausted');
  });

  test('does not affect other users', async () => {
    const [one, other] = [await newPayer(server), await newPayer(server)];
    for (let tries = 0; tries <= FAILURES_MAX; tries++) await guess(one.token);
    expect(await tryRight(other.token)).toBe(RIGHT);
  });
});

test('wrong passwords and codes of all kinds count together', async () => {
  const { token } = await newPayer(server);
  await time.nextStep();
  const key = await bindAuthenticator(server, time, token);
  await time.nextStep();
  const wrongCode = googleCode(key, time.now(), 40);
  const pay = (more: { google_code?: string; login_password?: string }) =>
    amendPayPassword(server, token, OTHER_PAY_PASSWORD, more);
  expect(await guess(token)).toBe('pay_password_incorrect');
  expect(errorOf(await pay({ google_code: wrongCode }))).toBe('google_code_incorrect');
  expect(errorOf(await pay({ login_password: OTHER_PASSWORD }))).toBe('password_incorrect');
  const unbind = { password: PASSWORD, google_code: wrongCode };
  expect(errorOf(await server.call('unbindGoogle', unbind, { token }))).toBe(
    'google_code_incorrect',
  );
  const amended = await amendPassword(server, token, 'Walrus11k', { old_password: 'Wrong99x' });
  expect(errorOf(amended)).toBe('password_incorrect');
  const right = { google_code: googleCode(key, time.now()) };
  expect(errorOf(await pay(right))).toBe('secret_tries_exhausted');
  expect(await tryRight(token)).toBe('secret_tries_exhausted');
});

test('a code that was right once costs no try when it is sent again', async () => {
  const { token } = await newPayer(server);
  await time.nextStep();
  const key = await bindAuthenticator(server, time, token);
  await time.nextStep();
  const code = googleCode(key, time.now());
  dataOf(await amendPayPassword(server, token, OTHER_PAY_PASSWORD, { google_code: code }));
  for (let repeats = 0; repeats < 2 * FAILURES_MAX; repeats++)
    expect(errorOf(await amendPayPassword(server, token, 'Otter11n', { google_code: code }))).toBe(
      'google_code_incorrect',
    );
});

test('users who pay many times at once with the right one are all let through', async () => {
  const payers = [];
  for (let count = 0; count < 3; count++) payers.push(await newPayer(server));
  const answers = await Promise.all(
    payers.flatMap(({ token }) => Array.from({ length: 40 }, () => tryRight(token))),
  );
  expect(new Set(answers)).toEqual(new Set([RIGHT]));
});

test('users beyond the capacity of checks are asked to wait, and it counts against none of them', async () => {
  const { email } = await newPayer(server);
  const copies = 70;
  // A slow check, so that all guesses arrive during the first ones on any machine.
  const slowHash = await hashPassword(PAY_PASSWORD, 'full');
  await queryServer(
    server,
    `insert into users (uid, email, password_hash, pay_password_hash, invite_code, locale, created_at_ms)
     select 'copy' || n, 'copy' || n || '@example.org', password_hash, $3, 'COPY' || n,
       locale, 0 from users, generate_series(1, $1::int) n where email = $2`,
    [copies, email, slowHash],
  );
  const tokens: string[] = [];
  for (let n = 1; n <= copies; n++)
    tokens.push(dataOf(await signIn(server, `copy${n}@example.org`)).accessToken);
  const errors = await Promise.all(tokens.map((token) => guess(token)));
  expect(new Set(errors)).toEqual(new Set(['pay_password_incorrect', 'service_unavailable']));
  const waiting = tokens[errors.indexOf('service_unavailable')] ?? '';
  for (let tries = 0; tries < FAILURES_MAX; tries++)
    expect(await guess(waiting)).toBe('pay_password_incorrect');
  expect(await guess(waiting)).toBe('secret_tries_exhausted');
});

test('the log holds none of the secrets', async () => {
  const { token } = await newPayer(server);
  await tryRight(token);
  await guess(token);
  const log = server.logs.join('\n');
  for (const secret of [PASSWORD, PAY_PASSWORD, OTHER_PAY_PASSWORD])
    expect(log).not.toContain(secret);
});

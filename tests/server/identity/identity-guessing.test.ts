/** Guessing of passwords and codes: locks, their notices, equal response times. */
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts';
import {
  codeByMail,
  errorOf,
  messagesTo,
  newAddress,
  OTHER_PASSWORD,
  PASSWORD,
  registration,
  signIn,
  signUp,
} from '../../support/users/accounts.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SEED: 'none', PASSWORD_COST: 'full' } });
});
afterAll(() => server.stop());
beforeEach(() => server.controlAdvance(HOUR_MS));

const FAILURES_MAX = LIMITS.sign_in_failures_max;
const WINDOW_MS = LIMITS.sign_in_failure_window_ms;

const guess = async (email: string) => errorOf(await signIn(server, email, OTHER_PASSWORD));
const fail = async (email: string, times: number) => {
  for (let failure = 0; failure < times; failure++)
    expect(await guess(email)).toBe('credentials_incorrect');
};

describe('guessing a password', () => {
  test('locks the account after five failures for 15 minutes, for the right password too', async () => {
    const email = newAddress();
    await signUp(server, email);
    await fail(email, FAILURES_MAX);
    const locked = await signIn(server, email);
    expect(errorOf(locked)).toBe('sign_in_locked');
    const wait = 'retry_after_s' in locked ? (locked.retry_after_s ?? 0) : 0;
    expect(wait).toBeGreaterThan(WINDOW_MS / 1_000 - 60);
    expect(wait).toBeLessThanOrEqual(WINDOW_MS / 1_000);
    await server.controlAdvance(WINDOW_MS);
    expect(errorOf(await signIn(server, email))).toBeUndefined();
  });

  test('is reported to the owner, once a lock', async () => {
    const email = newAddress();
    await signUp(server, email);
    await fail(email, FAILURES_MAX);
    for (let knock = 0; knock < 3; knock++) expect(await guess(email)).toBe('sign_in_locked');
    const [notice] = await messagesTo(server, email, 2);
    expect(notice?.subject).toBe('Meridian sign-in paused');
    // The third message is the third code, so no other message was sent between.
    await codeByMail(server, email, 'forget_password', 2);
    expect(await messagesTo(server, email, 3)).toHaveLength(3);
  });

  test('at once from forged addresses is checked five times', async () => {
    const email = newAddress();
    await signUp(server, email);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        server.call(
          'signIn',
          { account: email, password: OTHER_PASSWORD },
          { headers: { 'x-forwarded-for': `203.0.113.${index}` } },
        ),
      ),
    );
    const errors = answers.map(errorOf);
    expect(errors.filter((error) => error === 'credentials_incorrect')).toHaveLength(FAILURES_MAX);
    expect(errors.filter((error) => error === 'sign_in_locked')).toHaveLength(30 - FAILURES_MAX);
  });

  test('restarts its count after the owner signed in', async () => {
    const email = newAddress();
    await signUp(server, email);
    for (let round = 0; round < 3; round++) {
      await fail(email, FAILURES_MAX - 1);
      expect(errorOf(await signIn(server, email))).toBeUndefined();
    }
  });

  test('stops after 100 failures in a day', async () => {
    const email = newAddress();
    await signUp(server, email);
    for (
      let failures = 0;
      failures < LIMITS.sign_in_failures_per_day_max;
      failures += FAILURES_MAX
    ) {
      await fail(email, FAILURES_MAX);
      await server.controlAdvance(WINDOW_MS);
    }
    const locked = await signIn(server, email);
    expect(errorOf(locked)).toBe('sign_in_locked');
    expect('retry_after_s' in locked && locked.retry_after_s).toBeGreaterThan(WINDOW_MS / 1_000);
    await server.controlAdvance(DAY_MS);
    expect(errorOf(await signIn(server, email))).toBeUndefined();
  });

  test('does not lock out a user who signs in on many devices at once', async () => {
    const email = newAddress();
    await signUp(server, email);
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(server, email)));
    expect(answers.map(errorOf)).toEqual(Array.from({ length: 12 }, () => undefined));
  });
});

test('a flood of sign-ins is refused in part, counts against no account, and leaves other calls alone', async () => {
  const accounts = Array.from({ length: 150 }, () => newAddress());
  const flood = Promise.all(accounts.map((account) => signIn(server, account)));
  expect(errorOf(await server.call('listAreas', {}))).toBeUndefined();
  const errors = (await flood).map(errorOf);
  const [busy] = accounts.filter((_, index) => errors[index] === 'service_unavailable');
  expect(new Set(errors)).toEqual(new Set(['credentials_incorrect', 'service_unavailable']));
  await fail(busy ?? '', FAILURES_MAX);
  expect(await guess(busy ?? '')).toBe('sign_in_locked');
});

describe('the existence of an account is not revealed', () => {
  test('by signing in', async () => {
    const known = newAddress();
    await signUp(server, known);
    const unknown = newAddress();
    for (let tries = 0; tries <= FAILURES_MAX; tries++) {
      const [a, b] = [
        await signIn(server, known, OTHER_PASSWORD),
        await signIn(server, unknown, OTHER_PASSWORD),
      ];
      expect({ ...b, retry_after_s: 0 }).toEqual({ ...a, retry_after_s: 0 });
    }
  });

  // A busy machine may spoil one comparison; an oracle spoils all of them.
  test('by the time that signing in takes', { retry: 3 }, async () => {
    const people = Array.from({ length: 8 }, () => newAddress());
    for (const email of people) await signUp(server, email);
    const times: Record<'known' | 'unknown' | 'hashing', number[]> = {
      known: [],
      unknown: [],
      hashing: [],
    };
    const guessAt = (email: string) => signIn(server, email, OTHER_PASSWORD);
    for (let round = 1; round < FAILURES_MAX; round++)
      for (const [index, email] of people.entries()) {
        // The order of the calls changes, so that other load affects all alike.
        const turns = [
          async () => times.known.push(await msOf(() => guessAt(email))),
          async () => times.unknown.push(await msOf(() => guessAt(newAddress()))),
          async () => times.hashing.push(await msOf(() => hash(PASSWORD))),
        ];
        for (let turn = 0; turn < turns.length; turn++)
          await turns[(turn + index) % turns.length]?.();
      }
    // The minimum is the cost of the work without interference.
    const difference = Math.abs(Math.min(...times.known) - Math.min(...times.unknown));
    expect(difference).toBeLessThan(Math.min(...times.hashing) / 2);
  });

  test.each(['register', 'forget_password'] as const)(
    'by requesting a code to %s, nor by its tries',
    async (scene) => {
      const known = newAddress();
      await signUp(server, known);
      const unknown = newAddress();
      await server.controlAdvance(LIMITS.verification_code_resend_ms);
      const answersFor = async (email: string) => {
        const ask = () => server.call('sendEmailCode', { email, scene });
        const tryCode = () =>
          scene === 'register'
            ? server.call('register', registration(email, '000000'))
            : server.call('resetPassword', {
                account: email,
                new_password: PASSWORD,
                secondary_password: PASSWORD,
                auth_code: '000000',
              });
        const answers: unknown[] = [await ask()];
        for (let tries = 0; tries <= LIMITS.verification_code_tries_max; tries++)
          answers.push(await tryCode());
        await server.controlAdvance(LIMITS.verification_code_valid_ms);
        answers.push(await tryCode());
        return answers;
      };
      expect(await answersFor(known)).toEqual(await answersFor(unknown));
    },
  );

  test('but the owner is notified of an attempt to register the account, in their language', async () => {
    const email = newAddress();
    await signUp(server, email);
    await server.controlAdvance(LIMITS.verification_code_resend_ms);
    await server.call('sendEmailCode', { email, scene: 'register' }, { lang: 'fr-FR' });
    const [notice] = await messagesTo(server, email, 2);
    expect(notice?.subject).toBe('You already have a Meridian account');
    expect(notice?.body).not.toMatch(/\d{6}/);
  });

  test('and no code is sent to an unknown address that requests recovery', async () => {
    const unknown = newAddress();
    await server.call('sendEmailCode', { email: unknown, scene: 'forget_password' });
    // The same queue sends this later: once it has arrived, the other would have.
    await codeByMail(server, newAddress());
    expect(await messagesTo(server, unknown, 0)).toEqual([]);
  });
});

test('the log holds no password and no token', async () => {
  const email = newAddress();
  const tokens = await signUp(server, email);
  await guess(email);
  await server.call('getUserInfo', {}, { token: tokens.accessToken });
  await server.call('refreshTokens', {}, { token: tokens.refreshToken });
  const log = server.logs.join('\n');
  for (const secret of [PASSWORD, OTHER_PASSWORD, tokens.accessToken, tokens.refreshToken])
    expect(log).not.toContain(secret);
  // The mailbox prints its messages to the log, which proves that the log was read.
  expect(log).toContain(email);
});

async function msOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** Codes by mail and SMS: lifetime, wrong tries, waits between two codes, language. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import {
  codeByMail,
  dataOf,
  errorOf,
  messagesTo,
  newAddress,
  OTHER_PASSWORD,
  registration,
  signUp,
} from '../../support/users/accounts.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SEED: 'none' } });
});
afterAll(() => server.stop());
// An hour later, so that every test has the hourly sends of this address to itself.
beforeEach(() => server.controlAdvance(HOUR_MS));

const register = async (email: string, code: string) =>
  errorOf(await server.call('register', registration(email, code)));

const reset = async (email: string, code: string, password = OTHER_PASSWORD) =>
  errorOf(
    await server.call('resetPassword', {
      account: email,
      new_password: password,
      secondary_password: password,
      auth_code: code,
    }),
  );

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a verification code', () => {
  test('is returned with its waits and comes in the language of the caller', async () => {
    const email = newAddress();
    const fields = { email, scene: 'register' } as const;
    const sent = dataOf(await server.call('sendEmailCode', fields, { lang: 'ja-JP' }));
    expect(sent).toEqual({ resend_after_s: 60, expires_in_s: 600 });
    const [message] = await messagesTo(server, email);
    expect(message?.subject).toBe('Meridian登録用認証コード');
  });

  test('that is wrong is refused, and the right one is still accepted afterwards', async () => {
    const email = newAddress();
    const code = await codeByMail(server, email);
    expect(await register(email, otherThan(code))).toBe('code_incorrect');
    expect(await register(email, code)).toBeUndefined();
  });

  test('is invalid after five wrong tries, even if right; a new one works', async () => {
    const email = newAddress();
    const code = await codeByMail(server, email);
    for (let tries = 0; tries < LIMITS.verification_code_tries_max; tries++)
      expect(await register(email, otherThan(code))).toBe('code_incorrect');
    expect(await register(email, code)).toBe('code_tries_exhausted');
    await server.controlAdvance(LIMITS.verification_code_resend_ms);
    expect(await register(email, await codeByMail(server, email, 'register', 1))).toBeUndefined();
  });

  test('is checked no more than five times by any number of parallel tries', async () => {
    const email = newAddress();
    const wrong = otherThan(await codeByMail(server, email));
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(email, wrong)));
    expect(answers.filter((error) => error === 'code_incorrect')).toHaveLength(5);
    expect(answers.filter((error) => error === 'code_tries_exhausted')).toHaveLength(15);
  });

  test('is good until just before its ten minutes are over', async () => {
    const [early, late] = [newAddress(), newAddress()];
    const [earlyCode, lateCode] = [await codeByMail(server, early), await codeByMail(server, late)];
    await server.controlAdvance(LIMITS.verification_code_valid_ms - 30_000);
    expect(await register(early, earlyCode)).toBeUndefined();
    await server.controlAdvance(30_000);
    expect(await register(late, lateCode)).toBe('code_expired');
  });

  test('works once', async () => {
    const email = newAddress();
    await signUp(server, email);
    const code = await codeByMail(server, email, 'forget_password', 1);
    expect(await reset(email, code)).toBeUndefined();
    expect(await reset(email, code, 'Ferret99k')).toBe('code_incorrect');
  });

  test('works once even when it is used many times at the same moment', async () => {
    const email = newAddress();
    await signUp(server, email);
    const code = await codeByMail(server, email, 'forget_password', 1);
    const passwords = Array.from({ length: 6 }, (_, index) => `Ferret9${index}k`);
    const errors = await Promise.all(passwords.map((password) => reset(email, code, password)));
    expect(errors.filter((error) => error === undefined)).toHaveLength(1);
  });

  test('of one scene is refused in the other', async () => {
    const [known, unknown] = [newAddress(), newAddress()];
    await signUp(server, known);
    const resetCode = await codeByMail(server, known, 'forget_password', 1);
    expect(await register(known, resetCode)).toBe('code_incorrect');
    const registerCode = await codeByMail(server, unknown);
    expect(await reset(unknown, registerCode)).toBe('code_incorrect');
    expect(await register(unknown, registerCode)).toBeUndefined();
  });

  test('of one account is refused for another', async () => {
    const [ann, bob] = [newAddress(), newAddress('bob')];
    const code = await codeByMail(server, ann);
    const ofBob = await codeByMail(server, bob);
    if (code !== ofBob) expect(await register(bob, code)).toBe('code_incorrect');
    expect(await register(newAddress('eve'), code)).toBe('code_incorrect');
  });
});

describe('requesting a code', () => {
  const ask = (email: string, scene: 'register' | 'forget_password' = 'register') =>
    server.call('sendEmailCode', { email, scene });

  test('again within a minute is refused with the wait', async () => {
    const email = newAddress();
    dataOf(await ask(email));
    await server.controlAdvance(20_000);
    const refused = await ask(email.toUpperCase());
    expect(errorOf(refused)).toBe('code_sent_recently');
    const wait = 'retry_after_s' in refused ? (refused.retry_after_s ?? 0) : 0;
    expect(wait).toBeGreaterThan(30);
    expect(wait).toBeLessThanOrEqual(40);
  });

  test('again after a minute makes the first one useless', async () => {
    const email = newAddress();
    const first = await codeByMail(server, email);
    await server.controlAdvance(LIMITS.verification_code_resend_ms);
    const second = await codeByMail(server, email, 'register', 1);
    if (first !== second) expect(await register(email, first)).toBe('code_incorrect');
    expect(await register(email, second)).toBeUndefined();
  });

  test('many times at once sends one', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(email)));
    expect(answers.map(errorOf).filter((error) => error === undefined)).toHaveLength(1);
  });

  test('more than 20 times a day for one account is refused', async () => {
    const email = newAddress();
    for (let sent = 0; sent < LIMITS.verification_codes_per_account_per_day; sent++) {
      dataOf(await ask(email));
      await server.controlAdvance(LIMITS.verification_code_resend_ms);
    }
    expect(errorOf(await ask(email))).toBe('code_sent_recently');
    await server.controlAdvance(24 * HOUR_MS);
    expect(errorOf(await ask(email))).toBeUndefined();
  });

  test('more than 60 times an hour from one address is refused, whatever its headers claim', async () => {
    const max = LIMITS.verification_codes_per_address_per_hour;
    for (let sent = 0; sent < max; sent++) dataOf(await ask(newAddress()));
    const fields = { email: newAddress(), scene: 'register' } as const;
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const refused = await server.call('sendEmailCode', fields, { headers });
    expect(errorOf(refused)).toBe('rate_limited');
    await server.controlAdvance(HOUR_MS);
    expect(errorOf(await ask(newAddress()))).toBeUndefined();
  });

  test('many times at once from one address stops at the same limit', async () => {
    const max = LIMITS.verification_codes_per_address_per_hour;
    const wanted = Array.from({ length: max + 15 }, () => newAddress());
    const errors = (await Promise.all(wanted.map((email) => ask(email)))).map(errorOf);
    expect(errors.filter((error) => error === undefined)).toHaveLength(max);
    expect(errors.filter((error) => error === 'rate_limited')).toHaveLength(15);
  });

  test.each([
    ['not-an-address', 'account_format_invalid'],
    ['\u0430nn@example.org', 'account_format_invalid'],
  ])('for %j is refused', async (email, expected) => {
    expect(errorOf(await ask(email))).toBe(expected);
  });

  test.each([
    [{ mobile: '123456' }, 'account_format_invalid'],
    [{ mobile: '13800138000', area_id: '99999' }, 'area_unknown'],
  ])('by SMS for %j is refused', async (fields, expected) => {
    const answer = await server.call('sendSmsCode', { ...fields, scene: 'register' });
    expect(errorOf(answer)).toBe(expected);
  });
});

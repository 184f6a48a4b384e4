/** The Google authenticator: binding, one-time codes, unbinding. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { openIdentity } from '../../../server/areas/identity/open-identity.ts';
import { createLog } from '../../../server/kit/log.ts';
import { Outbox } from '../../../server/kit/outbox/outbox.ts';
import { createNotify } from '../../../server/kit/notify/create-notify.ts';
import { bindAuthenticator, googleCode, ServerTime } from '../../support/identity/authenticator.ts';
import {
  accessError,
  dataOf,
  errorOf,
  messagesTo,
  OTHER_PASSWORD,
  PASSWORD,
  refresh,
  signIn,
} from '../../support/users/accounts.ts';
import { amendPassword, amendPayPassword } from '../../support/users/pay-password.ts';
import { newUser } from '../../support/users/test-user.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
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
beforeEach(async () => {
  await time.advance(HOUR_MS);
  await time.nextStep();
});

/** Ids of two pages. */
const [PAGE, OTHER_PAGE] = ['0123456789abcdef'.repeat(2), 'fedcba9876543210'.repeat(2)];
const createKey = (token: string, page = PAGE) =>
  server.call('createGoogleKey', { binding_id: page }, { token });
const bind = (token: string, code: string, password = PASSWORD) =>
  server.call('bindGoogle', { password, google_code: code }, { token });
const unbind = (token: string, code: string, password = PASSWORD) =>
  server.call('unbindGoogle', { password, google_code: code }, { token });
const securityOf = async (token: string) => dataOf(await server.call('getSecurity', {}, { token }));

/** A user with an authenticator; all time steps up to now are used up. */
async function newBound() {
  const person = await newUser(server);
  const key = await bindAuthenticator(server, time, person.token);
  await time.nextStep();
  return { ...person, key, codeOf: (stepsOff = 0) => googleCode(key, time.now(), stepsOff) };
}

describe('a new key', () => {
  test('has the form that authenticator apps read', async () => {
    const { email, token } = await newUser(server);
    const { secret, otpauth_uri: uri, expires_at: expiresAt } = dataOf(await createKey(token));
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const read = new URL(uri);
    expect(read.protocol + read.host).toBe('otpauth:totp');
    expect(decodeURIComponent(read.pathname)).toContain(email);
    expect(Object.fromEntries(read.searchParams)).toMatchObject({
      secret,
      issuer: 'Meridian',
      digits: '6',
      period: '30',
    });
    expect(Math.abs(expiresAt - time.now() - LIMITS.google_binding_valid_ms)).toBeLessThan(60_000);
    expect((await securityOf(token)).is_google_bound).toBe(false);
  });

  test('is stored encrypted', async () => {
    const { token } = await newUser(server);
    const { secret } = dataOf(await createKey(token));
    const rows = await queryServer<{ row: string }>(
      server,
      'select user_security::text as row from user_security',
    );
    expect(rows.map(({ row }) => row).join()).toMatch(/v1\./);
    expect(rows.map(({ row }) => row).join()).not.toContain(secret);
    expect(server.logs.join()).not.toContain(secret);
  });

  test('is bound with the password and a code of it, without a hold; other devices are signed out', async () => {
    const { email, token } = await newUser(server);
    const tablet = dataOf(await signIn(server, email));
    const { secret } = dataOf(await createKey(token));
    const code = googleCode(secret, time.now());
    expect(errorOf(await bind(token, code, OTHER_PASSWORD))).toBe('password_incorrect');
    expect(errorOf(await bind(token, googleCode(secret, time.now(), 5)))).toBe(
      'google_code_incorrect',
    );
    dataOf(await bind(token, code));
    expect(await securityOf(token)).toMatchObject({
      is_google_bound: true,
      withdrawal_hold_until: null,
    });
    expect(await accessError(server, tablet)).toBe('session_ended');
    const [notice] = await messagesTo(server, email, 2);
    expect(notice?.subject).toBe('Authenticator app added to your Meridian account');
    expect(errorOf(await createKey(token))).toBe('google_already_bound');
    expect(errorOf(await bind(token, code))).toBe('google_already_bound');
  });

  test('can be bound for thirty minutes', async () => {
    const { token, tokens } = await newUser(server);
    expect(errorOf(await bind(token, '000000'))).toBe('google_binding_expired');
    const { secret } = dataOf(await createKey(token));
    await time.advance(LIMITS.google_binding_valid_ms);
    const { accessToken: later } = dataOf(await refresh(server, tokens));
    expect(errorOf(await bind(later, googleCode(secret, time.now())))).toBe(
      'google_binding_expired',
    );
  });

  test('stays the same for its session, also for calls of one moment, until it expires', async () => {
    const { token, tokens } = await newUser(server);
    const [first, ...others] = await Promise.all(
      Array.from({ length: 4 }, async () => dataOf(await createKey(token))),
    );
    await time.advance(LIMITS.google_binding_valid_ms - MINUTE_MS);
    const { accessToken } = dataOf(await refresh(server, tokens));
    const later = dataOf(await createKey(accessToken));
    expect(new Set([...others, later].map((key) => JSON.stringify(key)))).toEqual(
      new Set([JSON.stringify(first)]),
    );
    await time.advance(MINUTE_MS);
    const next = dataOf(await createKey(accessToken));
    expect(next.secret).not.toBe(later.secret);
    dataOf(await bind(accessToken, googleCode(next.secret, time.now())));
  });

  test('is neither shown to nor bound by another session, whose own key replaces it', async () => {
    const { email, token } = await newUser(server);
    const other = dataOf(await signIn(server, email)).accessToken;
    const { secret } = dataOf(await createKey(token));
    const codeOf = (key: string) => googleCode(key, time.now());
    expect(errorOf(await bind(other, codeOf(secret)))).toBe('google_binding_expired');
    const own = dataOf(await createKey(other));
    expect(own.secret).not.toBe(secret);
    expect(errorOf(await bind(token, codeOf(secret)))).toBe('google_binding_expired');
    dataOf(await bind(other, codeOf(own.secret)));
  });

  test('of a page is not shown to a thief of the session, whose own key ends the binding', async () => {
    const { token } = await newUser(server);
    const { secret } = dataOf(await createKey(token));
    const stolen = [
      dataOf(await createKey(token, OTHER_PAGE)),
      dataOf(await server.call('createGoogleKey', {}, { token })),
    ];
    const secrets = new Set([secret, ...stolen.map((key) => key.secret)]);
    expect(secrets.size).toBe(3);
    expect(errorOf(await bind(token, googleCode(secret, time.now())))).toBe(
      'google_code_incorrect',
    );
    expect(dataOf(await createKey(token)).secret).not.toBe(secret);
  });

  test('bound by many calls at once is bound once', async () => {
    const { token } = await newUser(server);
    const { secret } = dataOf(await createKey(token));
    const code = googleCode(secret, time.now());
    const answers = await Promise.all(Array.from({ length: 8 }, () => bind(token, code)));
    const errors = answers.map(errorOf);
    expect(errors.filter((error) => error === undefined)).toHaveLength(1);
    expect(new Set(errors)).toEqual(new Set([undefined, 'google_already_bound']));
  });
});

describe('a code of a bound authenticator', () => {
  const amend = (token: string, payPassword: string, code: string) =>
    amendPayPassword(server, token, payPassword, { google_code: code });

  test('is required', async () => {
    const { token } = await newBound();
    expect(errorOf(await amendPayPassword(server, token))).toBe('google_code_required');
    expect(errorOf(await amend(token, 'Heron11m', ''))).toBe('google_code_required');
    expect((await securityOf(token)).has_pay_password).toBe(false);
  });

  test.each([-1, 0, 1])('may be %i steps off', async (stepsOff) => {
    // Binding has used the step before the current one.
    const { token, key } = await newBound();
    await time.nextStep();
    const code = googleCode(key, time.now(), stepsOff);
    expect(errorOf(await amend(token, 'Heron11m', code))).toBeUndefined();
  });

  test.each([-3, -2, 2, 3])('may not be %i steps off', async (stepsOff) => {
    const { token, codeOf } = await newBound();
    expect(errorOf(await amend(token, 'Heron11m', codeOf(stepsOff)))).toBe('google_code_incorrect');
  });

  test('is accepted once, and none of an earlier step after it', async () => {
    const { token, codeOf } = await newBound();
    await time.nextStep();
    const [earlier, present] = [codeOf(-1), codeOf()];
    expect(errorOf(await amend(token, 'Heron11m', present))).toBeUndefined();
    expect(errorOf(await amend(token, 'Heron22m', present))).toBe('google_code_incorrect');
    expect(errorOf(await amend(token, 'Heron22m', earlier))).toBe('google_code_incorrect');
    await time.nextStep();
    expect(errorOf(await amend(token, 'Heron22m', codeOf()))).toBeUndefined();
  });

  test('that bound the key is used up', async () => {
    const { token } = await newUser(server);
    const { secret } = dataOf(await createKey(token));
    const code = googleCode(secret, time.now());
    dataOf(await bind(token, code));
    expect(errorOf(await amend(token, 'Heron11m', code))).toBe('google_code_incorrect');
  });

  test('used by many calls at once lets one through', async () => {
    const { token, codeOf } = await newBound();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => amend(token, `Heron${10 + index}m`, codeOf())),
    );
    expect(answers.map(errorOf).filter((error) => error === undefined)).toHaveLength(1);
  });

  test('of one user is invalid for another', async () => {
    const [one, other] = [await newBound(), await newBound()];
    expect(errorOf(await amend(one.token, 'Heron11m', other.codeOf()))).toBe(
      'google_code_incorrect',
    );
  });
});

test('one code used a thousand times at once on two servers lets one through', async () => {
  const { email, codeOf } = await newBound();
  const [row] = await queryServer<{ id: number }>(server, 'select id from users where email = $1', [
    email,
  ]);
  const log = createLog('silent');
  const address = { socketFolder: openRunFolder(server.dataDir) };
  const outboxes: Outbox[] = [];
  const databases: Database[] = [openDatabase(address, log, 8), openDatabase(address, log, 8)];
  // All thousand wait for one row, so the last waits as long as all others take.
  for (const { $client } of databases) $client.options.connectionTimeoutMillis = MINUTE_MS;
  const checks = await Promise.all(
    databases.map(async (database) => {
      const settings = { mail: undefined, sms: undefined, isProduction: false };
      const { notifier } = createNotify(settings, { database, clock: time, log });
      const config = {
        secretKey: undefined,
        dataDir: server.dataDir,
        passwordProfile: 'spec',
        passwordCost: 'low',
        asksNewDevices: false,
        publicOrigins: [],
        nodeEnv: 'test',
        port: 0,
      } as const;
      const outbox = new Outbox({ database, clock: time, log, jobs: silentJobs() });
      outboxes.push(outbox);
      const services = { notifier, outbox, clock: time, log };
      const opened = { config, database, keyed: database, access: database, ...services };
      return (await openIdentity(opened)).check;
    }),
  );
  const code = codeOf();
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      checks[index % 2]?.checkGoogleCode(row?.id ?? 0, code, time.now()),
    ),
  );
  await Promise.all(outboxes.map((outbox) => outbox.stop()));
  await Promise.all(databases.map((database) => database.$client.end()));
  expect(answers.filter((answer) => answer?.ok)).toHaveLength(1);
});

describe('unbinding', () => {
  test('takes the password and a fresh code, holds withdrawals and notifies the owner', async () => {
    const { email, token, codeOf } = await newBound();
    const tablet = dataOf(await signIn(server, email, PASSWORD, codeOf()));
    await time.nextStep();
    expect(errorOf(await unbind(token, codeOf(), OTHER_PASSWORD))).toBe('password_incorrect');
    expect(errorOf(await unbind(token, codeOf(4)))).toBe('google_code_incorrect');
    dataOf(await unbind(token, codeOf()));
    expect(await securityOf(token)).toMatchObject({
      is_google_bound: false,
      withdrawal_hold_reason: 'google_changed',
    });
    expect(await accessError(server, tablet)).toBe('session_ended');
    const [notice] = await messagesTo(server, email, 3);
    expect(notice?.subject).toBe('Authenticator app removed from your Meridian account');
    expect(errorOf(await unbind(token, codeOf(1)))).toBe('google_not_bound');
    expect(errorOf(await amendPayPassword(server, token))).toBeUndefined();
  });

  test('is followed by a binding that leaves the hold unchanged', async () => {
    const { token, codeOf } = await newBound();
    dataOf(await unbind(token, codeOf()));
    const { withdrawal_hold_until: until } = await securityOf(token);
    await time.nextStep();
    await bindAuthenticator(server, time, token);
    expect(await securityOf(token)).toMatchObject({
      is_google_bound: true,
      withdrawal_hold_until: until,
      withdrawal_hold_reason: 'google_changed',
    });
  });

  test('requires a code, even together with a new password', async () => {
    const { token, codeOf } = await newBound();
    expect(errorOf(await amendPassword(server, token, OTHER_PASSWORD))).toBe(
      'google_code_required',
    );
    const amended = await amendPassword(server, token, OTHER_PASSWORD, { google_code: codeOf() });
    expect(errorOf(amended)).toBeUndefined();
  });
});

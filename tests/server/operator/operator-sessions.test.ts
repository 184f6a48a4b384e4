/** Sign-in to the operator's server, and the lifetime of its sessions. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { UNBIDDEN_HEADER } from '../../../contract/operator/unbidden.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { hashPassword } from '../../../server/areas/identity/identity.area.ts';
import { dataOf, errorOf, signUp } from '../../support/users/accounts.ts';
import { callOperator, codeOf, signInOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const PASSWORD = 'Walrus88k';
const { google_code_step_ms: STEP_MS, sign_in_failures_max: FAILURES_MAX } = LIMITS;

let server: TestServer;
/** Milliseconds by which the server's clock is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  server = await startTestServer({ env: { SEED: 'none', MARKET_MAKER: 'off' } });
});
afterAll(() => server.stop());

async function advance(ms: number): Promise<void> {
  await server.controlAdvance(ms);
  aheadMs += ms;
}

let operators = 0;
let account = '';
const passwordHash = hashPassword(PASSWORD, 'low');
/** Each test has its own operator without an authenticator. */
beforeEach(async () => {
  account = `operator.${++operators}@example.org`;
  await queryServer(
    server,
    'insert into operators (account, name, password_hash, created_at_ms) values ($1, $2, $3, 0)',
    [account, 'Ann', await passwordHash],
  );
});

const signIn = (code: string, password = PASSWORD, as = account) =>
  callOperator(server, 'signIn', { account: as, password, google_code: code });
const createKey = (password = PASSWORD, as = account) =>
  callOperator(server, 'createGoogleKey', { account: as, password });

/** Key of an authenticator bound just now; its next code is of a different step. */
async function bound(): Promise<{ secret: string; token: string }> {
  const { secret } = dataOf(await createKey());
  const { token } = dataOf(await signIn(codeOf(secret, aheadMs)));
  await advance(STEP_MS);
  return { secret, token };
}

describe('the first sign-in', () => {
  test('requires an authenticator, and binds it by its first code', async () => {
    expect(errorOf(await signIn(''))).toBe('operator_binding_required');
    expect(errorOf(await signIn('123456'))).toBe('operator_binding_required');
    const { secret, otpauth_uri: uri } = dataOf(await createKey());
    expect(uri).toContain(secret);
    expect(errorOf(await signIn(''))).toBe('operator_binding_required');
    const session = dataOf(await signIn(codeOf(secret, aheadMs)));
    expect(session).toMatchObject({ account, name: 'Ann' });
    expect(errorOf(await createKey())).toBe('google_already_bound');
  });

  test('binds the last requested key, none before it', async () => {
    const { secret: first } = dataOf(await createKey());
    const { secret: second } = dataOf(await createKey());
    expect(errorOf(await signIn(codeOf(first, aheadMs)))).toBe('google_code_incorrect');
    dataOf(await signIn(codeOf(second, aheadMs)));
  });

  test('gives no key without the password', async () => {
    expect(errorOf(await createKey('wrong'))).toBe('operator_credentials_incorrect');
  });
});

test('keys are not stored in plain text', async () => {
  const { secret } = dataOf(await createKey());
  const rows = await queryServer<{ key: string }>(
    server,
    'select pending_google_key as key from operators where account = $1',
    [account],
  );
  expect(rows[0]?.key).not.toContain(secret);
});

test('later sign-ins need a code, each code once', async () => {
  const { secret } = await bound();
  expect(errorOf(await signIn(''))).toBe('google_code_required');
  const code = codeOf(secret, aheadMs);
  dataOf(await signIn(code));
  expect(errorOf(await signIn(code))).toBe('google_code_incorrect');
});

test('of many sign-ins with one code at once, one succeeds', async () => {
  const { secret } = await bound();
  const code = codeOf(secret, aheadMs);
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(code)));
  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
});

test('an unknown account is answered like a wrong password', async () => {
  const unknown = await signIn('', PASSWORD, 'nobody@example.org');
  const wrong = await signIn('', 'wrong');
  expect(unknown).toEqual(wrong);
  expect(errorOf(wrong)).toBe('operator_credentials_incorrect');
});

test('accounts of users are no accounts of operators', async () => {
  await signUp(server, `person.${operators}@example.org`);
  const answer = await signIn('', 'Zebra77q', `person.${operators}@example.org`);
  expect(errorOf(answer)).toBe('operator_credentials_incorrect');
});

test.each([
  ['passwords', () => signIn('', 'wrong')],
  ['codes', () => signIn('000000')],
])('%s can be guessed up to its limit, from any address', async (_name, guess) => {
  const { secret } = await bound();
  for (let tries = 0; tries < FAILURES_MAX; tries++) await guess();
  const locked = await signIn(codeOf(secret, aheadMs));
  expect(errorOf(locked)).toBe('sign_in_locked');
  await advance(LIMITS.sign_in_failure_window_ms);
  dataOf(await signIn(codeOf(secret, aheadMs)));
});

test('a request without a code counts as no guess', async () => {
  const { secret } = await bound();
  for (let tries = 0; tries < FAILURES_MAX + 1; tries++)
    expect(errorOf(await signIn(''))).toBe('google_code_required');
  dataOf(await signIn(codeOf(secret, aheadMs)));
});

const session = (token: string) => callOperator(server, 'getSession', {}, { token });

test('a session ends after idleness', async () => {
  const { token } = await bound();
  await advance(LIMITS.operator_session_idle_ms - 2 * STEP_MS);
  dataOf(await session(token));
  await advance(LIMITS.operator_session_idle_ms - STEP_MS);
  dataOf(await session(token));
  await advance(LIMITS.operator_session_idle_ms + SECOND_MS);
  expect(errorOf(await session(token))).toBe('session_ended');
});

test('a session without input ends, though its page keeps polling', async () => {
  const { token } = await bound();
  const headers = { [UNBIDDEN_HEADER]: '1' };
  const follow = () => callOperator(server, 'countQueues', {}, { token, headers });
  const half = LIMITS.operator_session_idle_ms / 2;
  await advance(half);
  dataOf(await follow());
  await advance(half - 2 * STEP_MS);
  dataOf(await follow());
  await advance(half);
  expect(errorOf(await follow())).toBe('session_ended');
});

test('a session ends with its age, however active', async () => {
  const { token } = await bound();
  const step = LIMITS.operator_session_idle_ms / 2;
  for (let age = STEP_MS + step; age < LIMITS.operator_session_absolute_ms; age += step) {
    await advance(step);
    dataOf(await session(token));
  }
  await advance(step);
  expect(errorOf(await session(token))).toBe('session_ended');
});

test('signing out ends the session, and no other', async () => {
  const { secret, token } = await bound();
  const { token: other } = dataOf(await signIn(codeOf(secret, aheadMs)));
  dataOf(await callOperator(server, 'signOut', {}, { token }));
  expect(errorOf(await session(token))).toBe('session_ended');
  dataOf(await session(other));
});

test('a disabled operator is out at once', async () => {
  const { secret, token } = await bound();
  await queryServer(server, 'update operators set disabled_at_ms = 1 where account = $1', [
    account,
  ]);
  expect(errorOf(await session(token))).toBe('user_disabled');
  expect(errorOf(await signIn(codeOf(secret, aheadMs)))).toBe('user_disabled');
});

test('tokens are stored as digests', async () => {
  const { token } = await bound();
  const rows = await queryServer(server, 'select 1 from operator_sessions where token_hash = $1', [
    token,
  ]);
  expect(rows).toEqual([]);
  expect(errorOf(await session(randomBytes(32).toString('base64url')))).toBe('unauthorized');
});

test('a session outlives a restart of the server', async () => {
  const { token } = await bound();
  await server.restart();
  aheadMs = 0;
  dataOf(await session(token));
});

test('the demo operator exists in a demo exchange, and signs in as any other', async () => {
  const demo = await borrowServer();
  try {
    const operator = await signInOperator(demo);
    expect(await operator.ask('getSession', {})).toMatchObject({ name: 'Demo operator' });
  } finally {
    await giveBack(demo);
  }
});

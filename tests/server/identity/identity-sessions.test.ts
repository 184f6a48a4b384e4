/** Sessions over HTTP: access tokens, rotation of refresh tokens, reuse, sign-out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts';
import {
  accessError,
  dataOf,
  errorOf,
  messagesTo,
  newAddress,
  refresh,
  signIn,
  signUp,
} from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
});
afterAll(() => giveBack(server));

const AFTER_GRACE_MS = LIMITS.refresh_reuse_grace_ms + 1;

describe('an access token', () => {
  test('is valid for 15 minutes; then a refresh gives another', async () => {
    const tokens = await signUp(server);
    await server.controlAdvance(LIMITS.access_token_valid_ms - MINUTE_MS);
    expect(await accessError(server, tokens)).toBeUndefined();
    await server.controlAdvance(MINUTE_MS);
    expect(await accessError(server, tokens)).toBe('unauthorized');
    expect(await accessError(server, dataOf(await refresh(server, tokens)))).toBeUndefined();
  });

  test('stays valid for its time when its session is refreshed', async () => {
    const tokens = await signUp(server);
    dataOf(await refresh(server, tokens));
    expect(await accessError(server, tokens)).toBeUndefined();
  });

  test.each(['', 'nonsense', 'A'.repeat(43), 'Bearer', 'null'])(
    'is not accepted as %j',
    async (token) => {
      expect(errorOf(await server.call('getUserInfo', {}, { token }))).toBe('unauthorized');
    },
  );

  test('may have Bearer in front', async () => {
    const { accessToken } = await signUp(server);
    const answer = await server.call('getUserInfo', {}, { token: `Bearer ${accessToken}` });
    expect(errorOf(answer)).toBeUndefined();
  });

  test('and a refresh token are not interchangeable', async () => {
    const { accessToken, refreshToken } = await signUp(server);
    const swapped = { accessToken: refreshToken, refreshToken: accessToken };
    expect(await accessError(server, swapped)).toBe('unauthorized');
    expect(errorOf(await refresh(server, swapped))).toBe('session_ended');
    expect(await accessError(server, { accessToken, refreshToken })).toBeUndefined();
  });
});

describe('a refresh', () => {
  test('gives a new pair each time', async () => {
    const seen = new Set<string>();
    let tokens = await signUp(server);
    for (let rotation = 0; rotation < 5; rotation++) {
      seen.add(tokens.accessToken).add(tokens.refreshToken);
      tokens = dataOf(await refresh(server, tokens));
      expect(await accessError(server, tokens)).toBeUndefined();
    }
    expect(seen.size).toBe(10);
  });

  test('sent a hundred times at once gives one new pair', async () => {
    const tokens = await signUp(server);
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(server, tokens)));
    const pairs = new Set(answers.map((answer) => JSON.stringify(dataOf(answer))));
    expect(pairs.size).toBe(1);
    expect(errorOf(await refresh(server, dataOf(answers[0]!)))).toBeUndefined();
  });

  test('repeated within the grace period gives the same pair, even after a restart', async () => {
    const own = await startTestServer({ env: { SEED: 'none' } });
    try {
      const tokens = await signUp(own);
      // After the restart the clock is at real time again, so the grace is not over, however long the restart
      // took.
      await own.controlAdvance(MINUTE_MS);
      const next = dataOf(await refresh(own, tokens));
      await own.restart();
      expect(dataOf(await refresh(own, tokens))).toEqual(next);
      expect(await accessError(own, next)).toBeUndefined();
    } finally {
      await own.stop();
    }
  });

  test('repeated after the grace period ends the session and notifies the owner', async () => {
    const email = newAddress();
    const stolen = await signUp(server, email);
    const next = dataOf(await refresh(server, stolen));
    await server.controlAdvance(AFTER_GRACE_MS);
    expect(errorOf(await refresh(server, stolen))).toBe('session_ended');
    expect(await accessError(server, next)).toBe('session_ended');
    expect(errorOf(await refresh(server, next))).toBe('session_ended');
    const [notice] = await messagesTo(server, email, 2);
    expect(notice?.subject).toBe('A device was signed out of Meridian');
  });

  test('with the token before the last ends the session at once', async () => {
    const first = await signUp(server);
    const second = dataOf(await refresh(server, first));
    const third = dataOf(await refresh(server, second));
    expect(errorOf(await refresh(server, first))).toBe('session_ended');
    expect(await accessError(server, third)).toBe('session_ended');
  });

  test('that ends one session leaves the others', async () => {
    const email = newAddress();
    const stolen = await signUp(server, email);
    const other = dataOf(await signIn(server, email));
    dataOf(await refresh(server, stolen));
    await server.controlAdvance(AFTER_GRACE_MS);
    expect(errorOf(await refresh(server, stolen))).toBe('session_ended');
    expect(await accessError(server, other)).toBeUndefined();
  });

  test('with an unknown token is refused with status 402 and is not cached', async () => {
    const reply = await fetch(`${server.origin}/api/public/user/refresh_token`, {
      headers: { authorization: 'A'.repeat(43) },
    });
    expect(reply.status).toBe(402);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });
});

test('rows that no rule needs any more are deleted', async () => {
  const count = async (table: string) => {
    const [row] = await queryServer<{ rows: number }>(
      server,
      `select count(*)::int as rows from ${table}`,
    );
    return row?.rows;
  };
  await signUp(server);
  await server.controlAdvance(LIMITS.refresh_token_absolute_ms);
  await signUp(server);
  await expect.poll(() => count('sessions')).toBe(1);
  // The session leaves two tokens; its code leaves two sends, one by account and one by address.
  await expect.poll(() => count('session_tokens')).toBe(2);
  await expect.poll(() => count('counted_attempts')).toBe(2);
  await expect.poll(() => count('verification_codes')).toBe(1);
});

describe('a session', () => {
  test('ends after seven days without a refresh', async () => {
    const [used, idle] = [await signUp(server), await signUp(server)];
    await server.controlAdvance(LIMITS.refresh_token_idle_ms - MINUTE_MS);
    const next = dataOf(await refresh(server, used));
    await server.controlAdvance(MINUTE_MS);
    expect(errorOf(await refresh(server, idle))).toBe('session_ended');
    expect(errorOf(await refresh(server, next))).toBeUndefined();
  });

  test('ends after 30 days however often it was refreshed', async () => {
    let tokens = await signUp(server);
    for (let day = 0; day < 30; day += 5) {
      tokens = dataOf(await refresh(server, tokens));
      await server.controlAdvance(5 * DAY_MS);
    }
    expect(errorOf(await refresh(server, tokens))).toBe('session_ended');
  });

  test('ends when the user signs out; other devices stay signed in', async () => {
    const email = newAddress();
    const phone = await signUp(server, email);
    const tablet = dataOf(await signIn(server, email));
    dataOf(await server.call('signOut', {}, { token: phone.accessToken }));
    expect(await accessError(server, phone)).toBe('session_ended');
    expect(errorOf(await refresh(server, phone))).toBe('session_ended');
    expect(await accessError(server, tablet)).toBeUndefined();
    expect(errorOf(await refresh(server, tablet))).toBeUndefined();
  });
});

/**
 * A token that was accepted a moment ago is rejected immediately on this server when its session has ended,
 * and within a second on others.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import {
  accessError,
  codeByMail,
  dataOf,
  newAddress,
  OTHER_PASSWORD,
  refresh,
  signIn,
  signUp,
} from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
});
afterAll(() => giveBack(server));

test('an access token is refused after a sign-out', async () => {
  const tokens = await signUp(server);
  expect(await accessError(server, tokens)).toBeUndefined();
  dataOf(await server.call('signOut', {}, { token: tokens.accessToken }));
  expect(await accessError(server, tokens)).toBe('session_ended');
});

test('access tokens of all devices are refused after a new password', async () => {
  const email = newAddress();
  const phone = await signUp(server, email);
  const desk = dataOf(await signIn(server, email));
  const code = await codeByMail(server, email, 'forget_password', 1);
  for (const tokens of [phone, desk]) expect(await accessError(server, tokens)).toBeUndefined();
  dataOf(
    await server.call('resetPassword', {
      account: email,
      new_password: OTHER_PASSWORD,
      secondary_password: OTHER_PASSWORD,
      auth_code: code,
    }),
  );
  for (const tokens of [phone, desk])
    expect(await accessError(server, tokens)).toBe('session_ended');
});

test('an access token is refused after a used refresh token came back', async () => {
  const first = await signUp(server);
  const second = dataOf(await refresh(server, first));
  await server.controlAdvance(LIMITS.refresh_reuse_grace_ms + 1);
  expect(await accessError(server, second)).toBeUndefined();
  await refresh(server, first);
  expect(await accessError(server, second)).toBe('session_ended');
});

test('an access token is refused within a second of an end on another server', async () => {
  const email = newAddress();
  const tokens = await signUp(server, email);
  expect(await accessError(server, tokens)).toBeUndefined();
  await queryServer(
    server,
    'update sessions set ended_at_ms = 1 where user_id = (select id from users where email = $1)',
    [email],
  );
  await server.controlAdvance(SECOND_MS);
  expect(await accessError(server, tokens)).toBe('session_ended');
});

/** The effects on a user whom an operator disables. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import {
  accessError,
  dataOf,
  errorOf,
  refresh,
  signIn,
  signUp,
  newAddress,
} from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => giveBack(server));

describe('a disabled user', () => {
  test('is refused at once on all devices, with 402, and cannot sign in', async () => {
    const email = newAddress();
    const phone = await signUp(server, email);
    const tablet = dataOf(await signIn(server, email));
    for (const device of [phone, tablet]) expect(await accessError(server, device)).toBeUndefined();
    await server.changeUser(email, 'disable');
    for (const device of [phone, tablet]) {
      expect(await accessError(server, device)).toBe('user_disabled');
      expect(errorOf(await refresh(server, device))).toBe('user_disabled');
    }
    const response = await fetch(`${server.origin}/api/private/user/info`, {
      headers: { authorization: phone.accessToken },
    });
    expect(response.status).toBe(402);
    expect(errorOf(await signIn(server, email))).toBe('user_disabled');
    expect(errorOf(await signIn(server, email, 'Wrong99x'))).toBe('credentials_incorrect');
  });

  test('signs in again once enabled; the earlier devices stay signed out', async () => {
    const email = newAddress();
    const before = await signUp(server, email);
    await server.changeUser(email, 'disable');
    await server.changeUser(email, 'enable');
    expect(await accessError(server, before)).toBe('session_ended');
    expect(errorOf(await refresh(server, before))).toBe('session_ended');
    expect(await accessError(server, dataOf(await signIn(server, email)))).toBeUndefined();
  });

  test('who signs in at the same moment has no session left once enabled', async () => {
    const email = newAddress();
    await signUp(server, email);
    const signIns = Array.from({ length: 12 }, () => signIn(server, email));
    await signIns[0];
    await server.changeUser(email, 'disable');
    const answers = await Promise.all(signIns);
    await server.changeUser(email, 'enable');
    const opened = answers.filter((answer) => errorOf(answer) === undefined);
    expect(opened.length).toBeGreaterThan(0);
    for (const answer of opened)
      expect(await accessError(server, dataOf(answer))).toBe('session_ended');
  });

  test('receives no more of their own events on an open socket', async () => {
    const email = newAddress();
    const { accessToken } = await signUp(server, email);
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`);
    const messages: { type: string; error?: string }[] = [];
    socket.on('message', (data: Buffer) =>
      messages.push(...[JSON.parse(data.toString()) as { type: string }].flat()),
    );
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'auth', token: accessToken }));
    await expect.poll(() => messages.map(({ type }) => type)).toContain('auth');
    await server.changeUser(email, 'disable');
    await expect.poll(() => messages.map(({ error }) => error)).toContain('session_ended');
    socket.terminate();
  });
});

test('a change without effect, or of a missing user, is refused', async () => {
  const email = newAddress();
  await signUp(server, email);
  await expect(server.changeUser(email, 'enable')).rejects.toThrow('400');
  await expect(server.changeUser('nobody@example.org', 'disable')).rejects.toThrow('400');
});

test('a user is found by UID, by email address in any case, and by mobile number in any spelling', async () => {
  const email = newAddress('carol');
  const { accessToken: token } = await signUp(server, email);
  const { uid } = dataOf(await server.call('getUserInfo', {}, { token }));
  await queryServer(server, 'update users set mobile = $2 where email = $1', [
    email,
    '+4915112345678',
  ]);
  for (const [index, name] of [
    uid,
    ` ${email.toUpperCase()} `,
    '+49 151 12345678',
    '0049 (151) 12345678',
  ].entries())
    await server.changeUser(name, index % 2 === 0 ? 'make_agent' : 'end_agent');
});

/** A user who has just signed up, with a socket that collects their events. */
import { expect } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { UserEventOf, UserRecordKind } from '../../../contract/user-records.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { Client } from '../../server/edge/socket-harness.ts';
import { messagesTo } from '../users/accounts.ts';
import { newUser, userIdOf } from '../users/test-user.ts';
import type { TestServer } from '../servers/test-server.ts';
import { eventually } from '../eventually.ts';

export interface Newcomer {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  /** Everything pushed on the socket so far, oldest first. */
  heard<Kind extends UserRecordKind>(kind: Kind): UserEventOf<Kind>[];
  leave(): void;
}

/** Needs a server with `TRUST_PROXY=loopback`. */
export async function newcomer(server: TestServer, name = 'newcomer'): Promise<Newcomer> {
  const { email, token } = await newUser(server, { name });
  const id = await userIdOf(server, token);
  const socket = new Client(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`, {});
  await socket.waitFor(({ type }) => type === 'hello');
  socket.send({ type: 'auth', token });
  await socket.waitFor(({ type }) => type === 'auth');
  socket.send({ type: 'sub', params: 'USER' });
  await socket.waitFor(({ type }) => type === 'USER');
  return {
    id,
    email,
    token,
    heard: (kind) =>
      socket
        .of('USER')
        .flatMap((message) => (message.kind === 'event' ? [message.event] : []))
        .filter((event) => event.kind === kind) as never,
    leave: () => socket.webSocket.terminate(),
  };
}

/** Mails to the user since sign-up, newest first, once there are `count`. */
export async function mailsTo(
  server: TestServer,
  { email }: Newcomer,
  count: number,
): Promise<readonly string[]> {
  const subjects = (await messagesTo(server, email, count + 1)).map(({ subject }) => subject);
  return subjects.slice(0, -1);
}

/** Waits until the last event of `kind` satisfies `isLast`. */
export async function hearLast<Kind extends UserRecordKind>(
  person: Newcomer,
  kind: Kind,
  isLast: (event: UserEventOf<Kind>) => boolean,
): Promise<UserEventOf<Kind>[]> {
  await eventually(() => {
    const last = ensure(person.heard(kind).at(-1), `update of ${kind}`);
    expect(isLast(last)).toBe(true);
  });
  return person.heard(kind);
}

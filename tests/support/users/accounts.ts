/** Signs users up and in on a test server, and reads their mailbox. */

import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { CodeScene, Tokens } from '../../../contract/identity/identity.ts';
import type { TestServer } from '../servers/test-server.ts';
import { eventually } from '../eventually.ts';
import { quickFetch } from '../servers/quick-fetch.ts';

/** A password that both profiles accept. */
export const PASSWORD = 'Zebra77q';
export const OTHER_PASSWORD = 'Walrus88k';

interface Message {
  readonly channel: 'mail' | 'sms';
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

let addresses = 0;

/** An address that no user on any server of this process has. */
export const newAddress = (name = 'ann'): string => `${name}.${++addresses}@example.org`;

/** Data of the response. Fails with the error's name otherwise. */
export function dataOf<T>(envelope: Envelope<T>): T {
  if (envelope.code !== 1) throw new Error(`refused: ${(envelope as { error: string }).error}`);
  return envelope.data as T;
}

/** The error name; undefined for a success. */
export const errorOf = (envelope: Envelope<unknown>): ErrorName | undefined =>
  'error' in envelope ? envelope.error : undefined;

/** Messages to a recipient, newest first, once there are at least `count`. */
export async function messagesTo(
  server: TestServer,
  recipient: string,
  count = 1,
): Promise<readonly Message[]> {
  return eventually(async () => {
    const query = new URLSearchParams({ to: recipient }).toString();
    const response = await quickFetch(`${server.origin}/dev/mailbox.json?${query}`);
    const messages = response.json() as readonly Message[];
    if (messages.length < count) throw new Error(`${messages.length} messages to ${recipient}`);
    return messages;
  });
}

/** Finds the six digits in a message. */
export const codeIn = (message: Message | undefined): string =>
  /\b\d{6}\b/.exec(message?.body ?? '')?.[0] ?? '';

/** Requests a code by mail and reads it. `earlier` messages to the address came before. */
export async function codeByMail(
  server: TestServer,
  email: string,
  scene: CodeScene = 'register',
  earlier = 0,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  dataOf(await server.call('sendEmailCode', { email, scene }, { lang: 'en-US', headers }));
  const [newest] = await messagesTo(server, email, earlier + 1);
  return codeIn(newest);
}

export const registration = (account: string, code: string, password = PASSWORD) => ({
  account,
  password,
  re_password: password,
  sms_code: code,
});

/** Signs up a new user with the code from the mailbox. @param headers of both calls. */
export async function signUp(
  server: TestServer,
  email = newAddress(),
  headers: Readonly<Record<string, string>> = {},
): Promise<Tokens> {
  const code = await codeByMail(server, email, 'register', 0, headers);
  return dataOf(
    await server.call('register', registration(email, code), { lang: 'en-US', headers }),
  );
}

/** @param code of the authenticator; empty for none. */
export const signIn = (server: TestServer, account: string, password = PASSWORD, code = '') =>
  server.call('signIn', { account, password, sms_code: code }, { lang: 'en-US' });

/** The error of a private call with this access token; undefined if the token is accepted. */
export const accessError = async (server: TestServer, { accessToken }: Tokens) =>
  errorOf(await server.call('getUserInfo', {}, { token: accessToken }));

export const refresh = (server: TestServer, { refreshToken }: Tokens) =>
  server.call('refreshTokens', {}, { token: refreshToken });

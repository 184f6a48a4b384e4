/** The users of tests: signed up on a test server and, if asked, certified, with a pay password and coins. */
import type { Tokens } from '../../../contract/identity/identity.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf, newAddress, signUp } from './accounts.ts';
import { amendPayPassword, PAY_PASSWORD } from './pay-password.ts';

export interface TestUser {
  readonly email: string;
  /** The first access token, for 15 minutes. */
  readonly token: string;
}

interface UserOptions {
  /** The first part of the email address. */
  readonly name?: string;
  /** True: certified for withdrawals and trading. */
  readonly isCertified?: boolean;
  /** True: {@link PAY_PASSWORD} is the pay password. */
  readonly hasPayPassword?: boolean;
  /** Grants to the spot account: currency code → amount as decimal text. */
  readonly coins?: Readonly<Record<string, string>>;
  /** Headers of the calls, such as a client address of its own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Signs up a user and gives them what the options name. */
export async function newUser(
  server: TestServer,
  { name, isCertified = false, hasPayPassword = false, coins = {}, headers }: UserOptions = {},
): Promise<TestUser & { readonly tokens: Tokens }> {
  const email = newAddress(name);
  const tokens = await signUp(server, email, headers);
  const token = tokens.accessToken;
  if (isCertified) await server.certify(email);
  if (hasPayPassword) dataOf(await amendPayPassword(server, token, PAY_PASSWORD, {}, headers));
  for (const [code, amount] of Object.entries(coins)) await server.grant(email, code, amount);
  return { email, token, tokens };
}

/** A user with a pay password. */
export const newPayer = (server: TestServer, name?: string): Promise<TestUser> =>
  newUser(server, { ...(name !== undefined && { name }), hasPayPassword: true });

/** A certified user with coins in the spot account: currency code → amount as decimal text. */
export const newTrader = (
  server: TestServer,
  coins: Readonly<Record<string, string>> = {},
): Promise<TestUser> => newUser(server, { name: 'trader', isCertified: true, coins });

/** The number of a signed-in user. */
export async function userIdOf(server: TestServer, token: string): Promise<number> {
  return dataOf(await server.call('getUserInfo', {}, { token })).id;
}

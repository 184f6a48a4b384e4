/** Every caller without access: invalid and expired credentials, and the refusal of each. */
import { randomBytes } from 'node:crypto';
import type { ErrorName } from '../../../../contract/errors/catalog.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import {
  accessError,
  dataOf,
  newAddress,
  signIn,
  signUp,
} from '../../../support/users/accounts.ts';
import { amendPassword } from '../../../support/users/pay-password.ts';
import type { TestServer } from '../../../support/servers/test-server.ts';

export interface Principal {
  readonly who: string;
  /** Value of `Authorization`; undefined sends no header. */
  readonly authorization: string | undefined;
  readonly error: ErrorName;
}

/** Makes all credentials once; those that depend on the clock are made first. */
export async function makePrincipals(server: TestServer): Promise<readonly Principal[]> {
  const expired = await signUp(server);
  await server.controlAdvance(LIMITS.access_token_valid_ms);
  const signedOut = await signUp(server);
  dataOf(await server.call('signOut', {}, { token: signedOut.accessToken }));
  const changedAt = newAddress();
  const beforeChange = await signUp(server, changedAt);
  const { accessToken } = dataOf(await signIn(server, changedAt));
  // The token was accepted a moment ago, so its end must reach the cache of accepted tokens.
  await accessError(server, beforeChange);
  dataOf(await amendPassword(server, accessToken, 'Walrus88k'));
  const disabledAt = newAddress();
  const disabled = await signUp(server, disabledAt);
  await accessError(server, disabled);
  await server.changeUser(disabledAt, 'disable');
  const { refreshToken } = await signUp(server);
  return [
    { who: 'anonymous', authorization: undefined, error: 'unauthorized' },
    { who: 'an empty token', authorization: 'Bearer ', error: 'unauthorized' },
    { who: 'garbage', authorization: 'not-a-token-at-all-but-long', error: 'unauthorized' },
    {
      who: 'a token of the right form that nobody has',
      authorization: randomBytes(32).toString('base64url'),
      error: 'unauthorized',
    },
    {
      who: 'a token that says itself who it is',
      authorization: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
      error: 'unauthorized',
    },
    { who: 'an expired token', authorization: expired.accessToken, error: 'unauthorized' },
    { who: 'a refresh token', authorization: refreshToken, error: 'unauthorized' },
    { who: 'signed out', authorization: signedOut.accessToken, error: 'session_ended' },
    {
      who: 'after a password change elsewhere',
      authorization: beforeChange.accessToken,
      error: 'session_ended',
    },
    { who: 'disabled', authorization: disabled.accessToken, error: 'user_disabled' },
  ];
}

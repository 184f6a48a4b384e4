/** Two devices of one user that change each other's session or secrets at the same moment. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Envelope } from '../../../contract/envelope.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { googleCode, ServerTime } from '../../support/identity/authenticator.ts';
import {
  accessError,
  dataOf,
  errorOf,
  newAddress,
  PASSWORD,
  signIn,
  signUp,
} from '../../support/users/accounts.ts';
import { amendPassword, amendPayPassword } from '../../support/users/pay-password.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let time: ServerTime;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  time = new ServerTime(server);
});
afterAll(() => giveBack(server));
beforeEach(() => time.advance(HOUR_MS));

/** Changes that each end all other sessions. `code` belongs to the user's pending authenticator. */
const ACTIONS = {
  amendPassword: (token: string) => amendPassword(server, token, 'Walrus88k'),
  amendPayPassword: (token: string) => amendPayPassword(server, token),
  bindGoogle: (token: string, code: string) =>
    server.call('bindGoogle', { password: PASSWORD, google_code: code }, { token }),
  endOtherSessions: (token: string) => server.call('endOtherSessions', {}, { token }),
} satisfies Record<string, (token: string, code: string) => Promise<Envelope<unknown>>>;
type Action = keyof typeof ACTIONS;

const names = Object.keys(ACTIONS) as Action[];
const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));

test.each(pairs)(
  '%s here and %s there: one happens, and only its device stays signed in',
  async (one, other) => {
    const email = newAddress();
    const devices = [await signUp(server, email), dataOf(await signIn(server, email))];
    const token = devices[0]?.accessToken ?? '';
    const { secret } = dataOf(await server.call('createGoogleKey', {}, { token }));
    const code = googleCode(secret, time.now());
    const answers = await Promise.all(
      [one, other].map((action, index) => ACTIONS[action](devices[index]?.accessToken ?? '', code)),
    );
    const errors = answers.map(errorOf);
    const open = await Promise.all(devices.map((device) => accessError(server, device)));
    expect(errors.filter((error) => error === undefined)).toHaveLength(1);
    expect(open.map((error) => error === undefined)).toEqual(
      errors.map((error) => error === undefined),
    );
    // The later device was signed out, or met a new password or one more required secret.
    const late = errors.find((error) => error !== undefined);
    expect([
      'session_ended',
      'password_incorrect',
      'google_already_bound',
      'google_binding_expired',
      'google_code_required',
    ]).toContain(late);
  },
);

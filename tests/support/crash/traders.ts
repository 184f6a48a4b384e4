/** The people of the demo exchange who trade. */
import { ensure } from '../../../contract/assert.ts';
import { DEMO_PASSWORD } from '../../../server/identity/demo-people.ts';
import type { TestServer } from '../test-server.ts';
import type { Trader } from './acknowledgements.ts';

const NAMES = ['trader', 'merchant', 'agent'];

export function signInTraders(server: TestServer): Promise<readonly Trader[]> {
  return Promise.all(NAMES.map((name) => signIn(server, `demo.${name}@meridian.test`)));
}

async function signIn(server: TestServer, account: string): Promise<Trader> {
  const { data } = await server.call('signIn', { account, password: DEMO_PASSWORD });
  return { token: ensure(data, `session of ${account}`).accessToken };
}

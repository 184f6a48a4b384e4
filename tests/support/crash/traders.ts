/** The trading users of the demo exchange. */
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import type { TestServer } from '../servers/test-server.ts';
import type { Trader } from './acknowledgements.ts';

const NAMES = ['trader', 'merchant', 'agent'];

export function signInTraders(server: TestServer): Promise<readonly Trader[]> {
  return Promise.all(
    NAMES.map(async (name) => {
      const account = `demo.${name}@meridian.test`;
      return { account, ...(await signIn(server, account)) };
    }),
  );
}

/** Renews sessions, because a long run outlives its first tokens. */
export async function keepSignedIn(server: TestServer, traders: readonly Trader[]): Promise<void> {
  for (const trader of traders)
    if (trader.renewAtMs <= Date.now()) Object.assign(trader, await signIn(server, trader.account));
}

async function signIn(
  server: TestServer,
  account: string,
): Promise<Pick<Trader, 'token' | 'renewAtMs'>> {
  const { data } = await server.call('signIn', { account, password: DEMO_PASSWORD });
  const token = ensure(data, `session of ${account}`).accessToken;
  return { token, renewAtMs: Date.now() + LIMITS.access_token_valid_ms / 2 };
}

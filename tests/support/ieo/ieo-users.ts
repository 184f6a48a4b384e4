/** Subscriptions to offerings over HTTP, on a test server that is started with `TRUST_PROXY=loopback`. */
import { ensure } from '../../../contract/assert.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { IeoSubscription, Offering } from '../../../contract/ieo/ieo.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';
import { newKey } from '../idempotency-key.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';
import type { TestUser } from '../users/test-user.ts';

type Caller = Pick<TestServer, 'call'>;

/** Returns the demo offering of a token when it takes subscriptions: the timers of a new server open it. */
export const findOpenOffering = (server: Caller, token = 'LUM'): Promise<Offering> =>
  eventually(async () => {
    const found = dataOf(await server.call('listOfferings', {})).find(
      (each) => each.token_code === token && each.state === 'subscribing',
    );
    return ensure(found, `an open offering of ${token}`);
  });

interface Wanted {
  /** Tokens in all. */
  readonly quantity: string;
  /** The open offering of the demo by default. */
  readonly offering?: Pick<Offering, 'id'>;
}

export async function subscribeOffering(
  server: Caller,
  { token }: Pick<TestUser, 'token'>,
  { quantity, offering }: Wanted,
  key = newKey(),
): Promise<Envelope<IeoSubscription>> {
  const { id } = offering ?? (await findOpenOffering(server));
  return server.call(
    'subscribeOffering',
    { offering_id: id, quantity },
    { token, headers: { ...newClientAddress(), 'idempotency-key': key } },
  );
}

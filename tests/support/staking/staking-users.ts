/** Subscriptions to staking products over HTTP, on a test server that is started with `TRUST_PROXY=loopback`. */
import { ensure } from '../../../contract/assert.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { StakingPosition, StakingProduct } from '../../../contract/staking/staking.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { newKey } from '../idempotency-key.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';
import type { TestUser } from '../users/test-user.ts';

type Caller = Pick<TestServer, 'call'>;

/** Returns a product of the demo exchange by its currency and cycle. */
export async function findProduct(
  server: Caller,
  currencyCode = 'USDT',
  cycleDays = 30,
): Promise<StakingProduct> {
  const products = dataOf(await server.call('listStakingProducts', {}));
  return ensure(
    products.find((each) => each.currency_code === currencyCode && each.cycle_days === cycleDays),
    `product of ${cycleDays} days in ${currencyCode}`,
  );
}

interface Wanted {
  readonly amount: string;
  readonly product?: StakingProduct;
}

export async function subscribe(
  server: Caller,
  { token }: Pick<TestUser, 'token'>,
  { amount, product }: Wanted,
  key = newKey(),
): Promise<Envelope<StakingPosition>> {
  const { id, daily_ppb: dailyPpb } = product ?? (await findProduct(server));
  return server.call(
    'subscribeStaking',
    { product_id: String(id), amount, daily_ppb: String(dailyPpb) },
    { token, headers: { ...newClientAddress(), 'idempotency-key': key } },
  );
}

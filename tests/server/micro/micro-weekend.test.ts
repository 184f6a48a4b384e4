/** Fast contracts on forex over a weekend, on a running server whose clock the test holds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { nextForexWeekend } from '../../support/micro/forex-week.ts';
import { MicroUser } from '../../support/micro/micro-users.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';

const SYMBOL = 'EURUSD';

let server: TestServer;
/** Friday 22:00 UTC of the next whole weekend, and the Sunday 22:00 after it. */
let closesAt: number;
let opensAt: number;
beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  server = await startTestServer({ env });
  ({ closesAt, opensAt } = nextForexWeekend(await server.controlAdvance(0)));
});
afterAll(() => server.stop());

/** The products of the pair by their seconds, as a visitor sees them at that time. */
async function productsAt(atMs: number) {
  await server.holdClock(atMs);
  const all = dataOf(await server.call('listMicroProducts', {}, { headers: newClientAddress() }));
  const found = all.filter(({ symbol }) => symbol === SYMBOL);
  const half = ensure(
    found.find(({ seconds }) => seconds === 30),
    'a product of 30 s',
  );
  const whole = ensure(
    found.find(({ seconds }) => seconds === 60),
    'a product of 60 s',
  );
  return { half, whole };
}

/** Returns why a new user gets no order on the product. */
async function refusalOf({ id }: { readonly id: number }) {
  const user = await MicroUser.open(server, '100');
  const order = { micro_product_id: String(id), direction: 'up', stake: '10' } as const;
  return errorOf(await user.call('placeMicroOrder', order));
}

test('before the close an order is refused that would end after it', async () => {
  const { half, whole } = await productsAt(closesAt - MINUTE_MS);

  expect([half.next_open, whole.next_open]).toEqual([null, null]);
  expect(await refusalOf(whole)).toBe('market_closed');
  expect(await refusalOf(half)).not.toBe('market_closed');
});

test.each([
  ['from the close on', () => closesAt],
  ['on Saturday', () => closesAt + 14 * HOUR_MS],
  ['in the last second', () => opensAt - SECOND_MS],
])('%s products have the next opening, and orders are refused', async (_, at) => {
  const { half } = await productsAt(at());

  expect(half.next_open).toBe(opensAt);
  expect(await refusalOf(half)).toBe('market_closed');
});

test('on Sunday at 22:00 the market is open, and an order waits only for a price', async () => {
  const { half } = await productsAt(opensAt);

  expect(half.next_open).toBeNull();
  expect(await refusalOf(half)).not.toBe('market_closed');
});

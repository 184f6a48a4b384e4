/** Many concurrent requests for the same money: HTTP against a real server, then a check of the ledger. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { formatUnits, parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { dataOf, errorOf, signIn } from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

type PlaceBody = RequestInput<'placeOrder'>;

const SPOT = '1';
const TEST_MS_MAX = 120_000;

let server: TestServer;
let token = '';
let markets: ReturnType<typeof marketOf>[] = [];
let keys = 0;

beforeAll(async () => {
  server = await startTestServer({
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
  });
  ({ accessToken: token } = dataOf(
    await signIn(server, 'demo.agent@meridian.test', DEMO_PASSWORD),
  ));
  const groups = dataOf(await server.call('listCurrencyMatches', {}));
  markets = groups.flatMap(({ matches }) => matches).map(marketOf);
});
afterAll(() => server.stop());

beforeEach(async () => {
  for (const { id } of markets)
    dataOf(await server.call('cancelAllOrders', { currency_match_id: id }, from()));
});

/** The market data that orders need, with a price near the last one and at most a tenth of a coin. */
function marketOf(match: {
  readonly id: number;
  readonly base_currency_code: string;
  readonly quote_currency_code: string;
  readonly price_scale: number;
  readonly currency_quotation: { readonly close: string };
}) {
  const last = ensure(parseUnits(match.currency_quotation.close, SCALE_MAX), 'last price');
  const tick = 10n ** BigInt(SCALE_MAX - match.price_scale);
  return {
    id: String(match.id),
    pair: `${match.base_currency_code}/${match.quote_currency_code}`,
    price: formatUnits((last / tick) * tick, SCALE_MAX),
  };
}

const market = (pair: string) =>
  ensure(
    markets.find((found) => found.pair === pair),
    pair,
  );

/** Sends each request from its own address, so that no limit per address hides a response. */
const from = (key?: string) => ({
  token,
  headers: { ...newClientAddress(), ...(key !== undefined && { 'idempotency-key': key }) },
});

const newKey = () => `race-order-key-${(keys += 1)}`;

const place = (body: PlaceBody, key = newKey()) => server.call('placeOrder', body, from(key));

function order(pair: string, side: 'buy' | 'sell', quantity: string): PlaceBody {
  const { id, price } = market(pair);
  return { currency_match_id: id, side, type: 'limit', price, quantity };
}

const openOrders = async (): Promise<readonly Order[]> =>
  dataOf(await server.call('listOpenOrders', {}, from()));

async function balance(code: string): Promise<{ available: bigint; frozen: bigint }> {
  const { groups } = dataOf(await server.call('listAccounts', {}, from()));
  const account = ensure(
    groups
      .flatMap(({ accounts }) => accounts)
      .find(
        ({ account_type_id: type, currency_code: currency }) =>
          String(type) === SPOT && currency === code,
      ),
    code,
  );
  const units = (text: string) => ensure(parseUnits(text, SCALE_MAX), text);
  return { available: units(account.available), frozen: units(account.frozen) };
}

const total = async (code: string) => {
  const { available, frozen } = await balance(code);
  return available + frozen;
};

/** Counts of each result: `ok` or the name of the error. */
function tally(replies: readonly Parameters<typeof errorOf>[0][]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reply of replies) {
    const answer = errorOf(reply) ?? 'ok';
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
}

/** Checks the sums of the ledger, computed by the database, and all rules of the verifier. */
async function expectConsistentBooks(): Promise<void> {
  const sums = await queryServer<{ sum: string }>(
    server,
    'select sum(available_delta + frozen_delta) as sum from ledger_entries group by currency_id',
  );
  expect(sums.length).toBeGreaterThan(0);
  expect(sums.filter(({ sum }) => sum !== '0')).toEqual([]);
  const [held] = await queryServer<{ frozen: string; reserved: string }>(
    server,
    `select (select sum(frozen) from ledger_accounts where owner_id > 0 and account_type = 1) as frozen,
      (select coalesce(sum(reserved), 0) from spot_orders where state = 'paid') as reserved`,
  );
  expect(held?.frozen).toBe(held?.reserved);
  const address = { socketFolder: openRunFolder(server.dataDir) };
  expect((await verifyWholeLedger(address, 'test', 'any')).faults).toEqual([]);
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

test(
  'of 1,000 parallel orders against a balance that covers 10, exactly 10 are placed',
  { timeout: TEST_MS_MAX },
  async () => {
    // The demo agent has 0.1 BTC, enough for ten and a half orders.
    const replies = await Promise.all(
      times(1_000, () => place(order('BTC/USDT', 'sell', '0.0095'))),
    );

    expect(tally(replies)).toEqual({ ok: 10, insufficient_balance: 990 });
    expect(await openOrders()).toHaveLength(10);
    expect(await balance('BTC')).toEqual({ available: 5n * 10n ** 15n, frozen: 95n * 10n ** 15n });
    await expectConsistentBooks();
  },
);

test(
  'parallel orders of several markets never spend the same USDT twice',
  { timeout: TEST_MS_MAX },
  async () => {
    const before = await balance('USDT');
    const sizes = [
      ['BTC/USDT', '0.03'],
      ['ETH/USDT', '0.7'],
      ['SOL/USDT', '9'],
    ] as const;
    const bodies = times(300, (n) => {
      const [pair, quantity] = ensure(sizes[n % sizes.length], 'a size');
      return order(pair, 'buy', quantity);
    });
    const replies = await Promise.all(bodies.map((body) => place(body)));

    const { ok = 0, insufficient_balance: refused = 0 } = tally(replies);
    expect(ok + refused).toBe(bodies.length);
    const costs = bodies.map(costOf);
    const spent = costs.reduce(
      (sum, cost, n) => (errorOf(ensure(replies[n], 'a reply')) ? sum : sum + cost),
      0n,
    );
    expect(spent).toBeGreaterThan(0n);
    const after = await balance('USDT');
    expect(after).toEqual({ available: before.available - spent, frozen: spent });
    // No order was rejected that its user could have paid.
    const refusedCosts = costs.filter(
      (_, n) => errorOf(ensure(replies[n], 'a reply')) !== undefined,
    );
    for (const cost of refusedCosts) expect(cost).toBeGreaterThan(after.available);
    await expectConsistentBooks();
  },
);

const costOf = ({ price = '0', quantity = '0' }: PlaceBody): bigint =>
  (ensure(parseUnits(price, SCALE_MAX), price) *
    ensure(parseUnits(quantity, SCALE_MAX), quantity)) /
  10n ** BigInt(SCALE_MAX);

test('the same Idempotency-Key 100 times in parallel is one order, and every reply has it', async () => {
  const key = newKey();
  const body = order('BTC/USDT', 'sell', '0.01');
  const replies = await Promise.all(times(100, () => place(body, key)));

  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect((await openOrders()).map(({ id }) => id)).toEqual([
    dataOf(ensure(replies[0], 'a reply')).id,
  ]);
  expect((await balance('BTC')).frozen).toBe(10n ** 16n);
  await expectConsistentBooks();
});

test('a key that two bodies race for belongs to one of them; the other is refused', async () => {
  const key = newKey();
  const bodies = [order('BTC/USDT', 'sell', '0.01'), order('BTC/USDT', 'sell', '0.02')] as const;
  const replies = await Promise.all(times(100, (n) => place(ensure(bodies[n % 2], 'a body'), key)));

  expect(tally(replies)).toEqual({ ok: 50, idempotency_key_reused: 50 });
  const [open, ...more] = await openOrders();
  expect(more).toEqual([]);
  const accepted = replies.filter((reply) => errorOf(reply) === undefined).map(dataOf);
  expect(new Set(accepted.map(({ id }) => id))).toEqual(new Set([open?.id]));
  await expectConsistentBooks();
});

test('an order that is canceled 100 times in parallel is canceled once, and released once', async () => {
  const before = await balance('BTC');
  const { id } = dataOf(await place(order('BTC/USDT', 'sell', '0.03')));
  const replies = await Promise.all(times(100, () => server.call('cancelOrder', { id }, from())));

  expect(tally(replies)).toEqual({ ok: 1, order_not_open: 99 });
  expect(await balance('BTC')).toEqual(before);
  await expectConsistentBooks();
});

test('orders placed while all are canceled again and again leave every coin where it was', async () => {
  const before = await total('BTC');
  const { id } = market('BTC/USDT');
  const replies = await Promise.all(
    times(200, (n) =>
      n % 4 === 0
        ? server.call('cancelAllOrders', { currency_match_id: id }, from())
        : place(order('BTC/USDT', 'sell', '0.01')),
    ),
  );

  const { ok = 0, insufficient_balance: refused = 0 } = tally(replies);
  expect(ok + refused).toBe(replies.length);
  expect(await total('BTC')).toBe(before);
  expect((await balance('BTC')).frozen).toBe(BigInt((await openOrders()).length) * 10n ** 16n);
  await expectConsistentBooks();
});
